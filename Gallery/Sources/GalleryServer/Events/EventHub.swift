import Synchronization

/// Hands events to all who listen, and keeps the latest for those who come back.
///
/// A listener that does not keep up loses the oldest events, not the server's memory.
final class EventHub: Sendable {
  private struct State {
    var lastID: UInt64 = 0
    var lastListener = 0
    var recent: [ServerSentEvent] = []
    var listeners: [Int: AsyncStream<ServerSentEvent>.Continuation] = [:]
    var isFinished = false
  }

  private static let kept = 256
  private let state = Mutex(State())
  private let listenerLimit: Int

  init(listenerLimit: Int) {
    self.listenerLimit = listenerLimit
  }

  var listenerCount: Int { state.withLock { $0.listeners.count } }

  func publish(_ name: String, data: String) {
    state.withLock { state in
      state.lastID += 1
      let event = ServerSentEvent(id: state.lastID, name: name, data: data)
      state.recent.append(event)
      if state.recent.count > Self.kept { state.recent.removeFirst(state.recent.count - Self.kept) }
      for listener in state.listeners.values { listener.yield(event) }
    }
  }

  /// The events from now on; for one who comes back, first those after the last that it saw.
  ///
  /// - Throws: A problem with status 503 where too many listen already.
  func listen(after last: UInt64?) throws -> AsyncStream<ServerSentEvent> {
    let (events, listener) = AsyncStream.makeStream(
      of: ServerSentEvent.self,
      bufferingPolicy: .bufferingNewest(Self.kept)
    )
    let number: Int? = state.withLock { state in
      guard !state.isFinished, state.listeners.count < listenerLimit else { return nil }
      state.lastListener += 1
      state.listeners[state.lastListener] = listener
      // Said at once, so that the client knows that the stream is open before anything happens.
      listener.yield(.heartbeat)
      if let last {
        // A number that was never given out is of an earlier process: its client has seen nothing of this one.
        let seen = last > state.lastID ? 0 : last
        for event in state.recent where event.id ?? 0 > seen { listener.yield(event) }
      }
      return state.lastListener
    }
    guard let number else {
      throw Problem.busy("Too many pages listen to events already; try again in a little while.")
    }
    listener.onTermination = { [weak self] _ in
      self?.state.withLock { _ = $0.listeners.removeValue(forKey: number) }
    }
    return events
  }

  /// Sends a heartbeat to everybody who listens.
  func beat() {
    let listeners = state.withLock { Array($0.listeners.values) }
    for listener in listeners { listener.yield(.heartbeat) }
  }

  /// Ends every stream.
  func finish() {
    let listeners = state.withLock { state in
      defer {
        state.listeners = [:]
        state.isFinished = true
      }
      return Array(state.listeners.values)
    }
    for listener in listeners { listener.finish() }
  }
}
