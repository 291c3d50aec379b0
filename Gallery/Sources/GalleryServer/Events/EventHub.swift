import ErrandsCombine
import GalleryConnections
import GalleryJobs

/// Hands events to all listeners, and keeps the latest for listeners that come back.
///
/// A listener that does not keep up loses the oldest events, not the server's memory. A listener of ticks watches the
/// clock for as long as it listens; ticks go to no other one, and are not kept.
final class EventHub: Sendable {
  private struct Listener {
    let client: ClientAddress?
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

    /// Why one more cannot be let in.
    func refusal(of client: ClientAddress?, _ most: Int, ofOne mostOfOne: Int) -> Problem? {
      if isFinished { return .busy("The server is about to end; try again in a moment.") }
      if let client, listeners.values.count(where: { $0.client == client }) >= mostOfOne {
        return Problem(
          status: .tooManyRequests,
          detail: "You have \(mostOfOne) streams of events open, as many as one may; close a page.",
          retryAfter: 5
        )
      }
      guard listeners.count >= most else { return nil }
      return .busy("Too many pages listen to events already; try again in a little while.")
    }
  }

  private static let kept = 256
  private let state = Lock(State())
  private let listenerLimit: Int
  private let listenerLimitOfOne: Int
  private let clock: WallClock

  /// - Parameters:
  ///   - listenerLimit: Listeners in all.
  ///   - listenerLimitOfOne: Listeners of one client.
  init(listenerLimit: Int, ofOneClient listenerLimitOfOne: Int = .max, clock: WallClock = WallClock()) {
    self.listenerLimit = listenerLimit
    self.listenerLimitOfOne = listenerLimitOfOne
    self.clock = clock
  }

  var listenerCount: Int { state.withLock { $0.listeners.count } }

  /// Whether somebody listens to the topic.
  func isHeard(_ topic: EventTopic) -> Bool {
    state.withLock { $0.listeners.values.contains { $0.topics.contains(topic) } }
  }

  /// Tells who listens now; it is not kept for those that come back.
  func tell(_ name: String, data: String, topic: EventTopic) {
    let event = ServerSentEvent(id: nil, name: name, data: data, topic: topic)
    state.withLock { state in
      for listener in state.listeners.values where listener.topics.contains(topic) {
        listener.events.yield(event)
      }
    }
  }

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

  /// The events of these topics from now on; for a client that comes back, first those after the last that it saw.
  ///
  /// - Parameter client: The client that listens; nil where that is not known, which counts for no client's share.
  /// - Throws: A problem with status 429 where this client listens too often already, 503 where too many do.
  func listen(
    after last: UInt64?,
    topics: Set<EventTopic> = .usual,
    as client: ClientAddress? = nil
  ) throws(Problem) -> AsyncStream<ServerSentEvent> {
    let (events, listener) = AsyncStream.makeStream(
      of: ServerSentEvent.self,
      bufferingPolicy: .bufferingNewest(Self.kept)
    )
    let number = try state.withLock { state throws(Problem) in
      if let refusal = state.refusal(of: client, listenerLimit, ofOne: listenerLimitOfOne) { throw refusal }
      state.lastListener += 1
      state.listeners[state.lastListener] = Listener(client: client, topics: topics, events: listener)
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
    listener.onTermination = { [weak self] _ in self?.leave(number) }
    if topics.contains(.clock) { watch(for: number, listener) }
    return events
  }

  private func watch(for number: Int, _ listener: AsyncStream<ServerSentEvent>.Continuation) {
    let watching = clock.watch { tick in
      listener.yield(ServerSentEvent(id: nil, name: "tick", data: JSONText.line(tick), topic: .clock))
    }
    // A listener that has left by now takes nothing, and the watching ends here.
    state.withLock { $0.listeners[number]?.watching = watching }
  }

  private func leave(_ number: Int) {
    // Let go of outside the lock: the clock has one of its own.
    let listener = state.withLock { $0.listeners.removeValue(forKey: number) }
    withExtendedLifetime(listener) {}
  }

  /// Sends a heartbeat to all listeners.
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
