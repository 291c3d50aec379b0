import Errands
import ErrandsImages
import ErrandsLoading
import Foundation
import GalleryJobs

/// Makes covers, and answers as a server would that has them: so that a fetcher with a cache over it keeps them for as
/// long as their originals are fresh, asks by their tags afterwards, and makes each once for all who want it.
struct CoverTransport: Transport {
  let originals: Originals

  /// The fetcher over it, with the cache of the originals'.
  var fetcher: Fetcher {
    var configuration = Fetcher.Configuration()
    configuration.cache = originals.fetcher.configuration.cache
    configuration.deadline = originals.fetcher.configuration.deadline
    configuration.clock = originals.fetcher.configuration.clock
    configuration.byteLimit = originals.fetcher.configuration.byteLimit
    // The originals' fetcher has tried again already.
    configuration.retry = .never
    return Fetcher(transport: self, configuration: configuration)
  }

  func send(_ request: FetchRequest) async throws -> TransportResponse {
    guard let order = CoverOrder(request) else {
      throw FetchError(request.url, .invalidRequest(reason: "it asks for no cover"))
    }
    let tags = PictureTag.all(in: request.fields["If-None-Match"], of: order.form)
    switch try await originals.load(order.original, unless: tags) {
    case .unchanged(let tag, let head): return answer(order, 304, tag, as: head)
    case .original(let original):
      let tag = PictureTag(of: original, in: order.form)
      if tags.contains(tag) { return answer(order, 304, tag, as: original.head) }
      let cover = try await order.treatment.develop(original).value()
      return answer(order, 200, tag, as: original.head, try await cover.encoded(as: order.encoding))
    }
  }

  /// Fields that say how long an answer is fresh, and for whom (RFC 9111).
  private static let freshness = ["Age", "Cache-Control", "Date", "Expires", "Last-Modified", "Pragma"]

  /// An answer that may be kept as the original may.
  private func answer(
    _ order: CoverOrder,
    _ status: Int,
    _ tag: PictureTag,
    as original: FetchHead,
    _ cover: Data? = nil
  ) -> TransportResponse {
    var fields: HTTPFields = ["ETag": tag.text, "Content-Type": order.encoding.format.mediaType]
    for name in Self.freshness {
      for value in original.fields.values(of: name) { fields.append(name, value) }
    }
    // How long a redirect leads there, what it leads to does not say.
    if original.url != order.original.url { fields["Cache-Control"] = "no-store" }
    let head = FetchHead(url: order.original.url, status: status, fields: fields)
    return TransportResponse(head: head, body: TransportBody { [cover] in once(cover) })
  }
}

/// Reads one chunk, if there is one.
private func once(_ chunk: Data?) -> () async throws -> Data? {
  var rest = chunk
  return {
    defer { rest = nil }
    return rest
  }
}
