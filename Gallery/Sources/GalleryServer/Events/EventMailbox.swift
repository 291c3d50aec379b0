import GalleryConnections
import GalleryJobs

/// What a listener has not taken yet.
///
/// One that does not keep up is told that it missed something: what it would have had to take is thrown away, and not the
/// server's memory taken for it.
final class EventMailbox: Sendable {
  private struct State {
    var waiting: [ServerSentEvent] = []
    var bytes = 0
    /// The last event that was thrown away.
    var missed: EventID?
    var hasMissed = false
    /// The client has left: what waits for it is nobody's.
    var hasLeft = false
    /// News of batches up to this place have been told.
    var floor: Int64 = 0
  }

  static let countLimit = 1024
  static let byteLimit = 1_000_000

  let client: ClientAddress?
  let topics: Set<EventTopic>
  /// The only batch to hear of; nil for all.
  let batch: String?
  private let state = Lock(State())
  private let signal: AsyncStream<Void>.Continuation

  init(
    client: ClientAddress?,
    topics: Set<EventTopic>,
    batch: String?,
    signal: AsyncStream<Void>.Continuation
  ) {
    self.client = client
    self.topics = topics
    self.batch = batch
    self.signal = signal
  }

  func wants(_ event: ServerSentEvent) -> Bool {
    guard topics.contains(event.topic) else { return false }
    guard let batch, let other = event.batch else { return true }
    return batch == other
  }

  /// Puts an event behind the others, and wakes who takes them.
  func hand(_ event: ServerSentEvent) {
    put(event)
    wake()
  }

  /// Puts an event behind the others.
  func put(_ event: ServerSentEvent) {
    state.withLock { state in
      guard let event = event.unheard(after: state.floor) else { return }
      state.bytes += event.buffer.readableBytes
      if state.waiting.count >= Self.countLimit || (state.bytes > Self.byteLimit && !state.waiting.isEmpty) {
        state.hasMissed = true
        state.missed = state.waiting.last { $0.id != nil }?.id ?? state.missed
        state.waiting = []
        state.bytes = event.buffer.readableBytes
      }
      state.waiting.append(event)
    }
  }

  /// Not to be called under a lock that one who leaves takes.
  func wake() { signal.yield() }

  /// Shows that the stream lives, where nothing else does.
  func beat() {
    if state.withLock({ $0.waiting.isEmpty }) { hand(.heartbeat) }
  }

  /// Begins with what happened before: these go before all others, and what they have told is told no second time.
  ///
  /// - Parameter floor: The place up to which news of batches are among them, or were heard before.
  func begin(with events: [ServerSentEvent], upTo floor: Int64 = 0) {
    state.withLock { state in
      state.floor = max(state.floor, floor)
      let later = state.waiting.compactMap { $0.unheard(after: floor) }
      state.waiting = events + later
      state.bytes = state.waiting.reduce(0) { $0 + $1.buffer.readableBytes }
    }
    signal.yield()
  }

  /// All that waits, which is then taken.
  func take() -> [ServerSentEvent] {
    state.withLock { state in
      var events = state.waiting
      if state.hasMissed {
        events.insert(.missed(topics.subtracting([.clock]), id: state.missed), at: 0)
      }
      state = State(hasLeft: state.hasLeft, floor: state.floor)
      return events
    }
  }

  func finish() { signal.finish() }

  /// Ends the events at once, and not behind those that wait.
  func leave() {
    state.withLock { state in
      state.hasLeft = true
      state.waiting = []
    }
    signal.finish()
  }

  fileprivate var hasLeft: Bool { state.withLock { $0.hasLeft } }
}

/// The events of a listener, as it takes them. Letting go of it is leaving.
struct EventListener: AsyncSequence, Sendable {
  let mailbox: EventMailbox
  /// What has to be looked up before it begins.
  let gap: EventGap?
  fileprivate let signals: AsyncStream<Void>

  init(_ mailbox: EventMailbox, signals: AsyncStream<Void>, gap: EventGap?) {
    self.mailbox = mailbox
    self.signals = signals
    self.gap = gap
  }

  struct AsyncIterator: AsyncIteratorProtocol {
    fileprivate let mailbox: EventMailbox
    fileprivate var signals: AsyncStream<Void>.AsyncIterator
    private var taken: ArraySlice<ServerSentEvent> = []

    fileprivate init(_ listener: EventListener) {
      mailbox = listener.mailbox
      signals = listener.signals.makeAsyncIterator()
    }

    mutating func next() async -> ServerSentEvent? {
      while !mailbox.hasLeft {
        if let event = taken.popFirst() { return event }
        taken = mailbox.take()[...]
        if taken.isEmpty, await signals.next() == nil {
          // What was handed over before the end is heard.
          taken = mailbox.take()[...]
          return taken.popFirst()
        }
      }
      return nil
    }
  }

  func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }
}

/// What a listener does not find among the latest events.
struct EventGap: Sendable, Equatable {
  /// What it has seen of batches; nil where nobody knows, or for one that has come for the first time.
  let cursor: BatchCursor?
  /// Whether it was there before, and so has missed what was told meanwhile.
  let isReturning: Bool
  /// The latest event when it came.
  let latest: EventID
}
