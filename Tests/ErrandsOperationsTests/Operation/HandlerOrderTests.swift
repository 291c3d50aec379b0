import Errands
import ErrandsTesting
import Testing

@testable import ErrandsOperations

@Suite("The order of an operation's handlers", .timeLimit(.minutes(1)))
struct HandlerOrderTests {
  /// Whoever came between the end and the first handler overtook those that had been there before: a sum was taken
  /// before its last summand had been told.
  @Test("Law 2: Who comes while others are being told is told behind them")
  func behind() {
    let order = Events<String>()
    let operation = ErrandOperation(Errand.success(1))
    operation.whenEnded { [weak operation] _ in
      operation?.whenSettled(on: .immediate) { _ in order.record("late") }
    }
    operation.whenSettled(on: .immediate) { _ in order.record("first") }
    operation.start()
    #expect(order.all == ["first", "late"])
    operation.whenSettled(on: .immediate) { _ in order.record("last") }
    #expect(order.all == ["first", "late", "last"])
  }
}
