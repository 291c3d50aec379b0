import ErrandsImages
import ErrandsLoading
import Foundation

/// Why what was loaded is no photo.
public enum PhotoError: Error, Sendable, Equatable {
  /// The body is something else, whatever the address ends in.
  case notAnImage(URL, mediaType: String?, isEmpty: Bool)
  /// The server called it whole, but its end is missing.
  case incomplete(URL, ImageFormat, bytes: Int)
}

extension PhotoError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .notAnImage(let url, _, isEmpty: true):
      "\(url.redacted) answered with nothing instead of an image; check the address."
    case .notAnImage(let url, let mediaType, _):
      "\(url.redacted) answered with \(Self.shown(mediaType)) instead of a JPEG, PNG, WebP or GIF image; "
        + "check the address."
    case .incomplete(let url, let format, let bytes):
      "\(url.redacted) answered with an \(format.mediaType) that is cut off after \(bytes) bytes; load it again."
    }
  }

  private static func shown(_ mediaType: String?) -> String {
    guard let mediaType, !mediaType.isEmpty else { return "something" }
    return mediaType.hasPrefix("image/") ? "something that it calls \(mediaType)" : mediaType
  }
}
