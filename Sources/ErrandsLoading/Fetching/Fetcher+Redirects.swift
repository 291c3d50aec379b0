import Errands
import Foundation

extension Fetcher {
  /// The answer at the end of the redirects. They are followed here, hop by hop, because what an HTTP client
  /// follows by itself takes credentials along and passes no guard.
  ///
  /// - Parameter heartbeat: Listens while the server is waited for, hop by hop, and not while a place is.
  func answer(
    to original: FetchRequest,
    at place: LoadPlace,
    _ heartbeat: SilenceWatch.Heartbeat?
  ) async throws -> TransportResponse {
    var request = original
    // A request can be made of any URL; `file:` or a socket's path must not get as far as a transport.
    if !original.url.isPlain { request.url = try URL(fetching: original.url.absoluteString) }
    try request.check()
    if let type = request.body?.contentType, request.fields["Content-Type"] == nil {
      request.fields["Content-Type"] = type
    }
    if request.fields["User-Agent"] == nil { request.fields["User-Agent"] = configuration.userAgent }
    for _ in 0...max(0, configuration.redirectLimit) {
      try await place.enter(request.url)
      let response =
        request.method.isSafe
        ? try await send(request, at: place, heartbeat) : try await sendChange(request, at: place, heartbeat)
      guard let next = try redirect(of: request, to: response.head) else { return response }
      await response.drain()
      place.monitor.recorder?.note { $0.redirected() }
      request = next
    }
    place.report(hasAnswered: true)
    throw FetchError(original.url, .badRedirect(reason: "more than \(configuration.redirectLimit) hops"))
  }

  /// One request and the head of its answer; tells the place what the host has shown of itself.
  private func send(
    _ request: FetchRequest,
    at place: LoadPlace,
    _ heartbeat: SilenceWatch.Heartbeat?
  ) async throws -> TransportResponse {
    // What ran before may have taken no notice of it.
    try Task.checkCancellation()
    var request = request
    let patience = place.patience(with: request.url)
    let heartbeat = heartbeat ?? patience.map { _ in SilenceWatch.Heartbeat(configuration.clock) }
    if let heartbeat, let body = request.body {
      request.body = body.reporting { progress in
        heartbeat.beat()
        body.report?(progress)
      }
    }
    place.monitor.enter(.head)
    heartbeat?.listen()
    defer { heartbeat?.pause() }
    do {
      let response =
        if Trace.isObserved {
          // A transport's span lies below that of the run.
          try await Trace.$caller.withValue(place.monitor.run.id) { [request] in
            try await transport.send(request)
          }
        } else {
          try await transport.send(request)
        }
      place.monitor.recorder?.note { $0.answered(response.timings, by: response.peer) }
      // A host that leads to itself has told nothing yet: what it answers there counts, and what is reported first.
      let next = try? redirect(of: request, to: response.head)
      if next?.url.origin != request.url.origin { place.report(hasAnswered: response.head.status < 500) }
      return response
    } catch {
      // A connection that we closed looks like one that was lost. And a host that takes connections and says nothing fails no
      // load: each is given up.
      let hasFailed =
        Task.isCancelled
        ? patience.map { heartbeat?.silence ?? .zero >= $0 } ?? false
        : (error as? FetchError)?.isUnreachable ?? false
      if hasFailed { place.report(hasAnswered: false) }
      throw error
    }
  }

  /// The same for a request that changes something: what is known of it does not hold any more from the head of the answer on, as
  /// who reads the body may take his time, and ask meanwhile.
  @inline(never)
  private func sendChange(
    _ request: FetchRequest,
    at place: LoadPlace,
    _ heartbeat: SilenceWatch.Heartbeat?
  ) async throws -> TransportResponse {
    do {
      let response = try await send(request, at: place, heartbeat)
      await changed(by: request, response.head)
      return response
    } catch {
      if error.mayFollowSending { await changed(by: request, nil) }
      throw error
    }
  }

  /// The request that a redirect asks for, or nil where the head is none (RFC 9110, section 15.4).
  private func redirect(of request: FetchRequest, to head: FetchHead) throws(FetchError) -> FetchRequest? {
    guard [301, 302, 303, 307, 308].contains(head.status) else { return nil }
    guard let location = head.fields["Location"] else {
      throw FetchError(request.url, .badRedirect(reason: "it says \(head.status) but not where to"))
    }
    guard let resolved = URL(string: location, relativeTo: request.url)?.absoluteURL else {
      throw FetchError(request.url, .badRedirect(reason: "“\(URL.redacting(location))” is not an address"))
    }
    let url: URL
    do {
      url = try URL(fetching: resolved.absoluteString)
    } catch {
      let reason = "it leads to “\(resolved.redacted)”, and \(error.reason)"
      throw FetchError(request.url, .badRedirect(reason: reason))
    }
    if request.url.scheme?.lowercased() == "https", url.scheme?.lowercased() == "http" {
      let reason = "it leaves the secure connection for \(url.redacted)"
      throw FetchError(request.url, .badRedirect(reason: reason))
    }
    let next = request.redirected(to: url, status: head.status)
    guard next.body?.isRepeatable ?? true else {
      throw FetchError(request.url, .badRedirect(reason: "the body that was sent can be sent once only"))
    }
    return next
  }
}

extension Error {
  /// Whether the server may have been sent the request, though nothing has come of it.
  fileprivate var mayFollowSending: Bool {
    switch (self as? FetchError)?.cause {
    case .cannotConnect, .hostNotFound: false
    default: true
    }
  }
}
