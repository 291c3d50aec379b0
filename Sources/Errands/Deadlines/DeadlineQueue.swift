import Dispatch

/// Deadlines on one clock, with one thread asleep for all of them.
///
/// A task that sleeps for a deadline and is cancelled, because the work was done in time, leaves its timer
/// behind until the time has come: a server with 10,000 loads a second and a deadline of 30 seconds held
/// 300,000 of them.
///
/// No user code runs on the thread. What is due goes, in order, to threads that may block: a hook that slept
/// for a second used to delay every deadline of the process, and a hook that waited for a deadline stopped
/// all of them for ever.
final class DeadlineQueue: Sendable {
  typealias Instant = ContinuousClock.Instant
  typealias Action = @Sendable () -> Void

  private let state = Lock(DeadlineQueueState<Instant>())
  /// Wakes the thread where a deadline comes before those it sleeps for.
  private let alarm = DispatchSemaphore(value: 0)

  /// The queue for all deadlines on the continuous clock. Its thread ends with the process.
  static let continuous = DeadlineQueue()

  /// How many deadlines are still to come.
  var count: Int { state.withLock { $0.count } }

  /// Calls `action` once the time has come, unless it is removed before. O(log n).
  func add(at instant: Instant, _ action: @escaping Action) -> SlotIndex {
    let (place, isFirst, isAttended) = state.withLock { state in
      defer { state.isAttended = true }
      let (place, isFirst) = state.add(instant, .init(call: action))
      return (place, isFirst, state.isAttended)
    }
    if !isAttended { attend() }
    if isFirst { alarm.signal() }
    return place
  }

  /// Where the system has no thread to give, the next deadline asks for it again.
  private func attend() {
    if !WorkerThreads.detach("errands.deadlines", { self.work() }) {
      state.withLock { $0.isAttended = false }
    }
  }

  func remove(_ place: SlotIndex) {
    // Handed out of the lock: what the action captured may have deadlines of its own.
    _ = state.withLock { $0.remove(place) }
  }

  private func work() {
    while true {
      let next = beginDue()
      // A look now and then: the time for which the machine is suspended counts for the clock, and not for
      // dispatch.
      _ = alarm.wait(
        timeout: next.map { .after(min(.seconds(60), ContinuousClock.now.duration(to: $0))) }
          ?? .distantFuture
      )
    }
  }

  /// Hands over what is due, and gives the time of the next. What was due is let go of when this returns: the
  /// thread that slept with it in hand kept alive what it had captured until the next deadline came.
  private func beginDue() -> Instant? {
    let (due, next) = state.withLock { $0.wake(at: .now) }
    for action in due { WorkerThreads.shared.start(action.call) }
    return next
  }
}

/// The deadlines of many runs, as a value. Each event answers with what to do.
struct DeadlineQueueState<Instant: Comparable & Sendable>: Sendable {
  /// In a struct: a function by itself is put into another one, made for it, where it goes into a list of anything.
  struct Action: Sendable {
    let call: @Sendable () -> Void
  }

  private var heap = DeadlineHeap<Instant>()
  private var actions = Slots<Action>()
  /// Until when the thread sleeps; nil while it is awake, or has no deadline to wait for.
  private var sleepsUntil: Instant?
  /// Whether there is a thread that sleeps for them, or one is being made.
  var isAttended = false

  var count: Int { actions.count }
  /// Removed deadlines included, until the next clearing.
  var waitingEntries: Int { heap.entries.count }

  /// Adds a deadline. `isFirst` says that the thread has to be woken, as it would sleep too long.
  mutating func add(_ instant: Instant, _ action: Action) -> (place: SlotIndex, isFirst: Bool) {
    let place = actions.insert(action)
    heap.add(.init(instant: instant, place: place))
    if let sleepsUntil, sleepsUntil <= instant { return (place, false) }
    sleepsUntil = instant
    return (place, true)
  }

  /// Removes a deadline. The thread sleeps on: waking it would cost more than a look in vain.
  mutating func remove(_ place: SlotIndex) -> Action? {
    let removed = take(place)
    if heap.entries.count > 64, heap.entries.count > 2 * actions.count {
      heap.keep { actions.slot(of: $0) != nil }
    }
    return removed
  }

  /// The thread has woken: what is due, and until when to sleep.
  mutating func wake(at now: Instant) -> (due: [Action], sleepUntil: Instant?) {
    var due: [Action] = []
    while let first = heap.first, first.instant <= now || actions.slot(of: first.place) == nil {
      heap.removeFirst()
      if let action = take(first.place) { due.append(action) }
    }
    sleepsUntil = heap.first?.instant
    return (due, sleepsUntil)
  }

  private mutating func take(_ place: SlotIndex) -> Action? {
    actions.slot(of: place).flatMap { actions.remove($0) }
  }
}

/// Deadlines by their order in time; among equals, first come first served. A binary heap: adding one and
/// taking the next cost O(log n).
struct DeadlineHeap<Instant: Comparable & Sendable>: Sendable {
  struct Entry: Sendable {
    let instant: Instant
    let place: SlotIndex

    static func < (left: Entry, right: Entry) -> Bool {
      (left.instant, left.place.number) < (right.instant, right.place.number)
    }
  }

  private(set) var entries: [Entry] = []

  var first: Entry? { entries.first }

  mutating func add(_ entry: Entry) {
    entries.append(entry)
    var child = entries.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard entries[child] < entries[parent] else { return }
      entries.swapAt(child, parent)
      child = parent
    }
  }

  mutating func removeFirst() {
    guard let last = entries.popLast(), !entries.isEmpty else { return }
    entries[0] = last
    sift(0)
  }

  /// Throws away what is not wanted any more.
  mutating func keep(_ isWanted: (SlotIndex) -> Bool) {
    entries.removeAll { !isWanted($0.place) }
    for parent in stride(from: entries.count / 2 - 1, through: 0, by: -1) { sift(parent) }
  }

  private mutating func sift(_ start: Int) {
    var parent = start
    while true {
      var least = parent
      for child in 2 * parent + 1...2 * parent + 2 where child < entries.count {
        if entries[child] < entries[least] { least = child }
      }
      guard least != parent else { return }
      entries.swapAt(least, parent)
      parent = least
    }
  }
}
