import Foundation
import GalleryJobs
import Hummingbird

/// A file of the page, as it is and packed: two representations, each with a tag of its own.
final class PageFile: Sendable {
  private let plain: ServedContent
  /// Made when the first client asks for it, and kept: there are a hundred files, which never change.
  private let packed = Lock<ServedContent?>(nil)
  private let canBePacked: Bool

  /// - Parameter type: Its media type, by which it is a text that packs well, or is packed already.
  init(_ bytes: Data, type: String) {
    let isText = type.hasPrefix("text/") || type.contains("json") || type.contains("xml")
    plain = ServedContent(
      bytes: bytes,
      type: type,
      caching: "no-cache",
      negotiatedBy: isText ? .acceptEncoding : nil
    )
    canBePacked = isText && bytes.count >= Gzip.smallest
  }

  func response(to request: Request) -> Response {
    guard canBePacked, request.acceptedCodings.gzip else { return plain.response(to: request) }
    let content = packed.withLock { packed in
      if let packed { return packed }
      let made = plain.packed() ?? plain
      packed = made
      return made
    }
    return content.response(to: request)
  }
}
