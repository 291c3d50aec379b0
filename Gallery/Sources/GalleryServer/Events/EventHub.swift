import ErrandsCombine
import GalleryConnections
import GalleryJobs

/// Hands events to all listeners, and keeps the latest for listeners that come back.
///
/// A listener that does not keep up, or was away for so long that not all of what it missed is kept, is told so, and has
/// to read what it wants to know. A listener of ticks watches the clock for as long as it listens; ticks go to no other
/// one, and are not kept.
final class EventHub: Sendable {
  private struct State {
    var latest: EventID
    var lastListener = 0
    var recent = EventRing()
    var mailboxes: [Int: EventMailbox] = [:]
    /// Let go of when the listener leaves, and with the last one the clock stops.
    var watching: [Int: SafeCancellable] = [:]
    var isFinished = false

    /// Why one more cannot be let in.
    func refusal(of client: ClientAddress?, _ most: Int, ofOne mostOfOne: Int) -> Problem? {
      if isFinished { return .busy("The server is about to end; try again in a moment.") }
      if let client, mailboxes.values.count(where: { $0.client == client }) >= mostOfOne {
        return Problem(
          status: .tooManyRequests,
          detail: "You have \(mostOfOne) streams of events open, as many as one may; close a page.",
          retryAfter: 5
        )
      }
      guard mailboxes.count >= most else { return nil }
      return .busy("Too many pages listen to events already; try again in a little while.")
    }

    /// Keeps it, and puts it where it is wanted.
    ///
    /// - Returns: Those to be woken, outside the lock: to wake a task takes a lock of the system's, which one that is being
    ///   cancelled holds while it leaves here.
    mutating func publish(_ draft: EventDraft) -> [EventMailbox] {
      let cursor = draft.place.flatMap { place in
        latest.cursor.map { BatchCursor(store: $0.store, place: place) }
      }
      latest = EventID(epoch: latest.epoch, number: latest.number + 1, cursor: cursor ?? latest.cursor)
      let event = ServerSentEvent(draft, id: latest)
      recent.append(event)
      return put(event)
    }

    mutating func move(to cursor: BatchCursor) {
      latest = EventID(epoch: latest.epoch, number: latest.number, cursor: cursor)
    }

    /// What followed; nil where not all of that is kept, or the listener had not heard all of what went before: one that
    /// was lost while it was told what it had missed.
    func events(after id: EventID) -> ArraySlice<ServerSentEvent>? {
      guard id.epoch == latest.epoch, id.number <= latest.number else { return nil }
      guard let (seen, events) = recent.events(after: id.number, latest: latest) else { return nil }
      return id.cursor?.place ?? 0 < seen.cursor?.place ?? 0 ? nil : events
    }

    /// The same of one that is not kept.
    func put(_ event: ServerSentEvent) -> [EventMailbox] {
      let wanting = mailboxes.values.filter { $0.wants(event) }
      for mailbox in wanting { mailbox.put(event) }
      return wanting
    }
  }

  private let state: Lock<State>
  private let listenerLimit: Int
  private let listenerLimitOfOne: Int
  private let clock: WallClock

  /// - Parameters:
  ///   - listenerLimit: Listeners in all.
  ///   - listenerLimitOfOne: Listeners of one client.
  ///   - epoch: A name that no other process has.
  init(
    listenerLimit: Int,
    ofOneClient listenerLimitOfOne: Int = .max,
    clock: WallClock = WallClock(),
    epoch: String = String(UInt64.random(in: .min ... .max), radix: 36)
  ) {
    self.listenerLimit = listenerLimit
    self.listenerLimitOfOne = listenerLimitOfOne
    self.clock = clock
    state = Lock(State(latest: EventID(epoch: epoch, number: 0)))
  }

  var listenerCount: Int { state.withLock { $0.mailboxes.count } }

  /// Whether somebody listens to the topic.
  func isHeard(_ topic: EventTopic) -> Bool {
    state.withLock { $0.mailboxes.values.contains { $0.topics.contains(topic) } }
  }

  /// Tells who listens now; it is not kept for those that come back.
  func tell(_ name: String, data: String, topic: EventTopic) {
    let event = ServerSentEvent(id: nil, name: name, data: data, topic: topic)
    for mailbox in state.withLock({ $0.put(event) }) { mailbox.wake() }
  }

  func publish(_ name: String, data: String, topic: EventTopic = .loads) {
    publish([EventDraft(name: name, data: data, topic: topic)])
  }

  /// Tells events that belong together, with nothing between them.
  func publish(_ drafts: [EventDraft]) {
    let told = state.withLock { state in drafts.flatMap { state.publish($0) } }
    for mailbox in told { mailbox.wake() }
  }

  /// The place after all that has been told here of batches; nil before it has begun.
  var told: BatchCursor? { state.withLock { $0.latest.cursor } }

  /// Says that all that was told of batches before a place has been told here, or has been missed.
  func advance(to cursor: BatchCursor) {
    state.withLock { $0.move(to: cursor) }
  }

  /// Says what had been told of batches before this process began to tell.
  func begin(at cursor: BatchCursor) {
    state.withLock { if $0.latest.cursor == nil { $0.move(to: cursor) } }
  }

  /// The events of these topics from now on; for a client that comes back, first those after the last that it saw.
  ///
  /// - Parameters:
  ///   - batch: The only batch to hear of; nil for all. One who comes for the first time hears of it from its beginning.
  ///   - client: The client that listens; nil where that is not known, which counts for no client's share.
  /// - Returns: A listener; where it has a gap, that is to be filled by ``fill(_:missed:with:upTo:)`` before it begins.
  /// - Throws: A problem with status 429 where this client listens too often already, 503 where too many do.
  func listen(
    _ resumption: EventResumption = .first,
    topics: Set<EventTopic> = .usual,
    batch: String? = nil,
    as client: ClientAddress? = nil
  ) throws(Problem) -> EventListener {
    let (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let mailbox = EventMailbox(client: client, topics: topics, batch: batch, signal: signal)
    let (number, gap) = try state.withLock { state throws(Problem) in
      if let refusal = state.refusal(of: client, listenerLimit, ofOne: listenerLimitOfOne) { throw refusal }
      state.lastListener += 1
      state.mailboxes[state.lastListener] = mailbox
      return (state.lastListener, Self.resume(mailbox, resumption, in: state))
    }
    signal.onTermination = { [weak self] _ in self?.leave(number) }
    if topics.contains(.clock) { watch(for: number, mailbox) }
    return EventListener(mailbox, signals: signals, gap: gap)
  }

  /// Hands over what the listener has not seen; gives what is not to be found here.
  private static func resume(
    _ mailbox: EventMailbox,
    _ resumption: EventResumption,
    in state: State
  ) -> EventGap? {
    switch resumption {
    case .first where mailbox.batch == nil: mailbox.begin(with: [.heartbeat])
    case .first: return EventGap(cursor: nil, isReturning: false, latest: state.latest)
    case .unknown: return EventGap(cursor: nil, isReturning: true, latest: state.latest)
    case .after(let id):
      guard let events = state.events(after: id) else {
        return EventGap(cursor: id.cursor, isReturning: true, latest: state.latest)
      }
      // It may have heard of batches what was kept, and not told here yet.
      mailbox.begin(with: [.heartbeat] + events.filter(mailbox.wants), upTo: id.cursor?.place ?? 0)
    }
    return nil
  }

  /// Begins a listener's events with what it missed.
  ///
  /// - Parameters:
  ///   - listener: As ``listen(_:topics:batch:as:)`` gave it.
  ///   - missed: The topics of which something cannot be told any more.
  ///   - drafts: What can.
  ///   - position: After all that was ever told of batches by then; nil where that is not known.
  func fill(
    _ listener: EventListener,
    missed: Set<EventTopic>,
    with drafts: [EventDraft] = [],
    upTo position: BatchCursor? = nil
  ) {
    guard let gap = listener.gap else { return }
    var cursor = gap.cursor ?? position.map { BatchCursor(store: $0.store, place: 0) }
    let id = { EventID(epoch: gap.latest.epoch, number: gap.latest.number, cursor: $0) }
    // Said at once, so that the client knows that the stream is open before anything happens.
    var events = [ServerSentEvent.heartbeat]
    if !missed.isEmpty {
      events.append(.missed(missed, id: id(drafts.isEmpty ? position ?? gap.latest.cursor : cursor)))
    }
    for draft in drafts {
      if let place = draft.place, let position { cursor = BatchCursor(store: position.store, place: place) }
      events.append(ServerSentEvent(draft, id: id(cursor)))
    }
    listener.mailbox.begin(with: events, upTo: position?.place ?? 0)
  }

  private func watch(for number: Int, _ mailbox: EventMailbox) {
    let watching = clock.watch { tick in
      mailbox.hand(ServerSentEvent(id: nil, name: "tick", data: JSONText.line(tick), topic: .clock))
    }
    // A listener that has left by now takes nothing, and the watching ends here.
    state.withLock { if $0.mailboxes[number] != nil { $0.watching[number] = watching } }
  }

  private func leave(_ number: Int) {
    // Let go of outside the lock: the clock has one of its own.
    let left = state.withLock { state in
      (state.mailboxes.removeValue(forKey: number), state.watching.removeValue(forKey: number))
    }
    withExtendedLifetime(left) {}
  }

  /// Sends a heartbeat to all listeners.
  func beat() {
    for mailbox in state.withLock({ Array($0.mailboxes.values) }) { mailbox.beat() }
  }

  /// Ends every stream.
  func finish() {
    let (mailboxes, watching) = state.withLock { state in
      defer {
        state.mailboxes = [:]
        state.watching = [:]
        state.isFinished = true
      }
      return (Array(state.mailboxes.values), Array(state.watching.values))
    }
    withExtendedLifetime(watching) {}
    for mailbox in mailboxes { mailbox.finish() }
  }
}

extension ServerSentEvent {
  fileprivate convenience init(_ draft: EventDraft, id: EventID) {
    self.init(
      id: id,
      name: draft.name,
      data: draft.data,
      topic: draft.topic,
      batch: draft.batch,
      place: draft.place,
      first: draft.first
    )
  }
}
