/// The right to call one handler, once, and the duty to let the next one have its turn.
///
/// An executor may throw the work away instead of calling it (an operation queue that is cancelled does).
/// Then the ticket's end is what lets the line go on.
final class DeliveryTicket: Sendable {
  private let isOpen = Lock(true)
  private let item: DeliveryLine.Item
  private let advance: @Sendable () -> Void

  init(_ item: DeliveryLine.Item, advance: @escaping @Sendable () -> Void) {
    self.item = item
    self.advance = advance
  }

  deinit {
    guard isOpen.withLock({ $0 }) else { return }
    item.dropped()
    advance()
  }

  func use() {
    let first = isOpen.withLock { isOpen in
      defer { isOpen = false }
      return isOpen
    }
    guard first else { return }
    item.call()
    advance()
  }
}
