import Dispatch
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

  @Test("A turn on the spot is taken where nobody is under way, and keeps off those who come behind it")
  func turns() {
    let called = Events<Int>()
    var line = DeliveryLine()
    let first = line.takeTurn()
    let inside = line.takeTurn()
    #expect(first && !inside)
    for number in 1...2 {
      let mayBegin = line.join(Self.item(number, called))
      #expect(mayBegin == nil)
    }
    for _ in 1...2 {
      line.advance()?.call()
      let next = line.takeTurn()
      #expect(!next)
    }
    let isOver = line.advance() == nil
    let again = line.takeTurn()
    #expect(isOver && again)
    #expect(called.all == [1, 2])
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

  // One line for all executors: an observer on a suspended queue held up every handler of the run.
  @Test("Each executor has its line, and nobody waits in a stranger's")
  func strangers() {
    var lines = DeliveryLines()
    let deliveries = Self.deliveries
    for round in 1...2 {
      for delivery in deliveries {
        let begins = lines.join(DeliveryLine.Item(delivery: delivery, call: {}, dropped: {})) != nil
        #expect(begins == (round == 1))
      }
    }
    #expect(deliveries.map { lines.waitingCount(for: $0.executor) } == [1, 1, 1])
    let next = lines.advance(deliveries[1].executor)
    #expect(next?.delivery.executor == deliveries[1].executor)
    #expect(deliveries.map { lines.waitingCount(for: $0.executor) } == [1, 0, 1])
    let isEmpty = lines.advance(deliveries[1].executor) == nil
    #expect(isEmpty)
    let begins = lines.join(DeliveryLine.Item(delivery: deliveries[1], call: {}, dropped: {})) != nil
    #expect(begins)
  }

  @Test("The lines know where the outcome is told", arguments: 0..<3)
  func outcomes(_ noted: Int) {
    var lines = DeliveryLines()
    let deliveries = Self.deliveries
    for _ in 1...2 { lines.noteOutcome(for: deliveries[noted].executor) }
    #expect(deliveries.map { lines.bringsOutcome(to: $0.executor) } == (0..<3).map { $0 == noted })
  }

  private static var deliveries: [Delivery] {
    [.queue(DispatchQueue(label: "one")), .queue(DispatchQueue(label: "two")), .immediate]
  }

  private static func item(_ number: Int, _ called: Events<Int>) -> DeliveryLine.Item {
    DeliveryLine.Item(delivery: .immediate, call: { called.record(number) }, dropped: {})
  }
}
