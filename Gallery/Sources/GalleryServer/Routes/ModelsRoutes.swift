import Foundation
import GalleryJobs
import Hummingbird

/// Models: `POST /api/models?style=` begins to load them, and their states come as events; `GET` says what is being
/// loaded.
struct ModelsRoutes: Sendable {
  /// The largest body that is read, in bytes.
  private static let bodyLimit = 500_000

  let models: ServedModels
  let library: OpenedLibrary
  let base: URL?

  func add(to router: some RouterMethods<BasicRequestContext>) {
    router.get("/api/models") { _, _ in
      let loading = models.addresses
      return Response.json(
        ModelsAnswer(loading: loading, most: ModelsOrder.mostAddresses, samples: base != nil)
      )
    }
    router.post("/api/models") { request, _ in
      let advice = "send the addresses in several requests"
      let body = try await request.wholeBody(upTo: Self.bodyLimit, else: advice)
      let order = try ModelsOrder(json: body, base: base)
      let style: JobStyle = try request.uri.queryParameters.choice("style") ?? .publisher
      try models.load(order, by: style, into: try await library.library())
      return Response.json(["urls": order.addresses], status: .accepted)
    }
  }
}

/// What can be asked of models here.
private struct ModelsAnswer: Encodable {
  /// The addresses that are being loaded.
  let loading: [String]
  /// How many addresses a request may have.
  let most: Int
  /// Whether there are articles to try it with, at addresses such as `/articles/7.json`.
  let samples: Bool
}
