import Dispatch
import ErrandsTesting
import Testing

@testable import Errands

@Suite("The queue of deliveries")
struct DeliveryQueueTests {
  private let run = Run<Int>(name: "delivering", registry: nil)

  @Test("One is under way at a time, first come first served")
  func order() {
    let called = Events<Int>()
    var queue = DeliveryQueue()
    let first = queue.enqueue(Self.item(1, called))
    for number in 2...4 {
      let mayBegin = queue.enqueue(Self.item(number, called))
      #expect(mayBegin == nil)
    }
    first?.call(for: run)
    queue.advance()?.call(for: run)
    _ = queue.enqueue(Self.item(5, called))
    while let next = queue.advance() { next.call(for: run) }
    #expect(called.all == [1, 2, 3, 4, 5])
  }

  @Test("A queue that has emptied begins anew")
  func anew() {
    let called = Events<Int>()
    var queue = DeliveryQueue()
    queue.enqueue(Self.item(1, called))?.call(for: run)
    #expect(called.all == [1])
    queue.advance()?.call(for: run)
    queue.enqueue(Self.item(2, called))?.call(for: run)
    queue.enqueue(Self.item(3, called))?.call(for: run)
    #expect(called.all == [1, 2])
    queue.advance()?.call(for: run)
    queue.advance()?.call(for: run)
    queue.enqueue(Self.item(4, called))?.call(for: run)
    #expect(called.all == [1, 2, 3, 4])
  }

  @Test("A turn on the spot is taken where nobody is under way, and keeps off those who come behind it")
  func turns() {
    let called = Events<Int>()
    var queue = DeliveryQueue()
    let first = queue.tryToBegin()
    let inside = queue.tryToBegin()
    #expect(first && !inside)
    for number in 1...2 {
      let mayBegin = queue.enqueue(Self.item(number, called))
      #expect(mayBegin == nil)
    }
    for _ in 1...2 {
      queue.advance()?.call(for: run)
      let next = queue.tryToBegin()
      #expect(!next)
    }
    let isOver = queue.advance() == nil
    let again = queue.tryToBegin()
    #expect(isOver && again)
    #expect(called.all == [1, 2])
  }

  // A queue kept what it had delivered until it was empty; with an observer that was always slow, for ever.
  @Test("A queue that never empties holds only those who wait")
  func holdsOnlyWaiting() {
    let called = Events<Int>()
    var queue = DeliveryQueue()
    _ = queue.enqueue(Self.item(0, called))
    for number in 1...1_000 {
      _ = queue.enqueue(Self.item(number, called))
      _ = queue.enqueue(Self.item(number, called))
      _ = queue.advance()
      #expect(queue.waitingCount <= number + 1)
      if number > 1 { _ = queue.advance() }
      #expect(queue.waitingCount <= 2)
    }
  }

  @Test("What has left the queue is not kept by it")
  func releases() {
    var queue = DeliveryQueue()
    _ = queue.enqueue(DeliveryQueue.Item.handler(.immediate, call: {}, dropped: {}))
    weak var seen: Settlement<Int>?
    do {
      let cell = Settlement<Int>()
      seen = cell
      _ = queue.enqueue(
        DeliveryQueue.Item.handler(.immediate, call: { withExtendedLifetime(cell) {} }, dropped: {})
      )
    }
    _ = queue.enqueue(DeliveryQueue.Item.handler(.immediate, call: {}, dropped: {}))
    #expect(seen != nil)
    _ = queue.advance()
    #expect(seen == nil)
    #expect(queue.waitingCount == 1)
  }

  // One queue for all executors: an observer on a suspended queue held up every handler of the run.
  @Test("Each executor has its queue, and nobody waits in a stranger's")
  func strangers() {
    var queues = DeliveryQueues()
    let deliveries = Self.deliveries
    for round in 1...2 {
      for delivery in deliveries {
        let begins = queues.enqueue(DeliveryQueue.Item.handler(delivery, call: {}, dropped: {})) != nil
        #expect(begins == (round == 1))
      }
    }
    #expect(deliveries.map { queues.waitingCount(for: $0.executor) } == [1, 1, 1])
    let next = queues.advance(deliveries[1].executor)
    #expect(next?.delivery.executor == deliveries[1].executor)
    #expect(deliveries.map { queues.waitingCount(for: $0.executor) } == [1, 0, 1])
    let isEmpty = queues.advance(deliveries[1].executor) == nil
    #expect(isEmpty)
    let begins = queues.enqueue(DeliveryQueue.Item.handler(deliveries[1], call: {}, dropped: {})) != nil
    #expect(begins)
  }

  @Test("The queues know where the outcome is told", arguments: 0..<3)
  func outcomes(_ noted: Int) {
    var queues = DeliveryQueues()
    let deliveries = Self.deliveries
    for _ in 1...2 { queues.noteOutcome(for: deliveries[noted].executor) }
    #expect(deliveries.map { queues.bringsOutcome(to: $0.executor) } == (0..<3).map { $0 == noted })
  }

  // Each was looked for among all the others.
  @Test("As many executors as there are handlers take no longer each than a few", .timeLimit(.minutes(1)))
  func manyExecutors() {
    var queues = DeliveryQueues()
    let deliveries = (0..<Sizes.chain).map { _ in Delivery { _ in } }
    for delivery in deliveries { queues.noteOutcome(for: delivery.executor) }
    for round in 1...2 {
      for delivery in deliveries {
        let begins = queues.enqueue(DeliveryQueue.Item.handler(delivery, call: {}, dropped: {})) != nil
        #expect(begins == (round == 1))
      }
    }
    for (number, delivery) in deliveries.enumerated() where number.isMultiple(of: 2) {
      let next = queues.advance(delivery.executor)
      #expect(next?.delivery.executor == delivery.executor)
    }
    #expect(deliveries.prefix(4).map { queues.waitingCount(for: $0.executor) } == [0, 1, 0, 1])
    #expect(deliveries.allSatisfy { queues.bringsOutcome(to: $0.executor) })
    #expect(!queues.bringsOutcome(to: Delivery { _ in }.executor))
  }

  private static var deliveries: [Delivery] {
    [.queue(DispatchQueue(label: "one")), .queue(DispatchQueue(label: "two")), .immediate]
  }

  private static func item(_ number: Int, _ called: Events<Int>) -> DeliveryQueue.Item {
    DeliveryQueue.Item.handler(.immediate, call: { called.record(number) }, dropped: {})
  }
}
