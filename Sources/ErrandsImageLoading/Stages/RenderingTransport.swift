import Errands
import ErrandsImages
import ErrandsLoading
import Foundation

/// Makes files of images, and answers as a server would that has them: so that a fetcher with a cache over it keeps them
/// for as long as their originals are fresh, asks by their tags afterwards, and makes each once for all that want it.
struct RenderingTransport: Transport {
  let originals: OriginalStage
  let book: RecipeBook
  let limits: ImageLimits

  /// The fetcher over it, with the cache of the originals'.
  func fetcher(sharing tier: (any SharedTier)?) -> Fetcher {
    let own = originals.fetcher.configuration
    var configuration = Fetcher.Configuration()
    configuration.cache = own.cache
    // An original has its own, which begins with its place: a file does not pay for those before it.
    configuration.deadline = own.admission == nil || own.deadlineCountsWait ? own.deadline : .aCentury
    configuration.clock = own.clock
    configuration.byteLimit = own.byteLimit
    // The originals' fetcher has tried again already.
    configuration.retry = .never
    guard let tier else { return Fetcher(transport: self, configuration: configuration) }
    let shared = SharedTransport(
      over: self,
      tier: tier,
      byteLimit: configuration.byteLimit,
      isFirstHand: false
    )
    return Fetcher(transport: shared, configuration: configuration)
  }

  func send(_ request: FetchRequest) async throws -> TransportResponse {
    guard let (source, rendering, form) = book.order(in: request) else {
      throw FetchError(request.url, .invalidRequest(reason: "it asks for no image"))
    }
    let tags = ImageTag.all(in: request.fields["If-None-Match"], of: form)
    switch try await originals.load(source, unless: tags) {
    case .unchanged(let tag, let head): return answer(source, 304, tag, as: head, rendering)
    case .original(let original):
      let tag = ImageTag(of: original, in: form)
      let head = original.keepableHead
      if tags.contains(tag) { return answer(source, 304, tag, as: head, rendering) }
      let file = try await ImageFile.rendering(
        original.body,
        by: rendering.recipe,
        as: rendering.encoding,
        limits: limits,
        named: "rendering \(source.url.redacted)",
        in: .shared
      ).value()
      return answer(source, 200, tag, as: head, rendering, file.bytes)
    }
  }

  /// Fields that say how long an answer is fresh, and for whom (RFC 9111).
  private static let freshness = [
    "Age", "Cache-Control", "Date", "Expires", "Last-Modified", "Pragma", "Vary",
  ]

  /// An answer that may be kept as the original may.
  private func answer(
    _ source: FetchRequest,
    _ status: Int,
    _ tag: ImageTag,
    as original: FetchHead,
    _ rendering: Rendering,
    _ file: Data? = nil
  ) -> TransportResponse {
    var fields: HTTPFields = ["ETag": tag.text, "Content-Type": rendering.encoding.format.mediaType]
    for name in Self.freshness {
      for value in original.fields.values(of: name) { fields.append(name, value) }
    }
    // How long a redirect leads there, what it leads to does not say.
    if original.url != source.url { fields["Cache-Control"] = "no-store" }
    let head = FetchHead(url: source.url, status: status, fields: fields)
    return TransportResponse(head: head, body: TransportBody(file))
  }
}

extension FetchedData {
  /// The head, with what it does not say itself: what an answer depends on that interceptors have put into its request is not
  /// known when what is made of it is looked for.
  fileprivate var keepableHead: FetchHead {
    guard cacheStatus?.mayBeKept == false else { return head }
    var fields = head.fields
    fields["Cache-Control"] = "no-store"
    return FetchHead(url: head.url, status: head.status, fields: fields)
  }
}
