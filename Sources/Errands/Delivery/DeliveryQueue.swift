/// The deliveries of one run to one executor, first come first served, one under way at a time. A value: each
/// event answers with the delivery to begin now.
///
/// One queue for progress and outcome alike is what makes "the last report comes before the outcome" and
/// "handlers in the order in which they were registered" hold on a concurrent executor, too.
struct DeliveryQueue: Sendable {
  struct Item: Sendable {
    let delivery: Delivery
    let call: @Sendable () -> Void
    /// Called instead, where the executor throws the work away.
    let dropped: @Sendable () -> Void
  }

  private var waiting = FirstInFirstOut<Item>()
  private var isUnderWay = false

  var waitingCount: Int { waiting.count }

  /// The item, if it may begin now.
  mutating func enqueue(_ item: Item) -> Item? {
    guard isUnderWay else {
      isUnderWay = true
      return item
    }
    waiting.append(item)
    return nil
  }

  /// Begins a delivery on the spot, where no other is under way.
  mutating func tryToBegin() -> Bool {
    defer { isUnderWay = true }
    return !isUnderWay
  }

  /// The delivery under way has ended: the one to begin now, if there is one.
  mutating func advance() -> Item? {
    let next = waiting.popFirst()
    isUnderWay = next != nil
    return next
  }
}

/// The delivery queues of one run: one for each executor, as no handler waits for another's executor. There
/// used to be one for all, and an observer on a suspended queue held up every handler, and every awaiter of
/// the run.
struct DeliveryQueues: Sendable {
  /// On the spot.
  var immediate = DeliveryQueue()
  /// The queues of executors that have a delivery under way, or are told the outcome: seldom more than two.
  private var others: [Other] = []
  private var isOutcomeImmediate = false

  private struct Other: Sendable {
    let executor: ObjectIdentifier
    var queue = DeliveryQueue()
    var bringsOutcome = false
  }

  mutating func enqueue(_ item: DeliveryQueue.Item) -> DeliveryQueue.Item? {
    guard let executor = item.delivery.executor else { return immediate.enqueue(item) }
    return others[queue(of: executor)].queue.enqueue(item)
  }

  mutating func advance(_ executor: ObjectIdentifier?) -> DeliveryQueue.Item? {
    guard let executor else { return immediate.advance() }
    guard let index = index(of: executor) else { return nil }
    let next = others[index].queue.advance()
    if next == nil, !others[index].bringsOutcome { others.remove(at: index) }
    return next
  }

  /// The outcome is to be told there.
  mutating func noteOutcome(for executor: ObjectIdentifier?) {
    guard let executor else { return isOutcomeImmediate = true }
    others[queue(of: executor)].bringsOutcome = true
  }

  /// Whether the outcome is to be told there, or has been.
  func bringsOutcome(to executor: ObjectIdentifier?) -> Bool {
    guard let executor else { return isOutcomeImmediate }
    return index(of: executor).map { others[$0].bringsOutcome } ?? false
  }

  /// How many deliveries wait there for the one that is under way.
  func waitingCount(for executor: ObjectIdentifier?) -> Int {
    guard let executor else { return immediate.waitingCount }
    return index(of: executor).map { others[$0].queue.waitingCount } ?? 0
  }

  private mutating func queue(of executor: ObjectIdentifier) -> Int {
    if let index = index(of: executor) { return index }
    others.append(Other(executor: executor))
    return others.count - 1
  }

  private func index(of executor: ObjectIdentifier) -> Int? {
    others.firstIndex { $0.executor == executor }
  }
}
