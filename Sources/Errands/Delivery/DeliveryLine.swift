/// The deliveries of one run, first come first served, one under way at a time. A value: each event answers
/// with the delivery to begin now.
///
/// One line for progress and outcome alike is what makes "the last report comes before the outcome" and
/// "handlers in the order in which they were registered" hold whatever executors were chosen.
struct DeliveryLine: Sendable {
  struct Item: Sendable {
    let delivery: Delivery
    let call: @Sendable () -> Void
  }

  private var waiting: [Item] = []
  private var next = 0
  private var isUnderWay = false

  /// The item, if it may begin now.
  mutating func join(_ item: Item) -> Item? {
    guard isUnderWay else {
      isUnderWay = true
      return item
    }
    waiting.append(item)
    return nil
  }

  /// The delivery under way has ended: the one to begin now, if there is one.
  mutating func advance() -> Item? {
    guard next < waiting.count else {
      waiting = []
      next = 0
      isUnderWay = false
      return nil
    }
    defer { next += 1 }
    return waiting[next]
  }
}
