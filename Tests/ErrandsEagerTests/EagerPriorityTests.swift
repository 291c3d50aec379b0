import Errands
import ErrandsEager
import ErrandsTesting
import Testing

@Suite("The priority that is lent by way of an eager settlement", .timeLimit(.minutes(1)))
struct EagerPriorityTests {
  private typealias Cell = EagerSettlement<Int>

  private let heard = Events<WorkPriority>()
  private let callbacks = Kept<Callback<Int>>()

  /// Work that records its priority, and each change of it.
  private var errand: Errand<Int> {
    .fromCallback { [heard, callbacks] callback in
      callback.onPriorityChange { heard.record($0) }
      callbacks.set(callback)
    }
  }

  private func link(behind cell: Cell) -> Cell {
    let next = Cell(source: cell)
    cell.pass(to: next) { next.settle($0) }
    return next
  }

  private func chain(_ first: Cell) -> Cell { (1...3).reduce(first) { cell, _ in link(behind: cell) } }

  @Test("comes from a task that waits at the end of a chain, and reaches the work at its beginning")
  func task() async throws {
    let first = Cell(source: nil)
    first.bind(to: errand, in: nil)
    let last = chain(first)
    let waiting = Task(priority: .high) { try await last.settled().get() }
    _ = try await heard.event(2)
    callbacks.take()?.succeed(7)
    #expect(try await waiting.value == 7)
    #expect(heard.all == [.normal, .high])
  }

  @Test("comes from an errand of it, now and when that changes")
  func errandOfIt() {
    let first = Cell(source: nil)
    first.bind(to: errand, in: nil)
    let last = chain(first)
    let run = Errand<Int>.fromCallback { last.forward(to: $0) }.priority(.high).run()
    #expect(heard.all == [.normal, .high])
    run.priority = .veryHigh
    run.priority = .low
    #expect(heard.all == [.normal, .high, .veryHigh])
    callbacks.take()?.succeed(7)
  }

  @Test("is waiting for work that is begun only later")
  func later() {
    let first = Cell(source: nil)
    let last = chain(first)
    last.escalate(to: .high)
    first.bind(to: errand, in: nil)
    #expect(callbacks.take()?.priority == .high)
  }

  @Test("goes past what a long chain remembers of its beginning")
  func remembered() {
    let first = Cell(source: nil)
    first.bind(to: errand, in: nil)
    let last = (1...100).reduce(first) { cell, _ in link(behind: cell) }
    last.observeProgress(on: .immediate) { _ in }
    last.escalate(to: .high)
    #expect(heard.all == [.normal, .high])
    callbacks.take()?.succeed(7)
  }

  @Test("goes down a hundred thousand links on a small stack")
  func depth() async {
    let first = Cell(source: nil)
    first.bind(to: errand, in: nil)
    await onThread {
      let last = (1...Sizes.chain).reduce(first) { cell, _ in link(behind: cell) }
      last.escalate(to: .high)
    }
    #expect(heard.all == [.normal, .high])
    callbacks.take()?.succeed(7)
  }
}
