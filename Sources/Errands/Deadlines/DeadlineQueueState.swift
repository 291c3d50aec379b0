/// The deadlines of many runs, as a value. Each event answers with what to do.
struct DeadlineQueueState<Instant: Comparable & Sendable>: Sendable {
  private var heap = DeadlineHeap<Instant>()
  private var actions: [UInt64: @Sendable () -> Void] = [:]
  private var lastNumber: UInt64 = 0
  /// Until when the thread sleeps; nil while it is awake, or sleeps for nobody.
  private var sleepsUntil: Instant?

  var count: Int { actions.count }
  /// Those taken away included, until the next clearing.
  var waitingEntries: Int { heap.entries.count }

  /// Adds a deadline. `isFirst` says that the thread has to be woken, as it would sleep too long.
  mutating func add(
    _ instant: Instant,
    _ action: @escaping @Sendable () -> Void
  ) -> (number: UInt64, isFirst: Bool) {
    lastNumber += 1
    heap.add(.init(instant: instant, number: lastNumber))
    actions[lastNumber] = action
    if let sleepsUntil, sleepsUntil <= instant { return (lastNumber, false) }
    sleepsUntil = instant
    return (lastNumber, true)
  }

  /// Takes a deadline away. The thread is let sleep: waking it would cost more than its dream.
  mutating func remove(_ number: UInt64) -> (@Sendable () -> Void)? {
    let removed = actions.removeValue(forKey: number)
    if heap.entries.count > 64, heap.entries.count > 2 * actions.count {
      heap.keep { actions[$0] != nil }
    }
    return removed
  }

  /// The thread has woken: what is due, and until when to sleep.
  mutating func wake(at now: Instant) -> (due: [@Sendable () -> Void], sleepUntil: Instant?) {
    var due: [@Sendable () -> Void] = []
    while let first = heap.first, first.instant <= now || actions[first.number] == nil {
      heap.removeFirst()
      if let action = actions.removeValue(forKey: first.number) { due.append(action) }
    }
    sleepsUntil = heap.first?.instant
    return (due, sleepsUntil)
  }
}
