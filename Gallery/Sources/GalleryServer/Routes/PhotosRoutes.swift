import Foundation
import GalleryConnections
import HTTPTypes
import Hummingbird

/// Batches of photos: `GET /api/photos` lists them, `POST ?style=` starts one, `GET /api/photos/{id}` says how it is,
/// `DELETE` cancels it. What is answered with 2xx outlasts the process.
struct PhotosRoutes: Sendable {
  /// The largest body that is read, in bytes: ten thousand addresses of 200.
  private static let bodyLimit = 2_000_000

  let batches: PhotoBatches
  /// The proxies that are trusted to name the clients for which they ask.
  let proxies: TrustedProxies
  let place: ServedPlace

  func add(to router: some RouterMethods<BasicRequestContext>) {
    router.get("/api/photos") { _, _ in
      Response.json(
        BatchesAnswer(
          batches: try await batches.all,
          samples: batches.hasSamples,
          most: PhotosOrder.mostAddresses
        )
      )
    }
    router.post("/api/photos") { request, _ in try await start(request) }
    router.get("/api/photos/:batch") { _, context in
      Response.json(try await batches.answer(try context.parameters.require("batch")))
    }
    router.delete("/api/photos/:batch") { _, context in
      try await batches.cancel(try context.parameters.require("batch"))
      return Response(status: .noContent, headers: [.cacheControl: "no-store"])
    }
  }

  private func start(_ request: Request) async throws -> Response {
    let body = try await request.wholeBody(
      upTo: Self.bodyLimit,
      else: "send the addresses in several batches"
    )
    let client = request.client(trusting: proxies)
    var order = try PhotosOrder(json: body)
    order.style = try request.uri.queryParameters.choice("style") ?? order.style
    let id = try await batches.start(order, for: client)
    var response = Response.json(["batch": id], status: .accepted)
    response.headers[.location] = place.address("/api/photos/\(id)")
    return response
  }
}
