import Foundation

/// The bytes of a file in the library.
public struct LibraryBytes: Sendable, Equatable {
  public let bytes: Data
  /// As in `image/gif`.
  public let mediaType: String
  /// The SHA-256 of the bytes, in hexadecimal digits.
  public let digest: String

  package init(bytes: Data, mediaType: String, digest: String) {
    self.bytes = bytes
    self.mediaType = mediaType
    self.digest = digest
  }
}
