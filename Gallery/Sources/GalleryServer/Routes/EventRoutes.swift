import GalleryConnections
import HTTPTypes
import Hummingbird

/// `GET /api/events?topics=&batch=`: server-sent events, of all topics or of those that are named, of all batches or of
/// one, from after the event that the client saw last.
///
/// Where something cannot be told, `missed` says so with its topics: who wants to know has to read it.
struct EventRoutes: Sendable {
  let hub: EventHub
  let batches: PhotoBatches
  /// The proxies that are trusted to name the clients for which they ask.
  let proxies: TrustedProxies

  func add(to router: some RouterMethods<BasicRequestContext>) {
    router.get("/api/events") { request, _ in
      let last = HTTPField.Name("Last-Event-ID").flatMap { request.headers[$0] }
      let batch = request.uri.queryParameters["batch"].map(String.init)
      // One that does not exist would be listened to in vain.
      if let batch { _ = try await batches.stored(batch) }
      let topics = try request.uri.queryParameters["topics"].map { try Set(names: $0) }
      let listener = try hub.listen(
        EventResumption(field: last),
        topics: topics ?? (batch == nil ? .usual : [.photos]),
        batch: batch,
        as: request.client(trusting: proxies)
      )
      await fill(listener)
      return Response(
        status: .ok,
        headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
        body: ResponseBody { [connection = Connection.current] writer in
          // Written here in one piece: each function that waits has a frame of its own, kept for as long as one listens.
          let watch = connection?.onLeaving { listener.mailbox.leave() }
          defer { watch?.end() }
          for await event in listener { try await writer.write(event.buffer) }
          if connection?.hasClientLeft == true { throw ClientLeft() }
          try await writer.finish(nil)
        }
      )
    }
  }

  /// What a listener missed of batches is told from the store, whichever process has told it; of the rest it is said that
  /// it was missed.
  private func fill(_ listener: EventListener) async {
    guard let gap = listener.gap else { return }
    let mailbox = listener.mailbox
    var missed = gap.isReturning ? mailbox.topics.subtracting([.clock, .photos]) : []
    guard mailbox.topics.contains(.photos) else { return hub.fill(listener, missed: missed) }
    let past = try? await batches.past(after: gap.cursor, of: mailbox.batch, upTo: gap.latest.cursor)
    if past?.isWhole != true { missed.insert(.photos) }
    hub.fill(listener, missed: missed, with: past?.drafts ?? [], upTo: past?.position)
  }
}
