import Errands
import ErrandsEager
import ErrandsTesting
import Testing

@Suite("Who unsubscribes from an eager settlement that goes on", .timeLimit(.minutes(1)))
struct EagerLeavingTests {
  private typealias Cell = EagerSettlement<Int>

  private let heard = Events<String>()
  private let cell = Cell(source: nil)

  /// A link that cleans up; the cell goes on for somebody else.
  private func cleaning(as kind: EagerKind = .step, _ object: LiveObjects.Object? = nil) -> Cell {
    let next = Cell(source: cell)
    cell.pass(to: next, as: kind, leaving: .hears) { [heard] outcome in
      heard.record((try? outcome.get()) == nil ? "cleans up" : "goes on")
      withExtendedLifetime(object) { _ = next.settle(outcome) }
    }
    return next
  }

  @Test("is told at once where he has something to clean up, first or not", arguments: 0...2)
  func told(others: Int) {
    for _ in 0..<others { cell.whenDecided(as: .link) { _ in } }
    let next = cleaning()
    cell.whenDecided(as: .link) { _ in }
    next.whenDecided { [heard] _ in heard.record("told") }
    next.cancel(settlingWith: CancellationError())
    #expect(heard.all == ["cleans up", "told"] && cell.isUndecided)
    cell.settle(.success(1))
    #expect(heard.count == 2)
  }

  @Test("leaves nothing behind, told or not", arguments: 0...2)
  func nothingLeft(others: Int) async throws {
    for _ in 0..<others { cell.whenDecided(as: .link) { _ in } }
    let live = LiveObjects()
    do {
      let next = cleaning(live.object("cleans up"))
      let plain = Cell(source: cell)
      cell.pass(to: plain) { [object = live.object("link")] outcome in
        withExtendedLifetime(object) { _ = plain.settle(outcome) }
      }
      cell.whenDecided(as: .link) { _ in }
      next.cancel(settlingWith: CancellationError())
      plain.cancel(settlingWith: CancellationError())
    }
    try await live.allGone()
    #expect(cell.isUndecided && cell.handlerCount == others + 1)
  }

  @Test("hears of it behind a report that is being handed over")
  func behindReport() async {
    let callbacks = Kept<Callback<Int>>()
    cell.bind(to: .fromCallback { callbacks.set($0) }, in: nil)
    cell.whenDecided(as: .link) { _ in }
    let next = cleaning()
    next.observeProgress(on: .immediate) { [heard, unowned next] _ in
      next.cancel(settlingWith: CancellationError())
      heard.record("report")
    }
    callbacks.value?.report(completed: 1, total: nil)
    #expect(heard.all == ["report", "cleans up"] && cell.isUndecided)
    callbacks.letGo()
  }

  @Test("is one of ten thousand, in any order, and the last of them stops the work")
  func thousands() {
    let stops = Events<Int>()
    let cell = Cell(source: StoppableWork { stops.record(1) })
    let links = (0..<10_000).map { _ in
      let next = Cell(source: cell)
      cell.pass(to: next) { next.settle($0) }
      return next
    }
    var random = SystemRandomNumberGenerator()
    for link in links.shuffled(using: &random) {
      #expect(stops.count == 0)
      link.cancel(settlingWith: CancellationError())
    }
    #expect(stops.count == 1 && cell.handlerCount == 0)
  }

  // Told at once, it overtook those that were being handed over.
  @Test("Who comes while others are handed over to its executor comes behind them", arguments: [true, false])
  func lines(isQueued: Bool) async {
    let kind: EagerKind = isQueued ? .queued : .foreign
    let isOnce = Kept(1)
    cell.whenDecided(as: kind) { [cell, heard] _ in
      if isOnce.take() != nil { cell.whenDecided(as: kind) { _ in heard.record("3") } }
      heard.record("1")
    }
    cell.whenDecided(as: kind) { [heard] _ in heard.record("2") }
    cell.settle(.success(1))
    #expect(heard.all == ["1", "2", "3"])
    cell.whenDecided(as: kind) { [heard] _ in heard.record("4") }
    #expect(heard.count == 4)
  }

  @Test("Behind a handler that has left nobody waits", arguments: [EagerKind.queued, .foreign])
  func emptyLine(kind: EagerKind) {
    cell.subscribe(as: kind) { _ in }.leave()
    cell.settle(.success(1))
    cell.whenDecided(as: kind) { [heard] _ in heard.record("told") }
    #expect(heard.all == ["told"])
  }

  // Each freed the one before inside its own deinit.
  @Test(
    "A chain of a hundred thousand, pending or settled, is released on a small stack",
    arguments: [true, false]
  )
  func release(isSettled: Bool) async {
    await onThread {
      let first = Cell(source: nil)
      var last = first
      for _ in 0..<Sizes.chain {
        let next = Cell(source: last)
        if isSettled { last.pass(to: next) { next.settle($0) } }
        last = next
      }
      if isSettled { first.settle(.success(1)) }
    }
  }
}
