import Errands
import ErrandsEager
import ErrandsTesting
import Testing

@Suite("An eager settlement and the rest of the package")
struct EagerBridgeTests {
  private typealias Cell = EagerSettlement<Int>

  @Test("One who waits is given the outcome", .timeLimit(.minutes(1)))
  func waits() async throws {
    let cell = Cell(source: nil)
    async let outcome = cell.settled()
    cell.settle(.success(1))
    #expect(try await outcome.get() == 1)
    #expect(try await cell.settled().get() == 1)
  }

  @Test("One who waits for a cell that nobody will settle is told where it was made", .timeLimit(.minutes(1)))
  func abandoned() async {
    let origin = SourceLocation(fileID: "App/Chart.swift", line: 7)
    let cell = Cell(source: nil)
    cell.settle(.failure(Abandonment(origin: origin)))
    await #expect(throws: AbandonedError(origin: origin)) { try await cell.settled().get() }
    #expect(throws: AbandonedError(origin: origin)) { try cell.waitForOutcome().get() }
  }

  @Test("So is one who waits already when the work is lost", .timeLimit(.minutes(1)))
  func abandonedMeanwhile() async throws {
    let origin = SourceLocation(fileID: "App/Chart.swift", line: 7)
    let cell = Cell(source: nil)
    let waiting = try await suspendedTask { try await cell.settled().get() }
    #expect(cell.handlerCount == 1)
    cell.settle(.failure(Abandonment(origin: origin)))
    await #expect(throws: AbandonedError(origin: origin)) { try await waiting.value }
  }

  @Test(
    "A waiting task that is cancelled leaves at once, and the last one stops the work",
    .timeLimit(.minutes(1))
  )
  func cancelled() async throws {
    let stops = Events<Int>()
    let cell = Cell(source: StoppableWork { stops.record(1) })
    cell.whenDecided { _ in }
    let first = try await suspendedTask { try await cell.settled().get() }
    #expect(cell.handlerCount == 2)
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    #expect(stops.count == 0)
    cell.unsubscribe(with: CancellationError())
    #expect(stops.count == 1)
  }

  // Nobody sees from outside that a thread is blocked: round after round it begins to wait before the outcome is
  // there, behind that, and meanwhile.
  @Test("A blocked thread wakes when there is an outcome", .timeLimit(.minutes(1)))
  func blocks() async {
    let cells = (0..<Sizes.raceRounds).map { _ in Cell(source: nil) }
    let heard = Events<Int>()
    await race(rounds: cells.count) { round in
      heard.record((try? cells[round].waitForOutcome().get()) ?? -1)
    } _: { round in
      cells[round].settle(.success(round))
    }
    #expect(heard.all == Array(0..<cells.count))
  }

  @Test("An errand's outcome, progress and cancellation go through it and back", .timeLimit(.minutes(1)))
  func roundTrip() async throws {
    let stops = Events<Int>()
    let callbacks = Kept<Callback<Int>>()
    let inner = Errand<Int>.fromCallback { callback in
      callback.onCancel { stops.record(1) }
      callbacks.set(callback)
    }
    let outer = Errand<Int>.fromCallback { callback in
      let cell = Cell(source: nil)
      cell.bind(to: inner, in: nil)
      Cell(source: cell).adoptForTest(cell).forward(to: callback)
    }
    let reports = Events<Int64>()
    let run = outer.run()
    run.onProgress(on: .immediate) { reports.record($0.completed) }
    callbacks.value?.report(completed: 3, total: 9)
    #expect(reports.all == [3])
    callbacks.take()?.succeed(8)
    #expect(run.outcome.flatMap { try? $0.get() } == 8)

    let second = outer.run()
    second.cancel()
    #expect(stops.count == 1)
    callbacks.letGo()
  }

  // All were told in one row, and an errand of the cell ended behind whatever its other handlers did.
  @Test("A handler that blocks holds up no errand that stands on the cell", .timeLimit(.minutes(1)))
  func holdsUpNoErrand() async {
    let (pair, cell) = (BlockingPair(), Cell(source: nil))
    cell.whenDecided { _ in pair.first() }
    Errand<Int>.fromCallback { cell.forward(to: $0) }.run(on: .immediate) { _ in pair.second() }
    await onThread { cell.settle(.success(7)) }
    #expect(pair.heard.all == BlockingPair.apart)
  }

  // The promise was cancelled while the work said that it had succeeded: both were told that they had won.
  @Test("A cell that stands on a run ends as that run does", .timeLimit(.minutes(1)))
  func oneVerdict() async {
    let rounds = Sizes.raceRounds
    let callbacks = (0..<rounds).map { _ in Kept<Callback<Int>>() }
    let cells = callbacks.map { kept in
      let cell = Cell(source: nil)
      cell.bind(to: Errand.fromCallback { kept.set($0) }, in: nil)
      return cell
    }
    let accepted = Events<Int>()
    await race(rounds: rounds) { round in
      if callbacks[round].take()?.succeed(round) == true { accepted.record(round) }
    } _: { round in
      cells[round].cancel(settlingWith: ManualError())
    }
    let succeeded = cells.indices.filter { cells[$0].outcome.flatMap { try? $0.get() } != nil }
    #expect(accepted.all.sorted() == succeeded)
    // What the owner had said was lost, and the error was Swift's cancellation.
    let failures = cells.compactMap { $0.outcome?.failure }
    #expect(failures.count == rounds - succeeded.count && failures.allSatisfy { $0 is ManualError })
  }

  @Test("A cell whose run has settled ends as that has, though its handlers have not heard of it yet")
  func verdictUnderWay() {
    let (callbacks, heard) = (Kept<Callback<Int>>(), Events<Int?>())
    let cell = Cell(source: nil)
    cell.bind(to: Errand.fromCallback { callbacks.set($0) }, in: nil)
    cell.whenDecided { heard.record(try? $0.get()) }
    // During a report the handlers have to wait.
    cell.observeProgress(on: .immediate) { [unowned cell] _ in
      #expect(callbacks.take()?.succeed(7) == true)
      #expect(!cell.cancel(settlingWith: ManualError()))
      #expect(!cell.isUndecided && heard.count == 0)
    }
    callbacks.value?.report(completed: 1, total: nil)
    #expect(heard.all == [7])
  }

  @Test("Work that an executor throws away abandons the cell that waits for it")
  func thrownAway() {
    let cell = Cell(source: nil)
    Delivery { _ in }.call(for: cell) { cell.settle(.success(1)) }
    #expect(cell.outcome?.isAbandonment == true)
    let other = Cell(source: nil)
    Delivery { work in work() }.call(for: other) { other.settle(.success(1)) }
    #expect(other.outcome.flatMap { try? $0.get() } == 1)
  }
}

extension EagerSettlement {
  fileprivate func adoptForTest(_ other: EagerSettlement<Value>) -> Self {
    other.whenDecided { self.settle($0) }
    return self
  }
}
