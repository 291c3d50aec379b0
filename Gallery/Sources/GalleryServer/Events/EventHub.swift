import ErrandsCombine
import GalleryJobs

/// Hands events to all who listen, and keeps the latest for those who come back.
///
/// A listener that does not keep up loses the oldest events, not the server's memory. Each one that wants to hear the
/// clock watches it for as long as it listens; ticks are nobody else's, and are not kept.
final class EventHub: Sendable {
  private struct Listener {
    let topics: Set<EventTopic>
    let events: AsyncStream<ServerSentEvent>.Continuation
    /// Let go of when the listener leaves, and with the last one the clock stops.
    var watching: SafeCancellable?
  }

  private struct State {
    var lastID: UInt64 = 0
    var lastListener = 0
    var recent: [ServerSentEvent] = []
    var listeners: [Int: Listener] = [:]
    var isFinished = false
  }

  private static let kept = 256
  private let state = Lock(State())
  private let listenerLimit: Int
  private let clock: WallClock

  init(listenerLimit: Int, clock: WallClock = WallClock()) {
    self.listenerLimit = listenerLimit
    self.clock = clock
  }

  var listenerCount: Int { state.withLock { $0.listeners.count } }

  func publish(_ name: String, data: String, topic: EventTopic = .loads) {
    state.withLock { state in
      state.lastID += 1
      let event = ServerSentEvent(id: state.lastID, name: name, data: data, topic: topic)
      state.recent.append(event)
      if state.recent.count > Self.kept { state.recent.removeFirst(state.recent.count - Self.kept) }
      for listener in state.listeners.values where listener.topics.contains(topic) {
        listener.events.yield(event)
      }
    }
  }

  /// The events of these topics from now on; for one who comes back, first those after the last that it saw.
  ///
  /// - Throws: A problem with status 503 where too many listen already.
  func listen(
    after last: UInt64?,
    topics: Set<EventTopic> = .all
  ) throws -> AsyncStream<ServerSentEvent> {
    let (events, listener) = AsyncStream.makeStream(
      of: ServerSentEvent.self,
      bufferingPolicy: .bufferingNewest(Self.kept)
    )
    let number: Int? = state.withLock { state in
      guard !state.isFinished, state.listeners.count < listenerLimit else { return nil }
      state.lastListener += 1
      state.listeners[state.lastListener] = Listener(topics: topics, events: listener)
      // Said at once, so that the client knows that the stream is open before anything happens.
      listener.yield(.heartbeat)
      if let last {
        // A number that was never given out is of an earlier process: its client has seen nothing of this one.
        let seen = last > state.lastID ? 0 : last
        for event in state.recent where event.id ?? 0 > seen && topics.contains(event.topic) {
          listener.yield(event)
        }
      }
      return state.lastListener
    }
    guard let number else {
      throw Problem.busy("Too many pages listen to events already; try again in a little while.")
    }
    listener.onTermination = { [weak self] _ in self?.leave(number) }
    if topics.contains(.clock) { watch(for: number, listener) }
    return events
  }

  private func watch(for number: Int, _ listener: AsyncStream<ServerSentEvent>.Continuation) {
    let watching = clock.watch { tick in
      listener.yield(ServerSentEvent(id: nil, name: "tick", data: JSONText.line(tick), topic: .clock))
    }
    // One that has left by now takes nothing, and the watching ends here.
    state.withLock { $0.listeners[number]?.watching = watching }
  }

  private func leave(_ number: Int) {
    // Let go of outside the lock: the clock has one of its own.
    let listener = state.withLock { $0.listeners.removeValue(forKey: number) }
    withExtendedLifetime(listener) {}
  }

  /// Sends a heartbeat to everybody who listens.
  func beat() {
    let listeners = state.withLock { Array($0.listeners.values) }
    for listener in listeners { listener.events.yield(.heartbeat) }
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
    for listener in listeners { listener.events.finish() }
  }
}
