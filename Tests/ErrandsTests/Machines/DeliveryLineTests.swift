import ErrandsTesting
import Testing

@testable import Errands

@Suite("The line of deliveries")
struct DeliveryLineTests {
  @Test("One is under way at a time, first come first served")
  func order() {
    let called = Events<Int>()
    var line = DeliveryLine()
    let first = line.join(Self.item(1, called))
    for number in 2...4 {
      let mayBegin = line.join(Self.item(number, called))
      #expect(mayBegin == nil)
    }
    first?.call()
    line.advance()?.call()
    _ = line.join(Self.item(5, called))
    while let next = line.advance() { next.call() }
    #expect(called.all == [1, 2, 3, 4, 5])
  }

  @Test("A line that has emptied begins anew")
  func anew() {
    let called = Events<Int>()
    var line = DeliveryLine()
    line.join(Self.item(1, called))?.call()
    #expect(called.all == [1])
    line.advance()?.call()
    line.join(Self.item(2, called))?.call()
    line.join(Self.item(3, called))?.call()
    #expect(called.all == [1, 2])
    line.advance()?.call()
    line.advance()?.call()
    line.join(Self.item(4, called))?.call()
    #expect(called.all == [1, 2, 3, 4])
  }

  // A line kept what it had delivered until it was empty; with an observer that was always slow, for ever.
  @Test("A line that never empties holds only those who wait")
  func holdsOnlyWaiting() {
    let called = Events<Int>()
    var line = DeliveryLine()
    _ = line.join(Self.item(0, called))
    for number in 1...1_000 {
      _ = line.join(Self.item(number, called))
      _ = line.join(Self.item(number, called))
      _ = line.advance()
      #expect(line.waitingCount <= number + 1)
      if number > 1 { _ = line.advance() }
      #expect(line.waitingCount <= 2)
    }
  }

  @Test("What has left the line is not kept by it")
  func releases() {
    var line = DeliveryLine()
    _ = line.join(DeliveryLine.Item(delivery: .immediate, call: {}, dropped: {}))
    weak var seen: Settlement<Int>?
    do {
      let cell = Settlement<Int>()
      seen = cell
      _ = line.join(
        DeliveryLine.Item(delivery: .immediate, call: { withExtendedLifetime(cell) {} }, dropped: {})
      )
    }
    _ = line.join(DeliveryLine.Item(delivery: .immediate, call: {}, dropped: {}))
    #expect(seen != nil)
    _ = line.advance()
    #expect(seen == nil)
    #expect(line.waitingCount == 1)
  }

  private static func item(_ number: Int, _ called: Events<Int>) -> DeliveryLine.Item {
    DeliveryLine.Item(delivery: .immediate, call: { called.record(number) }, dropped: {})
  }
}
