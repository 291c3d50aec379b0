import Errands
import ErrandsEager
import ErrandsTesting
import Testing

@Suite("An eager settlement")
struct EagerSettlementTests {
  private typealias Cell = EagerSettlement<Int>

  @Test("The first outcome wins, and later ones say that they came too late")
  func first() {
    let cell = Cell(source: nil)
    #expect(cell.isUndecided && cell.outcome == nil)
    #expect(cell.settle(.success(1)))
    #expect(!cell.settle(.success(2)) && !cell.settle(.success(3)))
    #expect(!cell.cancel(settlingWith: ManualError()))
    #expect(cell.outcome?.value == 1)
    #expect(!cell.isUndecided)
  }

  @Test("Handlers are called inside the settling call, in their order, each with all that follows from it")
  func inside() {
    let order = Events<String>()
    let cell = Cell(source: nil)
    let next = Cell(source: cell)
    cell.whenDecided { outcome in
      order.record("1")
      next.settle(outcome)
    }
    cell.whenDecided { _ in order.record("2") }
    cell.whenDecided { _ in order.record("3") }
    next.whenDecided { _ in order.record("1.1") }
    next.whenDecided { _ in order.record("1.2") }
    #expect(cell.handlerCount == 3)
    cell.settle(.success(1))
    #expect(order.all == ["1", "1.1", "1.2", "2", "3"])
    #expect(cell.handlerCount == 0)
  }

  // A handler that blocked, on an executor that calls at once, would hold up whoever awaits the promise.
  @Test("All who wait are woken before the first handler is called, and none is forgotten", arguments: 0...2)
  func waiters(handlers: Int) {
    let order = Events<String>()
    let cell = Cell(source: nil)
    for number in 0..<handlers { cell.whenDecided { _ in order.record("handler \(number)") } }
    for number in 0..<3 {
      let isAdded = cell.add(WaitingCall { _ in order.record("waiter \(number)") })
      #expect(isAdded)
    }
    #expect(cell.handlerCount == handlers + 3)
    cell.settle(.success(1))
    #expect(order.all == (0..<3).map { "waiter \($0)" } + (0..<handlers).map { "handler \($0)" })
    let isAdded = cell.add(WaitingCall { _ in order.record("too late") })
    #expect(!isAdded && cell.handlerCount == 0)
  }

  /// A link told its handlers inside the call that settled it, and 10,000 links needed as many stack frames.
  @Test("A chain of cells that settle one another has no depth")
  func chain() async {
    let last = Events<Int?>()
    await onThread {
      let first = Cell(source: nil)
      var end = first
      for _ in 0..<Sizes.chain {
        let next = Cell(source: end)
        end.whenDecided { next.settle($0) }
        end = next
      }
      end.whenDecided { last.record($0.value) }
      first.settle(.success(1))
    }
    #expect(last.all == [1])
  }

  @Test("One who registers inside a handler is told at once, before those who wait")
  func overtaking() {
    let order = Events<String>()
    let cell = Cell(source: nil)
    cell.whenDecided { [unowned cell] _ in
      order.record("1")
      cell.whenDecided { _ in order.record("1a") }
    }
    cell.whenDecided { _ in order.record("2") }
    cell.settle(.success(1))
    #expect(order.all == ["1", "1a", "2"])
  }

  @Test("A cell that is settled from the beginning calls each handler in the registering call")
  func settled() {
    let heard = Events<Int?>()
    Cell(settled: .success(7)).whenDecided { heard.record($0.value) }
    #expect(heard.all == [7])
  }

  @Test("A body that throws settles with its error, and none is called where there is an outcome")
  func body() {
    let failing = Cell(source: nil)
    failing.settle { throw ManualError() }
    #expect(failing.outcome?.error is ManualError)
    failing.settle {
      Issue.record("called although there is an outcome")
      return 1
    }
  }

  @Test("Whoever waits for a cell that goes away is told", .timeLimit(.minutes(1)))
  func gone() async throws {
    let heard = Events<Bool>()
    try await withLiveObjects { live in
      for waiters in 1...3 {
        let cell = Cell(source: nil)
        for _ in 0..<waiters {
          cell.whenDecided { [probe = live.object("handler")] outcome in
            heard.record(outcome.isAbandonment && probe.name == "handler")
          }
        }
      }
    }
    #expect(heard.all == Array(repeating: true, count: 6))
  }

  @Test("A handler that is registered while another thread settles is called once", .timeLimit(.minutes(1)))
  func race() async {
    let rounds = Sizes.raceRounds
    let cells = (0..<rounds).map { _ in Cell(source: nil) }
    let heard = Events<Int>()
    await ErrandsTesting.race(rounds: rounds) { round in
      cells[round].settle(.success(round))
    } _: { round in
      cells[round].whenDecided { _ in heard.record(round) }
    }
    #expect(heard.all.sorted() == Array(0..<rounds))
  }
}

extension Result {
  fileprivate var value: Success? { try? get() }

  fileprivate var error: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}
