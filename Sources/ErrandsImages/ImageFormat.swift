/// A file format of images that the module reads and writes.
public enum ImageFormat: String, Sendable, Hashable, CaseIterable {
  /// JPEG (ITU-T T.81).
  case jpeg
  /// PNG (RFC 2083).
  case png
  /// WebP (RFC 9649).
  case webp
  /// GIF (GIF89a).
  case gif

  /// The media type, as in a `Content-Type` header (IANA media type registry).
  public var mediaType: String { "image/\(rawValue)" }

  /// The usual ending of a file's name, without the dot.
  public var fileExtension: String { self == .jpeg ? "jpg" : rawValue }
}
