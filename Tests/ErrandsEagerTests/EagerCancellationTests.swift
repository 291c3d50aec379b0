import Errands
import ErrandsEager
import ErrandsTesting
import Testing

@Suite("Cancelling an eager settlement")
struct EagerCancellationTests {
  private typealias Cell = EagerSettlement<Int>

  private static func link(behind cell: Cell) -> Cell {
    let next = Cell(source: cell)
    cell.pass(to: next) { next.settle($0) }
    return next
  }

  @Test("It reaches the work through every link, and the handlers hear of it when the work is over")
  func down() {
    let order = Events<String>()
    let first = Cell(source: StoppableWork { order.record("stopped") })
    let last = Self.link(behind: Self.link(behind: first))
    last.whenDecided { _ in order.record("told") }
    #expect(last.cancel(settlingWith: ManualError()))
    #expect(order.all == ["stopped", "told"])
    #expect(!last.cancel(settlingWith: ManualError()))
    #expect(order.count == 2)
  }

  @Test("Work that somebody else waits for goes on, until that one leaves too")
  func shared() {
    let stops = Events<Int>()
    let first = Cell(source: StoppableWork { stops.record(1) })
    let left = Self.link(behind: first)
    let right = Self.link(behind: first)
    left.cancel(settlingWith: CancellationError())
    left.cancel(settlingWith: CancellationError())
    #expect(stops.count == 0 && first.isUndecided && right.isUndecided)
    right.cancel(settlingWith: CancellationError())
    #expect(stops.count == 1 && !first.isUndecided)
  }

  @Test("Work for which a task waits goes on when the last handler leaves, until the wait is given up")
  func waitedFor() {
    let stops = Events<Int>()
    let first = Cell(source: StoppableWork { stops.record(1) })
    let next = Self.link(behind: first)
    let waits = (1...2).map { _ in WaitingCall { _ in Issue.record("woken by the cell that it has left") } }
    for wait in waits { #expect(first.add(wait)) }
    next.cancel(settlingWith: CancellationError())
    #expect(first.remove(waits[0]))
    #expect(stops.count == 0 && first.isUndecided)
    #expect(first.remove(waits[1]))
    #expect(stops.count == 1 && !first.isUndecided)
    #expect(!first.remove(waits[1]))
  }

  @Test("A task that waits for a link, and is cancelled, stops the work below", .timeLimit(.minutes(1)))
  func waitingTask() async throws {
    let stops = Events<Int>()
    let last = Self.link(behind: Cell(source: StoppableWork { stops.record(1) }))
    let waiting = try await suspendedTask { try await last.settled().get() }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    #expect(stops.count == 1 && !last.isUndecided)
  }

  @Test("A task that was cancelled before it waits stops the work below, too", .timeLimit(.minutes(1)))
  func cancelledTask() async throws {
    let stops = Events<Int>()
    let last = Self.link(behind: Cell(source: StoppableWork { stops.record(1) }))
    let waiting = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await last.settled().get()
    }
    await #expect(throws: CancellationError.self) { try await waiting.value }
    #expect(stops.count == 1 && !last.isUndecided)
  }

  @Test("One who only watches does not keep the work going, and is told of its end")
  func watching() {
    let heard = Events<Int>()
    let first = Cell(source: nil)
    first.observe { _ in heard.record(1) }
    let next = Self.link(behind: first)
    next.cancel(settlingWith: CancellationError())
    #expect(!first.isUndecided && heard.count == 1)
    first.observe { _ in heard.record(2) }
    #expect(heard.all == [1, 2])
  }

  // The cancellation was a hook of work that never begins where the scope has ended.
  @Test(
    "What is tied to a scope is cancelled with it, and at once where that has ended",
    arguments: [true, false]
  )
  func tied(hasEnded: Bool) {
    let (cell, scope, cancels) = (Cell(source: nil), Scope(), Events<Int>())
    if hasEnded { scope.cancel() }
    cell.tie(to: scope, origin: SourceLocation(fileID: "App/Chart.swift", line: 7)) {
      cancels.record(1)
      cell.cancel(settlingWith: CancellationError())
    }
    #expect(cancels.count == (hasEnded ? 1 : 0))
    scope.cancel()
    #expect(cancels.count == 1 && !cell.isUndecided && scope.runCount == 0)
  }

  // The way down to the work went round for ever.
  @Test(
    "Links that wait for one another have no work, and can be watched and cancelled",
    arguments: [1, 2, 40]
  )
  func circle(links: Int) {
    let first = Cell(source: nil)
    let last = (0..<links).reduce(first) { cell, _ in Self.link(behind: cell) }
    first.setSource(last.subscribe { first.settle($0) })
    let outside = Self.link(behind: Self.link(behind: first))
    #expect(outside.observeProgress(on: .immediate) { _ in } == nil)
    #expect(outside.cancel(settlingWith: CancellationError()) && first.isUndecided)
    #expect(last.cancel(settlingWith: CancellationError()) && !first.isUndecided)
  }

  @Test("One who leaves still takes the outcome, and leaves once")
  func leaving() {
    let first = Cell(source: nil)
    let other = Self.link(behind: first)
    let next = Self.link(behind: first)
    next.detachSource(with: CancellationError())
    next.detachSource(with: CancellationError())
    #expect(first.isUndecided)
    first.settle(.success(1))
    #expect(!next.isUndecided && !other.isUndecided)
  }

  @Test("A cell that is given work after it was cancelled stops that work")
  func late() {
    let stops = Events<Int>()
    let cell = Cell(source: nil)
    cell.cancel(settlingWith: CancellationError())
    cell.setSource(StoppableWork { stops.record(1) })
    #expect(stops.count == 1)
  }

  // It was told of Swift's cancellation, whatever the chain had been cancelled with.
  @Test("A cell that is begun too late ends with the error of the one that it was for")
  func lateCell() {
    let (cell, begun) = (Cell(source: nil), Cell(source: nil))
    cell.cancel(settlingWith: ManualError())
    cell.setSource(begun.subscribe { _ in })
    #expect(begun.outcome?.failure is ManualError)
  }

  // It was settled here, and what it had meant to take was told behind it as well.
  @Test("A cell whose own handler decides is not settled when the last one leaves", arguments: [1, 2])
  func handlerDecides(links: Int) {
    let first = Cell(source: nil)
    let middle = Cell(source: first)
    middle.detachWhenUnneeded()
    first.pass(to: middle, leaving: .hears) { middle.settle($0.failure == nil ? $0 : .success(7)) }
    let last = Self.link(behind: middle)
    let end = links == 1 ? last : Self.link(behind: last)
    let heard = Events<Int?>()
    last.observe { heard.record(try? $0.get()) }
    end.detachSource(with: ManualError())
    #expect(first.outcome?.failure is ManualError)
    #expect(middle.outcome.flatMap { try? $0.get() } == 7)
    #expect(heard.all == (links == 1 ? [7] : [nil]))
  }

  @Test("The work that a cell stands on now is stopped, and not the work before")
  func instead() {
    let stops = Events<String>()
    let cell = Cell(source: StoppableWork { stops.record("before") })
    cell.setSource(StoppableWork { stops.record("now") })
    cell.cancel(settlingWith: CancellationError())
    #expect(stops.all == ["now"])
  }

  @Test("What has settled holds neither its work nor its handlers", .timeLimit(.minutes(1)))
  func letsGo() async throws {
    try await withLiveObjects { live in
      let cell = Cell(source: StoppableWork { [work = live.object("work")] in _ = work })
      cell.whenDecided { [handler = live.object("handler")] _ in _ = handler }
      cell.settle(.success(1))
      try await live.allGone()
      withExtendedLifetime(cell) {}
    }
  }

  // A link each inside the one before: 20,000 of them overflowed the stack.
  @Test("A chain of a hundred thousand links is cancelled on a small stack", .timeLimit(.minutes(1)))
  func scale() async {
    let stops = Events<Int>()
    await onThread {
      var last = Cell(source: StoppableWork { stops.record(1) })
      for _ in 0..<Sizes.chain { last = Self.link(behind: last) }
      last.cancel(settlingWith: CancellationError())
    }
    #expect(stops.count == 1)
  }

  // Where the stack was used up, the way down was put off, and the handlers above were told at once.
  @Test("Of such a chain, too, the work is stopped first, and the handlers are told from there up")
  func orderOfMany() async {
    let order = Events<Int>()
    await onThread {
      var last = Cell(source: StoppableWork { order.record(0) })
      for number in 1...Sizes.chain {
        last = Self.link(behind: last)
        if number % (Sizes.chain / 50) == 0 { last.observe { _ in order.record(number) } }
      }
      last.cancel(settlingWith: CancellationError())
    }
    #expect(order.all == (0...50).map { $0 * (Sizes.chain / 50) })
  }

  @Test("The end of a scope ends what is tied to it, and lets go of what has ended", .timeLimit(.minutes(1)))
  func scope() async throws {
    try await withLiveObjects { live in
      let scope = Scope()
      for settles in [true, false] {
        let cell = Cell(source: nil)
        cell.tie(to: scope, origin: SourceLocation()) { [probe = live.object("tie")] in
          _ = probe
          cell.cancel(settlingWith: CancellationError())
        }
        if settles { cell.settle(.success(1)) }
        #expect(scope.runCount == (settles ? 0 : 1))
      }
      scope.cancel()
      #expect(scope.runCount == 0)
    }
  }
}
