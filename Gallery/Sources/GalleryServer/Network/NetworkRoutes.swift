import GalleryConnections
import Hummingbird

/// `GET /api/network`: what the network between this server and its own upstream is like; `PUT` makes it another for all answers that
/// begin from then on, and those who listen to that topic are told.
struct NetworkRoutes: Sendable {
  /// The largest body that is read, in bytes.
  private static let bodyLimit = 10_000

  let network: CurrentNetwork?
  let hub: EventHub

  func add(to router: some RouterMethods<BasicRequestContext>) {
    router.get("/api/network") { _, _ in Response.json(NetworkAnswer(try current.value)) }
    router.put("/api/network") { request, _ in
      let current = try current
      let advice = "send latency, bandwidth, loss and faults only"
      let order = try NetworkOrder(json: try await request.wholeBody(upTo: Self.bodyLimit, else: advice))
      current.change(to: order.network) { network in
        hub.publish("network", data: JSONText.line(NetworkAnswer(network)), topic: .network)
      }
      return Response.json(NetworkAnswer(order.network))
    }
  }

  private var current: CurrentNetwork {
    get throws(Problem) {
      if let network { return network }
      throw Problem(
        status: .notFound,
        detail: "This server loads over the real network, which it can only use; try --upstream embedded."
      )
    }
  }
}
