import Errands
import ErrandsTesting
import Foundation
import Testing

@testable import ErrandsOperations

@Suite("Barriers in an operation queue", .timeLimit(.minutes(1)))
struct BarrierTests {
  @Test(
    "A barrier waits for everything before it, whatever its end, and everything after waits for the barrier"
  )
  func order() async throws {
    let queue = AsyncOperationQueue(maxConcurrentOperationCount: 8)
    let order = Events<String>()
    let before = [ManualOperation("fails"), ManualOperation("succeeds"), ManualOperation("is cancelled")]
    queue.addOperations(before)
    queue.addBarrierBlock { order.record("barrier") }
    queue.addOperation { order.record("after") }
    for operation in before { _ = try await operation.callback() }
    try await before[0].callback().fail(Failure())
    before[2].cancel()
    try await before[2].finished()
    #expect(order.count == 0)
    try await before[1].callback().succeed(1)
    try await queue.settled()
    #expect(order.all == ["barrier", "after"])
  }

  /// They stayed in the barrier until its turn came.
  @Test("An operation that is cancelled behind a barrier leaves nothing in it")
  func leaveNothing() async throws {
    try await withLiveObjects { live in
      let phase = BegunPhase(begun: Settlement<Void>())
      var subscription: (any Errands.Cancellable)? = phase.subscribe { [object = live.object("told")] _ in
        withExtendedLifetime(object) {}
      }
      #expect(live.count == 1)
      subscription?.cancel()
      subscription = nil
      #expect(live.count == 0)
      let (queue, cancelled) = (WorkQueue(limit: 1), Events<String>())
      let place = OperationJob(
        of: ManualOperation(),
        in: queue,
        OperationMembers(of: queue, nil, .default),
        OperationMembers(of: queue, nil, .default).join().membership,
        keepsSubscriptions: true
      )
      place.keep(Told { cancelled.record("at the end") })
      place.withdraw()
      place.keep(Told { cancelled.record("too late") })
      #expect(cancelled.all == ["at the end", "too late"])
    }
  }

  /// They were told as handlers are, of which none waits for another: what came while they were put in line went before
  /// those that had waited.
  @Test("Whoever comes while those behind a barrier are put in line is put behind them")
  func comingMeanwhile() {
    let (begun, told) = (Settlement<Void>(), Events<Int>())
    let phase = BegunPhase(begun: begun)
    _ = phase.subscribe { _ in
      told.record(1)
      _ = phase.subscribe { _ in told.record(3) }
    }
    _ = phase.subscribe { _ in told.record(2) }
    begun.settle(.success(()))
    #expect(told.all == [1, 2, 3])
  }

  /// It did not have to wait as soon as the barrier had ended, and was in line before those that had waited.
  @Test("One that comes when a barrier has ended waits with those behind it, until these are in line")
  func phases() {
    var phases = OperationPhases()
    let barrier = phases.joinAlone()
    let waiting = phases.join()
    let beginning = phases.leave(barrier.number)
    let late = phases.join()
    #expect(late.begun != nil && late.begun === waiting.begun && late.begun === beginning.first)
    #expect(late.number == waiting.number)
    for cell in beginning { cell.settle(.success(())) }
    let free = phases.join()
    #expect(free.begun == nil && free.number == waiting.number)
  }

  /// Each that ended moved all that were behind it: these took minutes.
  @Test("A line of 200,000 barriers costs each of them the same")
  func longLine() {
    var phases = OperationPhases()
    let first = phases.join().number
    let barriers = (0..<200_000).map { _ in phases.joinAlone().number }
    var begun = phases.leave(first).count
    for barrier in barriers { begun += phases.leave(barrier).count }
    // Each barrier, and what there is between it and the next one.
    #expect(begun == 400_000)
  }

  private struct Told: Errands.Cancellable {
    let body: @Sendable () -> Void

    func cancel() { body() }
  }

  /// The end of an operation is part of the settling of its run, and those who wait for it were told behind that: a
  /// batch that is done when its barrier begins lacked members whose handlers were still to be called.
  @Test("An operation counts as ended when those who wait for it have been told", arguments: [true, false])
  func told(isCancelled: Bool) async throws {
    let queue = AsyncOperationQueue()
    let ended = Events<Int64>()
    let operation = ManualOperation()
    operation.whenSettled(on: .immediate) { _ in ended.record(queue.progress.completedUnitCount) }
    queue.addOperation(operation)
    let callback = try await operation.callback()
    if isCancelled {
      // Inside the end of something else, too.
      Errand<Void>.fromCallback { $0.succeed(()) }.run(on: .immediate) { _ in operation.cancel() }
    } else {
      callback.succeed(1)
    }
    try await queue.settled()
    #expect(ended.all == [0])
    #expect(queue.progress.completedUnitCount == 1)
  }

  /// The queue went when its last operation had ended, before the handlers were called for which the barrier waited:
  /// every batch of an application that made its queue on the way lacked its last member.
  @Test("A barrier in a queue that nobody holds begins behind everybody before it", arguments: [true, false])
  func queueLetGo(isAwaited: Bool) async throws {
    for _ in 0..<100 {
      let (told, atBarrier) = (Events<Int>(), Events<Int>())
      do {
        let queue = AsyncOperationQueue(maxConcurrentOperationCount: 4)
        for index in 0..<4 {
          let operation = Errand { index }.operation()
          if isAwaited { operation.whenSettled(on: .immediate) { _ in told.record(index) } }
          queue.addOperation(operation)
        }
        queue.addBarrierBlock { atBarrier.record(told.count) }
      }
      #expect(try await atBarrier.event(1) == (isAwaited ? 4 : 0))
    }
  }

  /// Foundation does not wait for a barrier that is added to an empty queue.
  @Test("A barrier on an empty queue is waited for")
  func empty() async throws {
    let queue = AsyncOperationQueue(maxConcurrentOperationCount: 8)
    let (gate, begun) = (DispatchSemaphore(value: 0), Events<String>())
    queue.addBarrierBlock {
      begun.record("barrier")
      gate.wait()
    }
    let after = ManualOperation("after")
    queue.addOperation(after)
    _ = try await begun.event(1)
    #expect(after.callbacks.count == 0)
    gate.signal()
    try await after.callback().succeed(1)
    try await queue.settled()
  }

  @Test("Barriers follow one another, each alone")
  func alone() async throws {
    let queue = AsyncOperationQueue(maxConcurrentOperationCount: 8)
    let order = Events<Int>()
    for number in 0..<20 { queue.addBarrierBlock { order.record(number) } }
    try await queue.settled()
    #expect(order.all == Array(0..<20))
  }

  @Test(
    "What waits behind a barrier can be cancelled, and so can the barrier; those behind it wait all the same"
  )
  func cancelled() async throws {
    let queue = AsyncOperationQueue(maxConcurrentOperationCount: 8)
    let first = ManualOperation("first")
    queue.addOperation(first)
    let order = Events<String>()
    let barrier = queue.addBarrierBlock { order.record("barrier") }
    let cancelled = ManualOperation("cancelled")
    queue.addOperation(cancelled)
    queue.addOperation { order.record("after") }
    cancelled.cancel()
    barrier.cancel()
    #expect(cancelled.isFinished && barrier.isFinished)
    let callback = try await first.callback()
    #expect(order.count == 0)
    callback.succeed(1)
    try await queue.settled()
    #expect(order.all == ["after"])
  }

  @Test("A barrier that throws lets the next one through")
  func throwing() async throws {
    let queue = AsyncOperationQueue()
    let failure = Failure()
    let barrier = queue.addBarrierBlock { throw failure }
    let after = queue.addOperation { () async in 7 }
    #expect(try await after.value == 7)
    #expect(failure.isSame(as: barrier.outcome?.failure))
  }
}
