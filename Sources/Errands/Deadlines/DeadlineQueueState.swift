/// The deadlines of many runs, as a value. Each event answers with what to do.
struct DeadlineQueueState<Instant: Comparable & Sendable>: Sendable {
  private var heap = DeadlineHeap<Instant>()
  private var actions: [UInt64: @Sendable () -> Void] = [:]
  private var lastNumber: UInt64 = 0
  /// Until when sleepers were sent, the earliest last.
  private var sleepers: [Instant] = []

  var count: Int { actions.count }
  /// Those taken away included, until the next clearing.
  var waitingEntries: Int { heap.entries.count }

  /// Adds a deadline. `sleepUntil` is where a sleeper has to be sent, nil where one wakes early enough anyway.
  mutating func add(
    _ instant: Instant,
    _ action: @escaping @Sendable () -> Void
  ) -> (number: UInt64, sleepUntil: Instant?) {
    lastNumber += 1
    heap.add(.init(instant: instant, number: lastNumber))
    actions[lastNumber] = action
    return (lastNumber, sleeper(for: instant))
  }

  /// Takes a deadline away. The sleeper is let sleep: waking it would cost more than its dream.
  mutating func remove(_ number: UInt64) -> (@Sendable () -> Void)? {
    let removed = actions.removeValue(forKey: number)
    if heap.entries.count > 64, heap.entries.count > 2 * actions.count {
      heap.keep { actions[$0] != nil }
    }
    return removed
  }

  /// A sleeper that was sent until `instant` has woken: what is due, and until when to sleep on.
  mutating func wake(
    at now: Instant,
    sentUntil instant: Instant
  ) -> (due: [@Sendable () -> Void], sleepUntil: Instant?) {
    if let place = sleepers.lastIndex(of: instant) { sleepers.remove(at: place) }
    var due: [@Sendable () -> Void] = []
    while let first = heap.first, first.instant <= now || actions[first.number] == nil {
      heap.removeFirst()
      if let action = actions.removeValue(forKey: first.number) { due.append(action) }
    }
    return (due, heap.first.flatMap { sleeper(for: $0.instant) })
  }

  /// Until when one has to be sent to sleep, or nil where another wakes early enough.
  private mutating func sleeper(for instant: Instant) -> Instant? {
    if let earliest = sleepers.last, earliest <= instant { return nil }
    sleepers.append(instant)
    return instant
  }
}
