import ErrandsImages
import Foundation

/// What was made of an image: `{"path","format","width","height","frames","bytes"}`.
public struct ImageResult: Sendable, Hashable, Encodable {
  public let path: String
  public let format: ImageFormat
  public let width: Int
  public let height: Int
  public let frames: Int
  public let bytes: Int

  init(path: String, file: ImageFile) {
    self.path = path
    (format, width, height) = (file.info.format, file.info.width, file.info.height)
    (frames, bytes) = (file.info.frames, file.bytes.count)
  }
}

/// Why nothing was made of an image.
public enum ImageJobError: Error, Hashable, CustomStringConvertible {
  case unreadable(String)
  case tooLarge(String, limit: Int64)
  case noQuality(ImageFormat)
  case image(String, ImageError)

  /// A sentence that names the image and says what to do.
  public var description: String {
    switch self {
    case .unreadable(let path):
      "\(path) cannot be read; give the path of a file, or an address with its http://."
    case .tooLarge(let path, let limit):
      "\(path) has more than the \(limit) bytes that are allowed; use a smaller one or raise --max-bytes."
    case .noQuality(let format): "\(format.rawValue.uppercased()) files have no quality; leave out --quality."
    case .image(let source, let error): "\(source): \(error)"
    }
  }
}
