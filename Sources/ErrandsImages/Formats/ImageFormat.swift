/// A file format of images.
public enum ImageFormat: String, Sendable, Hashable, Codable, CaseIterable {
  /// JPEG (ITU-T T.81).
  case jpeg
  /// PNG (RFC 2083). One that moves (APNG) is shown by its first picture: libvips knows no others in it.
  case png
  /// WebP (RFC 9649).
  case webp
  /// GIF (GIF89a).
  case gif
  /// AVIF (AV1 Image File Format, version 1.1). Of a sequence, the image that it is shown by.
  case avif
  /// HEIC (ISO/IEC 23008-12, annex B): read only. Of a sequence, the image that it is shown by.
  case heic
  /// JPEG XL (ISO/IEC 18181). libvips calls its decoder not hardened against hostile files, so it is read only
  /// where ``ImageLimits/acceptsUnhardenedFormats`` says that the files are trusted.
  case jxl

  /// The media type, as in a `Content-Type` header (IANA media type registry).
  public var mediaType: String { "image/\(rawValue)" }

  /// The usual ending of a file's name, without the dot.
  public var fileExtension: String { self == .jpeg ? "jpg" : rawValue }

  /// Whether a file of this format, as it is written here, can move.
  public var canMove: Bool { self == .gif || self == .webp }

  /// The name that people use.
  var name: String {
    switch self {
    case .webp: "WebP"
    case .jxl: "JPEG XL"
    case .jpeg, .png, .gif, .avif, .heic: rawValue.uppercased()
    }
  }
}
