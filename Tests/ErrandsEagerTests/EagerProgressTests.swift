import ErrandsEager
import ErrandsTesting
import Foundation
import Testing

@testable import Errands

/// Cancelling told the handlers at once, on the thread that cancelled, while another thread was still handing
/// over a report: the owner saw the outcome, and then progress.
@Suite("Progress of an eager settlement, and its end", .timeLimit(.minutes(1)))
struct EagerProgressTests {
  private typealias Cell = EagerSettlement<Int>

  private let callbacks = Kept<Callback<Int>>()
  private let order = Events<String>()

  private func cell() -> Cell {
    let cell = Cell(source: nil)
    cell.bind(to: .fromCallback { [callbacks] in callbacks.set($0) }, in: nil)
    return cell
  }

  private func link(behind cell: Cell) -> Cell {
    let next = Cell(source: cell)
    cell.pass(to: next) { next.settle($0) }
    return next
  }

  private func tells(_ cell: Cell, _ what: String = "told") {
    cell.whenDecided { [order] _ in order.record(what) }
  }

  /// Has the first report that the cell hears of go on until the body has returned, on another thread.
  private func report(to cell: Cell, meanwhile body: @escaping @Sendable () -> Void) async {
    cell.observeProgress(on: .immediate) { [order] progress in
      if progress.completed == 1 { elsewhere(body) }
      order.record("report \(progress.completed)")
    }
    await onThread { [callbacks] in callbacks.value?.report(completed: 1, total: nil) }
  }

  @Test("A report under way when another thread cancels comes before the outcome", arguments: 0...2)
  func underWay(links: Int) async {
    let cell = (0..<links).reduce(cell()) { cell, _ in link(behind: cell) }
    tells(cell)
    await report(to: cell) { [order] in
      order.record(cell.cancel(settlingWith: CancellationError()) ? "settled" : "settled before")
      order.record(cell.isUndecided ? "open" : "decided")
    }
    #expect(order.all == ["settled", "decided", "report 1", "told"])
    callbacks.letGo()
    #expect(order.count == 4)
  }

  @Test("The links that wait for the end of a report are told from the work to the one that was cancelled")
  func orderOfLinks() async {
    let first = cell()
    let second = link(behind: first)
    let third = link(behind: second)
    for (cell, name) in [(third, "third"), (second, "second"), (first, "first")] {
      cell.observe { [order] _ in order.record(name) }
    }
    await report(to: second) { third.cancel(settlingWith: CancellationError()) }
    #expect(order.all == ["report 1", "first", "second", "third"])
  }

  @Test("One who leaves a chain hears of its end behind the report")
  func leaving() async {
    let end = link(behind: cell())
    tells(end)
    await report(to: end) { end.detachSource(with: CancellationError()) }
    #expect(order.all == ["report 1", "told"])
  }

  @Test("One who registers while a report holds up the outcome is told in turn")
  func registering() async {
    let cell = link(behind: cell())
    tells(cell, "first")
    await report(to: cell) { [order] in
      cell.cancel(settlingWith: CancellationError())
      cell.whenDecided { _ in order.record("second") }
      cell.observe { _ in order.record("third") }
    }
    #expect(order.all == ["report 1", "first", "second", "third"])
    tells(cell, "last")
    #expect(order.all.last == "last")
  }

  // Those who only wait stood behind a report that had nothing to do with them, for as long as its observer liked.
  @Test("A report that holds up the handlers holds up nobody who waits, from before or since")
  func beginningToWait() async {
    let cell = link(behind: cell())
    tells(cell)
    let isAdded = cell.add(WaitingCall { [order] _ in order.record("woken") })
    #expect(isAdded)
    await report(to: cell) { [order] in
      cell.cancel(settlingWith: CancellationError())
      let isAdded = cell.add(WaitingCall { _ in order.record("woken") })
      order.record(isAdded ? "waits" : "does not wait")
    }
    #expect(order.all == ["woken", "does not wait", "report 1", "told"])
  }

  // The outcome stood in the run's line on the spot, behind the report, and who waited for it waited for its observer.
  @Test("Nor where the work ends by itself during the report")
  func endingDuringReport() async {
    let cell = link(behind: cell())
    let first = cell.source as? Cell
    tells(cell)
    let isAdded = first?.add(WaitingCall { [order] _ in order.record("woken") })
    #expect(isAdded == true)
    await report(to: cell) { [callbacks, order] in
      callbacks.value?.succeed(7)
      order.record(first?.isUndecided == true ? "open" : "decided")
    }
    #expect(order.all == ["woken", "decided", "report 1", "told"])
  }

  // A cancellation made the cell deaf at once to what waited in the queue already: whoever was told the outcome
  // there had never seen how far the work had come.
  @Test("A report on its way to a queue of the system's comes before an outcome that is told there")
  func onItsWay() async {
    let queue = DispatchQueue(label: "suspended")
    queue.suspend()
    let cell = link(behind: cell())
    cell.observeProgress(on: .queue(queue)) { [order] in order.record("report \($0.completed)") }
    cell.whenDecided { [order] _ in queue.async { order.record("told") } }
    callbacks.value?.report(completed: 9, total: 10)
    cell.cancel(settlingWith: CancellationError())
    callbacks.value?.report(completed: 10, total: 10)
    queue.resume()
    _ = try? await order.first(where: { $0 == "told" })
    await onThread { queue.sync {} }
    #expect(order.all == ["report 9", "told"])
  }

  // The last report stood in the run's line behind the one that was being told, came to the queue behind the end, and was
  // dropped: whoever was told the outcome there had never seen the work complete.
  @Test(
    "The last report comes before the outcome where the one before is being told just then, of an end or a cancellation",
    arguments: [true, false],
    [true, false]
  )
  func lastWhileTelling(isOnTheSpot: Bool, isCancelled: Bool) async throws {
    let (queue, busy, release) = (DispatchQueue(label: "busy"), Gate(), DispatchSemaphore(value: 0))
    let cell = link(behind: cell())
    cell.observeProgress(on: isOnTheSpot ? .immediate : .queue(queue)) { [order] in
      order.record("report \($0.completed)")
      guard $0.completed == 1 else { return }
      busy.open()
      release.wait()
    }
    cell.whenDecided(as: isOnTheSpot ? .step : .queued) { [order] _ in
      if isOnTheSpot { order.record("told") } else { queue.async { order.record("told") } }
    }
    async let first: Void = onThread { [callbacks] in callbacks.value?.report(completed: 1, total: 10) }
    try await busy.wait()
    await onThread { [callbacks] in
      callbacks.value?.report(completed: 10, total: 10)
      if isCancelled { cell.cancel(settlingWith: CancellationError()) } else { callbacks.value?.succeed(7) }
      release.signal()
    }
    _ = try await order.first { $0 == "told" }
    await first
    #expect(order.all == ["report 1", "report 10", "told"])
  }

  // It stood behind the one that took long when the work ended, and was let go of without having been told.
  @Test("So it does for an observer on the spot behind one that takes long", arguments: [true, false])
  func lastBehindAnother(isCancelled: Bool) async throws {
    let (busy, release) = (Gate(), DispatchSemaphore(value: 0))
    let cell = link(behind: cell())
    cell.observeProgress(on: .immediate) { [order] in
      order.record("first \($0.completed)")
      busy.open()
      release.wait()
    }
    cell.observeProgress(on: .immediate) { [order] in order.record("second \($0.completed)") }
    tells(cell)
    async let report: Void = onThread { [callbacks] in callbacks.value?.report(completed: 10, total: 10) }
    try await busy.wait()
    await onThread { [callbacks] in
      if isCancelled { cell.cancel(settlingWith: CancellationError()) } else { callbacks.value?.succeed(7) }
      release.signal()
    }
    _ = try await order.first { $0 == "told" }
    await report
    #expect(order.all == ["first 10", "second 10", "told"])
  }

  // Each executor of the user's is another one, and the run had an entry for each until it ended.
  @Test("An observer that leaves leaves nothing behind in the run, wherever it was told")
  func leavesNothing() throws {
    let cell = cell()
    let run = try #require(cell.source as? AnyRun)
    for number in 1...100 {
      let elsewhere = Delivery { work in work() }
      let observation = cell.observeProgress(on: elsewhere) { [order] _ in order.record("report") }
      callbacks.value?.report(completed: Int64(number), total: nil)
      observation?.cancel()
    }
    #expect(order.count == 199)
    let executorCount = run.state.withLock { $0.deliveries.executorCount }
    #expect(executorCount == 0)
    callbacks.letGo()
  }

  // Handlers of a busy executor waited for it, and all others with them.
  @Test("A report that waits for its executor holds up nobody, and is dropped behind the outcome")
  func waiting() throws {
    let works = Events<@Sendable () -> Void>()
    let cell = link(behind: cell())
    cell.observeProgress(on: Delivery { works.record($0) }) { [order] in
      order.record("report \($0.completed)")
    }
    tells(cell)
    callbacks.value?.report(completed: 4, total: nil)
    cell.cancel(settlingWith: CancellationError())
    #expect(order.all == ["told"] && !cell.isUndecided)
    let report = try #require(works.all.first)
    report()
    #expect(order.all == ["told"])
  }

  @Test("Whoever cancels inside a report ends the report first")
  func inside() {
    let cell = link(behind: cell())
    tells(cell)
    cell.observeProgress(on: .immediate) { [order, unowned cell] _ in
      cell.cancel(settlingWith: CancellationError())
      order.record("report")
    }
    callbacks.value?.report(completed: 1, total: nil)
    #expect(order.all == ["report", "told"])
  }

  @Test("Where no report is under way the handlers are told inside the call that cancels", arguments: 0...2)
  func atOnce(links: Int) {
    let cell = (0..<links).reduce(cell()) { cell, _ in link(behind: cell) }
    cell.observeProgress(on: .immediate) { [order] in order.record("report \($0.completed)") }
    tells(cell)
    callbacks.value?.report(completed: 1, total: nil)
    cell.cancel(settlingWith: CancellationError())
    #expect(order.all == ["report 1", "told"])
  }

  @Test("A link that was cancelled hears no report of work that goes on for another one")
  func goesOn() async {
    let first = cell()
    let (left, right) = (link(behind: first), link(behind: first))
    right.observeProgress(on: .immediate) { [order] in order.record("right \($0.completed)") }
    tells(left)
    await report(to: left) { left.cancel(settlingWith: CancellationError()) }
    callbacks.value?.report(completed: 2, total: nil)
    #expect(order.all == ["right 1", "report 1", "told", "right 2"])
    #expect(right.isUndecided)
  }

  @Test("A handler that is told of one link's end cancels another, whose handlers are told inside that call")
  func turnIsNotKept() {
    let first = cell()
    let (left, right) = (link(behind: first), link(behind: first))
    tells(right, "right")
    left.whenDecided { [order] _ in
      right.cancel(settlingWith: CancellationError())
      order.record("left")
    }
    left.cancel(settlingWith: CancellationError())
    #expect(order.all == ["right", "left"])
  }
}

/// Runs the body on another thread, and blocks this one meanwhile.
private func elsewhere(_ body: @escaping @Sendable () -> Void) {
  let isOver = DispatchSemaphore(value: 0)
  Thread {
    body()
    isOver.signal()
  }.start()
  isOver.wait()
}
