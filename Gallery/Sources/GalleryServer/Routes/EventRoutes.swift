import GalleryConnections
import HTTPTypes
import Hummingbird

/// `GET /api/events?topics=`: server-sent events, of all topics or of those that are named, from after the one that
/// the client saw last.
struct EventRoutes: Sendable {
  let hub: EventHub
  /// The proxies that are trusted to name the clients for which they ask.
  let proxies: TrustedProxies

  func add(to router: some RouterMethods<BasicRequestContext>) {
    router.get("/api/events") { request, _ in
      let last = HTTPField.Name("Last-Event-ID").flatMap { request.headers[$0] }.flatMap { UInt64($0) }
      let topics = try request.uri.queryParameters["topics"].map { try Set(names: $0) }
      let events = try hub.listen(
        after: last,
        topics: topics ?? .usual,
        as: request.client(trusting: proxies)
      )
      return Response(
        status: .ok,
        headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
        body: ResponseBody { writer in
          try await request.untilClientLeaves {
            for await event in events { try await writer.write(event.buffer) }
          }
          try await writer.finish(nil)
        }
      )
    }
  }
}
