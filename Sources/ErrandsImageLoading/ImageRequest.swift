import ErrandsImages
import ErrandsLoading
import Foundation

/// An image that is wanted: where it is, and what is to be made of it.
///
/// ```swift
/// let cover = ImageRequest(url, by: [.resize(width: 300, height: 300), .sepia])
/// ```
public struct ImageRequest: Sendable, Hashable {
  /// The original: its address, and what it is asked for with. Always as a whole, by a GET: conditions are for what is made of
  /// it, and a part of an image is none.
  public var source: FetchRequest
  /// What is made of it.
  public var recipe: ImageRecipe

  /// - Parameters:
  ///   - source: What the original is fetched with.
  ///   - recipe: Nothing by default: the image as it is.
  public init(_ source: FetchRequest, by recipe: ImageRecipe = []) {
    self.source = source
    self.recipe = recipe
  }

  /// The image at an address. Its server is told which formats are read here.
  public init(_ url: URL, by recipe: ImageRecipe = []) {
    self.init(FetchRequest(url, fields: ["Accept": Self.accepted]), by: recipe)
  }

  /// What the original is asked for with.
  var original: FetchRequest { source.ofWhole }

  /// What is read here, the smallest first; JPEG XL is not asked for, as it is read only where it is trusted.
  static let accepted: String = {
    let formats: [ImageFormat] = [.avif, .webp, .png, .jpeg, .gif]
    return formats.filter(ImageFormat.readable.contains).map(\.mediaType).joined(separator: ",")
  }()
}

extension FetchRequest {
  /// The same for the whole answer, whatever is known of it already (RFC 9110, sections 13.1 and 14.2).
  var ofWhole: FetchRequest {
    var request = self
    (request.method, request.body) = (.get, nil)
    for name in Self.partial { request.fields[name] = nil }
    return request
  }

  /// Whether a field of this name asks for a part of an answer, or for a newer state of it, and not for another one.
  static func asksForState(_ name: String) -> Bool { isAboutState(name) || name.lowercased() == "pragma" }

  private static let partial = [
    "If-Match", "If-Modified-Since", "If-None-Match", "If-Range", "If-Unmodified-Since", "Range",
  ]
}
