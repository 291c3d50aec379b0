import ErrandsImages
import ErrandsLoading
import Foundation

/// An answer that has been found to be a whole animation.
struct GifAnimation: Sendable {
  let fetched: FetchedData
  let info: ImageInfo

  /// Looks what it is, by its bytes: a GIF, or a WebP of several frames.
  ///
  /// - Throws: ``GiphyError/notAnAnimation(_:found:)``, ``GiphyError/incomplete(_:bytes:)``,
  ///   ``GiphyError/damaged(_:reason:)``
  init(_ fetched: FetchedData) async throws {
    let url = fetched.head.url
    guard let format = ImageFormat(sniffing: fetched.body) else {
      throw GiphyError.notAnAnimation(url, found: Self.named(fetched))
    }
    guard format == .gif || format == .webp else {
      throw GiphyError.notAnAnimation(url, found: "an \(format.mediaType)")
    }
    guard !format.lacksEnd(fetched.body) else {
      throw GiphyError.incomplete(url, bytes: fetched.body.count)
    }
    self.fetched = fetched
    do {
      info = try await ImageInfo(reading: fetched.body)
    } catch let error as ImageError {
      throw GiphyError.damaged(url, reason: "\(error)")
    }
    guard format == .gif || info.frames > 1 else {
      throw GiphyError.notAnAnimation(url, found: "an \(format.mediaType) that does not move")
    }
  }

  private static func named(_ fetched: FetchedData) -> String {
    let type = fetched.head.fields["Content-Type"]?.split(separator: ";").first
    return fetched.body.isEmpty
      ? "nothing" : type.map { $0.trimmingCharacters(in: .whitespaces) } ?? "something"
  }
}
