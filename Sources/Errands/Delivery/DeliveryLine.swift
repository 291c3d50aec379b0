/// The deliveries of one run, first come first served, one under way at a time. A value: each event answers
/// with the delivery to begin now.
///
/// One line for progress and outcome alike is what makes "the last report comes before the outcome" and
/// "handlers in the order in which they were registered" hold whatever executors were chosen.
@usableFromInline
struct DeliveryLine: Sendable {
  struct Item: Sendable {
    let delivery: Delivery
    let call: @Sendable () -> Void
    /// Called instead, where the executor throws the work away.
    let dropped: @Sendable () -> Void
  }

  /// The front of the line, last one first: an item leaves for good when its turn comes. So a line that never
  /// empties (an observer that is always slow) holds only those who wait.
  private var front: [Item] = []
  private var back: [Item] = []
  private var isUnderWay = false

  var waitingCount: Int { front.count + back.count }

  /// The item, if it may begin now.
  mutating func join(_ item: Item) -> Item? {
    guard isUnderWay else {
      isUnderWay = true
      return item
    }
    back.append(item)
    return nil
  }

  /// For a delivery that takes place on the spot, where nobody is before it.
  mutating func takeTurn() -> Bool {
    defer { isUnderWay = true }
    return !isUnderWay
  }

  /// The delivery under way has ended: the one to begin now, if there is one.
  mutating func advance() -> Item? {
    if front.isEmpty {
      front = back.reversed()
      back = []
    }
    isUnderWay = !front.isEmpty
    return front.popLast()
  }
}
