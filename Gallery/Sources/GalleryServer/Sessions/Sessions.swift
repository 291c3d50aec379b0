import GalleryConnections
import GalleryJobs
import ServiceLifecycle

/// The sessions that are open, and the streams of events in them, which end with them.
final class Sessions: Sendable {
  private struct Stream {
    weak var connection: Connection?
  }

  private struct State {
    var table: SessionTable
    var streams: [SessionID: [Stream]] = [:]

    /// The connections of sessions that have ended.
    mutating func takeStreams(of ids: [SessionID]) -> [Connection] {
      ids.flatMap { streams.removeValue(forKey: $0) ?? [] }.compactMap(\.connection)
    }
  }

  let limits: SessionTable.Limits
  private let state: Lock<State>

  init(limits: SessionTable.Limits = SessionTable.Limits()) {
    self.limits = limits
    state = Lock(State(table: SessionTable(limits: limits)))
  }

  /// Begins a session, and gives its token.
  func begin(at now: ContinuousClock.Instant = .now) -> String {
    let token = SessionID.newToken()
    let streams = state.withLock { state in
      let ended = state.table.begin(SessionID(token: token), at: now)
      return state.takeStreams(of: ended.map { [$0] } ?? [])
    }
    end(streams)
    return token
  }

  /// The first of the sessions that is open, which uses it.
  func open(among tokens: [Substring], at now: ContinuousClock.Instant = .now) -> SessionID? {
    let ids = tokens.map { SessionID(token: $0) }
    return state.withLock { state in ids.first { state.table.use($0, at: now) } }
  }

  /// Ends all of them.
  func end(_ tokens: [Substring]) {
    let ids = tokens.map { SessionID(token: $0) }
    let streams = state.withLock { state in
      for id in ids { state.table.end(id) }
      return state.takeStreams(of: ids)
    }
    end(streams)
  }

  /// Ends those whose time is over.
  func sweep(at now: ContinuousClock.Instant = .now) {
    let streams = state.withLock { state in
      let ended = state.table.sweep(at: now)
      return state.takeStreams(of: ended)
    }
    end(streams)
  }

  /// A stream over this connection lasts no longer than the session.
  ///
  /// - Returns: False where the session has ended meanwhile.
  func add(_ connection: Connection, to id: SessionID, at now: ContinuousClock.Instant = .now) -> Bool {
    state.withLock { state in
      guard state.table.use(id, at: now) else { return false }
      let others = (state.streams[id] ?? []).filter { $0.connection != nil }
      state.streams[id] = others + [Stream(connection: connection)]
      return true
    }
  }

  /// For what is done for a client, the end of its session is as if it had left.
  private func end(_ streams: [Connection]) {
    for connection in streams { connection.clientHasLeft() }
  }
}

/// Looks now and then whose time is over: a stream of events asks for nothing, and would go on for ever.
struct SessionSweep: Service {
  let sessions: Sessions
  let interval: Duration

  func run() async {
    try? await cancelWhenGracefulShutdown {
      while true {
        try await Task.sleep(for: interval)
        sessions.sweep()
      }
    }
  }
}
