extension ScriptedUpstream {
  /// How many connections have been accepted, ever.
  public var connectionsAccepted: Int {
    server.ledger.read { $0.connectionsAccepted }
  }

  /// How many connections are open.
  public var connectionsOpen: Int {
    server.ledger.read { $0.connections.count }
  }

  /// The latest requests, oldest first, as many as the server keeps. A request is there once its content has
  /// come.
  public var requests: [RecordedRequest] {
    server.ledger.read { $0.requests }
  }

  /// How many requests have come, ever.
  public var requestCount: Int {
    server.ledger.read { $0.requestsEver }
  }

  /// Bytes handed to the sockets, heads and framing included. What a client has received is always counted;
  /// what it left behind may be, up to the last write (about 64 KiB, or the bytes of one step).
  public var bytesSent: Int {
    server.ledger.read { $0.bytesSent }
  }

  /// Bytes of content that have come with requests, ever, without framing: also of requests that are not whole yet, or
  /// that were answered before they were.
  public var contentBytesReceived: Int {
    server.ledger.read { $0.contentBytesReceived }
  }

  /// How many clients closed their connection before the script of their answer had ended.
  public var earlyCloses: Int {
    server.ledger.read { $0.earlyCloses }
  }

  /// The largest number of requests that were being answered at the same time. An answer ends when its last
  /// bytes are handed to the socket, so a client that keeps to a limit is never seen above it, except by
  /// leaving: a request that was left is in the count until the server has noticed.
  public var mostRequestsAtOnce: Int {
    server.ledger.read { $0.mostRequestsAtOnce }
  }

  /// The request with this number, counted from 1 over the server's life; waits until it has come.
  ///
  /// - Throws: ``ScriptedUpstreamError/forgotten(request:kept:)`` if it has made room for later ones,
  ///   ``ScriptedUpstreamError/stopped`` if it never came, `CancellationError` if the waiting task is
  ///   cancelled.
  public func request(_ number: Int) async throws -> RecordedRequest {
    precondition(number > 0, "requests are counted from 1")
    return try await server.ledger.first { $0.request(number) }.get()
  }

  /// Waits until so many clients have left early.
  ///
  /// - Throws: ``ScriptedUpstreamError/stopped``, or `CancellationError` if the waiting task is cancelled.
  public func earlyCloses(atLeast count: Int) async throws {
    try await server.ledger.first { $0.reached($0.earlyCloses >= count) }.get()
  }

  /// Waits until so many bytes of content have come with requests.
  ///
  /// - Throws: ``ScriptedUpstreamError/stopped``, or `CancellationError` if the waiting task is cancelled.
  public func contentBytesReceived(atLeast count: Int) async throws {
    try await server.ledger.first { $0.reached($0.contentBytesReceived >= count) }.get()
  }

  /// Waits until at most so many connections are open.
  ///
  /// - Throws: `CancellationError` if the waiting task is cancelled.
  public func connectionsOpen(atMost count: Int) async throws {
    try await server.ledger.wait { $0.connections.count <= count }
  }
}
