import Errands
import ErrandsLoading
import GalleryConnections
import Hummingbird
import Logging

/// `POST /api/purge`: pictures that are kept, and what was made of them, are forgotten, by all servers that share what they keep;
/// the next that asks has them fetched anew. What a browser keeps is the browser's.
struct PurgeRoutes: Sendable {
  /// The largest body that is read, in bytes.
  private static let bodyLimit = 10_000

  let cache: HTTPCache?
  let tier: (any SharedTier)?
  let signer: ImageSigner
  let logger: Logger

  func add(to router: some RouterMethods<BasicRequestContext>) {
    router.post("/api/purge") { request, _ in
      let body = try await request.wholeBody(upTo: Self.bodyLimit, else: "purge one thing at a time")
      try await purge(try PurgeOrder(json: body, signer: signer).part)
      return Response(status: .noContent, headers: [.cacheControl: "no-store"])
    }
  }

  private func purge(_ part: CachePart) async throws {
    guard let tier else {
      await cache?.purge(part)
      return
    }
    do {
      try await tier.purge(part).value()
    } catch let error where !(error is CancellationError) {
      logger.warning("cannot purge", metadata: ["error": "\(error)"])
      throw Problem.busy("The other servers cannot be told of it now; try again in a moment.")
    }
  }
}
