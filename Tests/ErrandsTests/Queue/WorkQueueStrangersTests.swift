import Dispatch
import ErrandsTesting
import Testing

@testable import Errands

// The next work was started by whoever settled the one before, among those who were told of that: a start that blocked
// held them all up, and a handler that waited for the next work did so for ever.
@Suite("The start of a queued work holds up nobody else", .timeLimit(.minutes(1)))
struct WorkQueueStrangersTests {
  private let stage = WorkStage()
  private let end = DispatchSemaphore(value: 0)

  /// Work whose start blocks until the test ends it.
  private func blocking(_ begun: Gate = Gate()) -> Errand<String> {
    .fromCallback("blocking") { [end] callback in
      begun.open()
      end.wait()
      callback.succeed("blocking")
    }
  }

  @Test("not whoever settles the work before it, awaits that, or is told of it", arguments: [true, false])
  func workBefore(isDependent: Bool) async throws {
    let (queue, begun, told) = (WorkQueue(limit: isDependent ? 2 : 1), Gate(), Gate())
    let first = queue.add(stage.work("first"))
    let second = queue.add(blocking(begun), after: isDependent ? [first] : [])
    first.run.whenSettled(on: .immediate) { _ in told.open() }
    async let value = first.run.value
    stage.end("first")
    #expect(told.isOpen)
    #expect(try await value == "first")
    try await begun.wait()
    #expect(second.run.outcome == nil)
    end.signal()
    #expect(try await second.run.value == "blocking")
  }

  @Test("not the next one, nor whoever makes room for both", arguments: ["resumed", "more"])
  func next(how: String) async throws {
    let queue = WorkQueue(limit: how == "more" ? 1 : 2)
    queue.isSuspended = how == "resumed"
    let taken = how == "more" ? queue.add(stage.work("taken")) : nil
    let runs = [queue.add(blocking()).run, queue.add(stage.work("next")).run]
    if how == "more" { queue.limit = 3 } else { queue.isSuspended = false }
    #expect(try await stage.started.event(taken == nil ? 1 : 2) == "next")
    end.signal()
    for name in ["next", "taken"] { stage.end(name) }
    for run in runs { _ = try await run.value }
    _ = try await taken?.run.value
  }

  @Test("A handler may wait for the next work, and for one that depends on this", arguments: [true, false])
  func handlerWaits(isDependent: Bool) async throws {
    let (queue, begun) = (WorkQueue(limit: isDependent ? 2 : 1), DispatchSemaphore(value: 0))
    let waited = Events<Bool>()
    let handler: @Sendable (Run<String>.Outcome) -> Void = { _ in
      waited.record(begun.wait(timeout: .now() + 30) == .success)
    }
    let first = queue.add(stage.work("first"))
    first.run.whenSettled(on: .immediate, handler)
    let second = queue.add(
      Errand<Int>.fromCallback { callback in
        begun.signal()
        callback.succeed(2)
      },
      after: isDependent ? [first] : []
    )
    await onThread { stage.end("first") }
    #expect(waited.all == [true])
    #expect(try await second.run.value == 2)
  }

  @Test("A handler of work with a place on the way may wait for the next work there")
  func handlerOnTheWayWaits() async throws {
    let (queue, begun, waited) = (WorkQueue(limit: 1), DispatchSemaphore(value: 0), Events<Bool>())
    stage.work("first").on(queue).run(on: .immediate) { _ in
      waited.record(begun.wait(timeout: .now() + 30) == .success)
    }
    let second = queue.add(
      Errand<Int>.fromCallback { callback in
        begun.signal()
        callback.succeed(2)
      }
    )
    await onThread { stage.end("first") }
    #expect(waited.all == [true])
    #expect(try await second.run.value == 2)
  }

  @Test("A task needs no thread of its own, with operators behind it, too; all else does")
  func tasks() {
    #expect(Errand { 1 }.work.beginsWithTask)
    #expect(Errand { 1 }.map { $0 + 1 }.retry().timeout(after: .seconds(9)).work.beginsWithTask)
    #expect(!Errand<Int>.fromCallback { $0.succeed(1) }.work.beginsWithTask)
    #expect(!Errand<Int>.fromCallback { $0.succeed(1) }.map { $0 }.work.beginsWithTask)
    #expect(!Errand.success(1).map { $0 }.work.beginsWithTask)
    #expect(!Errand.success(1).work.beginsWithTask)
  }

  // Only the last of them was given back, so that the second queue stood still.
  @Test("Work with a place in each of several queues gives all of them back", arguments: [false, true])
  func places(isCancelled: Bool) async throws {
    let queues = (0..<3).map { _ in WorkQueue(limit: 1) }
    let run = queues.reduce(stage.work("work")) { $0.on($1) }.run()
    _ = try await stage.started.event(1)
    #expect(queues.map(\.runningCount) == [1, 1, 1])
    if isCancelled { run.cancel() } else { stage.end("work") }
    #expect(queues.map(\.runningCount) == [0, 0, 0])
    stage.end("work")
  }

  // Between the end of a work and the start of its dependent nobody held the queue: it went, and cancelled the rest.
  @Test("A queue that nobody holds lives until the last dependent has ended")
  func lifetime() async throws {
    for _ in 0..<100 {
      let queue = WorkQueue(limit: 1)
      queue.isSuspended = true
      var works = [queue.add(Errand<Int>.fromCallback { $0.succeed(0) })]
      for number in 1..<10 {
        works.append(queue.add(Errand<Int>.fromCallback { $0.succeed(number) }, after: [works[number - 1]]))
      }
      let run = works[9].run
      works = []
      queue.isSuspended = false
      _ = consume queue
      #expect(try await run.value == 9)
    }
  }

  // The dependent was ended, and its handlers called, among those who are woken by the end of its dependency.
  @Test("A handler of a dependent holds up nobody who awaits the dependency that failed")
  func dependentsHandler() async throws {
    let queue = WorkQueue(limit: 2)
    let work = ManualWork<Int>()
    let first = queue.add(work.errand)
    let dependent = queue.add(Errand.success(1), after: [first])
    dependent.run.whenSettled(on: .immediate) { [end] _ in end.wait() }
    let waiter = WaitingThread()
    let waits = first.run.settlement.add(waiter)
    #expect(waits)
    let callback = try await work.callback()
    async let failing: Void = onThread { callback.fail(ManualError()) }
    await onThread {
      let isWoken = waiter.wait(until: .now() + 30)
      #expect(isWoken)
    }
    end.signal()
    await failing
    await #expect(throws: ManualError.self) { try await dependent.run.value }
  }
}
