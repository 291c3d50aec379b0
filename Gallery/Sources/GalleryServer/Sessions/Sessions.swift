import Errands
import GalleryConnections
import GalleryDatabase
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
    /// How often it was heard that sessions have ended, or may have.
    var endings = 0

    /// The connections of sessions that have ended.
    mutating func takeStreams(of ids: [SessionID]) -> [Connection] {
      ids.flatMap { streams.removeValue(forKey: $0) ?? [] }.compactMap(\.connection)
    }
  }

  /// How long what a store said of a session counts: for so long at most, one that has ended on another server goes on
  /// here, if that could not be told.
  static let trust = Duration.seconds(10)

  /// How often it is looked whether the sessions that have streams are still trusted.
  static let interval = Duration.seconds(5)

  /// How long the store is waited for before it counts as away.
  static let patience = Duration.seconds(2)

  let limits: SessionLimits
  private let store: (any SessionStore)?
  private let state: Lock<State>

  /// - Parameter store: What all servers know of them; what is known here is then a copy of it, for as long as ``trust``.
  init(limits: SessionLimits = SessionLimits(), store: (any SessionStore)? = nil) {
    self.limits = limits
    self.store = store
    state = Lock(State(table: SessionTable(limits: limits)))
  }

  /// Begins a session, and gives its token.
  ///
  /// - Throws: Why it cannot be kept.
  func begin(at now: ContinuousClock.Instant = .now) async throws -> String {
    let token = SessionID.newToken()
    let id = SessionID(token: token)
    try await store?.begin(id.text, within: limits)
    _ = adopt(id, at: now)
    return token
  }

  /// The first of the sessions that is open, which uses it.
  func open(among tokens: [Substring], at now: ContinuousClock.Instant = .now) async -> SessionID? {
    let ids = tokens.map { SessionID(token: $0) }
    while true {
      let (known, isFresh, endings) = state.withLock { state in
        let known = ids.first { state.table.use($0, at: now) }
        let isFresh = known.flatMap { state.table.confirmed($0) }.map { now - $0 < Self.trust } ?? false
        return (known, isFresh, state.endings)
      }
      guard let store, !isFresh, !ids.isEmpty else { return known }
      // While the store is away, what is known here counts.
      guard let open = await open(ids, in: store, isUse: true) else { return known }
      forget(ids.filter { !open.contains($0.text) })
      guard let id = ids.first(where: { open.contains($0.text) }) else { return nil }
      // What was said may be older than an end that was heard of meanwhile: then it is asked once more.
      if adopt(id, at: now, after: endings) { return id }
    }
  }

  /// Ends all of them.
  ///
  /// - Throws: Why that cannot be kept; they are open then.
  func end(_ tokens: [Substring]) async throws {
    let ids = tokens.map { SessionID(token: $0) }
    if !ids.isEmpty { try await store?.end(ids.map(\.text)) }
    state.withLock { $0.endings += 1 }
    forget(ids)
  }

  /// Ends here what ends on other servers, until its task is cancelled.
  func follow() async {
    guard let store else { return }
    for await ended in store.ends() {
      let known = state.withLock { state in
        state.endings += 1
        // What was missed is asked for again.
        if ended == nil { state.table.doubt() }
        return state.table.ids.filter { $0.text == ended }
      }
      forget(known)
      if ended == nil { await confirmStreams() }
    }
  }

  /// Asks of the sessions that have streams whether they are open, unless that was said lately; those that are not end.
  ///
  /// To hear of their ends is not enough: one is missed where the connection to the store breaks, or comes while the stream is just
  /// being opened, and what was asked in its place may find the store away. Such a stream went on for ever.
  func confirmStreams(at now: ContinuousClock.Instant = .now) async {
    guard let store else { return }
    let (ids, endings) = state.withLock { state in
      state.streams = state.streams.compactMapValues { streams in
        streams.contains { $0.connection != nil } ? streams : nil
      }
      // Those that will have been trusted for too long when they are looked at next.
      let due = state.streams.keys.filter { id in
        state.table.confirmed(id).map { now - $0 >= Self.trust - Self.interval } ?? true
      }
      return (Array(due), state.endings)
    }
    guard !ids.isEmpty, let open = await open(ids, in: store, isUse: false) else { return }
    forget(ids.filter { !open.contains($0.text) })
    state.withLock { state in
      // What was said may be older than an end that was heard of meanwhile.
      guard endings == state.endings else { return }
      for id in ids where open.contains(id.text) { state.table.confirmKnown(id, at: now) }
    }
  }

  /// Nil where the store is away.
  private func open(_ ids: [SessionID], in store: any SessionStore, isUse: Bool) async -> Set<String>? {
    let asking = Errand("sessions") { [limits] in
      try await store.open(among: ids.map(\.text), isUse: isUse, within: limits)
    }
    return try? await asking.timeout(after: Self.patience).value()
  }

  /// - Parameter endings: As they were when it was asked whether it is open; nil where it has just begun.
  /// - Returns: Whether it is known now; false where any has ended meanwhile.
  private func adopt(_ id: SessionID, at now: ContinuousClock.Instant, after endings: Int? = nil) -> Bool {
    let streams = state.withLock { state -> [Connection]? in
      if let endings, endings != state.endings { return nil }
      let ended = state.table.confirm(id, at: now)
      return state.takeStreams(of: ended.map { [$0] } ?? [])
    }
    end(streams ?? [])
    return streams != nil
  }

  private func forget(_ ids: [SessionID]) {
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

/// Looks now and then whose time is over, and hears what ends on other servers: a stream of events asks for nothing, and would
/// go on for ever.
struct SessionSweep: Service {
  let sessions: Sessions
  let interval: Duration

  func run() async {
    let following = Task { await sessions.follow() }
    try? await cancelWhenGracefulShutdown {
      while true {
        try await Task.sleep(for: min(interval, Sessions.interval))
        sessions.sweep()
        await sessions.confirmStreams()
      }
    }
    following.cancel()
  }
}
