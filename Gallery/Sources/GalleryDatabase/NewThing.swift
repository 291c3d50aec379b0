import Foundation

/// Something that is to be kept.
public struct NewThing: Sendable, Equatable {
  /// A file that belongs to it.
  public struct File: Sendable, Equatable {
    public let bytes: Data
    /// As in `image/gif`.
    public let mediaType: String
    /// The ending of its name, without the dot.
    public let ending: String

    public init(bytes: Data, mediaType: String, ending: String) {
      self.bytes = bytes
      self.mediaType = mediaType
      self.ending = ending
    }
  }

  /// What it is kept under: what is at an address is kept once.
  public let url: String
  /// What it is, in one word: `gif`.
  public let kind: String
  /// The longest title that is kept, in bytes of UTF-8.
  package static let longestTitle = 1_000

  /// What people call it; the beginning of one that is longer than a thousand bytes.
  public let title: String
  /// What it is found by, besides its title.
  public let words: [String]
  /// The thing itself, or what is known of it, as JSON.
  public let content: Data
  public let file: File?

  public init(
    url: String,
    kind: String,
    title: String,
    words: [String] = [],
    content: Data,
    file: File? = nil
  ) {
    self.url = url
    self.kind = kind
    self.title = title.beginning(ofBytes: Self.longestTitle)
    self.words = words
    self.content = content
    self.file = file
  }
}

/// A thing that was to be kept, as it is in the library now.
public struct KeptThing: Sendable, Equatable {
  public let thing: SavedThing
  /// Whether it was kept just now; false where something was there already.
  public let isNew: Bool

  package init(thing: SavedThing, isNew: Bool) {
    self.thing = thing
    self.isNew = isNew
  }
}
