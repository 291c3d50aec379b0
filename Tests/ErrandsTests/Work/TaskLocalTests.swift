import ErrandsTesting
import Testing

@testable import Errands

// A request's number, kept in a task-local value, was gone behind a delay, in the second try and behind
// somebody else's callback: what followed was done on a thread that knew nothing of the request.
@Suite("Task-local values of whoever runs an errand, in all of its work", .timeLimit(.minutes(1)))
struct TaskLocalTests {
  private let heard = Events<String>()
  private let clock = VirtualClock()
  private let work = ManualWork<Int>()

  private var telling: Errand<Int> {
    .fromCallback { [heard] callback in
      heard.record(Locals.name)
      callback.succeed(1)
    }
  }

  private func asRunner<Answer>(_ body: () -> Answer) -> Answer {
    Locals.$name.withValue("runner", operation: body)
  }

  @Test("Behind a delay, on every clock")
  func delay() async throws {
    let run = asRunner { telling.delay(for: .seconds(1), clock: clock).run() }
    try await clock.sleepers(atLeast: 1)
    clock.advance(by: .seconds(1))
    #expect(try await run.value == 1)
    #expect(try await asRunner { telling.delay(for: .zero).run() }.value == 1)
    #expect(heard.all == ["runner", "runner"])
  }

  @Test("In every try")
  func retry() async throws {
    let failing = Errand<Int>.fromCallback { [heard] callback in
      heard.record(Locals.name)
      if heard.count < 3 { callback.fail(ManualError()) } else { callback.succeed(1) }
    }
    let run = asRunner { failing.retry(RetryPolicy(base: .zero)).run() }
    #expect(try await run.value == 1)
    #expect(heard.all == ["runner", "runner", "runner"])
  }

  @Test("Where a time limit stops the work")
  func timeout() async throws {
    let callbacks = Events<Callback<Int>>()
    let stoppable = Errand<Int>.fromCallback { [heard] callback in
      callback.onCancel { heard.record(Locals.name) }
      callbacks.record(callback)
    }
    let run = asRunner { stoppable.timeout(after: .seconds(1), clock: clock).run() }
    try await clock.sleepers(atLeast: 1)
    clock.advance(by: .seconds(1))
    await #expect(throws: TimeoutError.self) { try await run.value }
    #expect(try await heard.event(1) == "runner")
  }

  @Test("Behind somebody else's callback, on whichever thread that is called")
  func callback() async throws {
    let mapped = work.errand.map { [heard] value in
      heard.record(Locals.name)
      return value
    }
    let run = asRunner { mapped.run() }
    let callback = try await work.callback()
    await onThread { callback.succeed(1) }
    #expect(run.outcome?.label == "value 1")
    #expect(heard.all == ["runner"])
  }

  @Test("In what has to be done at the end, whoever cancels")
  func ensure() async throws {
    let tidied = work.errand.ensure { [heard] in heard.record(Locals.name) }
    let run = asRunner { tidied.run() }
    run.cancel()
    #expect(heard.all == ["runner"])
  }

  // A task has its values by itself; but what is done in the end is done by whoever cancels it.
  @Test("In what has to be done at the end of a task that somebody else cancels")
  func ensureOfTask() async throws {
    let begun = Gate()
    let endless = Errand<Int> {
      begun.open()
      return try await Settlement<Int>().value()
    }
    let tidied = endless.ensure { [heard] in heard.record(Locals.name) }
    let run = asRunner { tidied.map { $0 }.run() }
    try await begun.wait()
    Locals.$name.withValue("canceller") { run.cancel() }
    #expect(heard.all == ["runner"])
  }

  @Test("In work that has waited in a queue, whoever makes room for it")
  func queue() async throws {
    let queue = WorkQueue(limit: 1)
    queue.add(work.errand)
    let runs = [asRunner { queue.add(telling).run }, asRunner { telling.on(queue).run() }]
    #expect(heard.all == [])
    try await work.callback().succeed(1)
    for run in runs { #expect(try await run.value == 1) }
    #expect(heard.all == ["runner", "runner"])
  }

  // These functions of the caller's were called by whichever thread had ended the try, or the time, or read the line.
  @Test("In what decides on another try, draws its wait, makes an error and gives the next element")
  func functions() async throws {
    let failing = Errand<Int>.fromCallback { callback in
      WorkerThreads.shared.start { callback.fail(ManualError()) }
    }
    let condition: @Sendable (any Error) -> Bool = { [heard] _ in
      heard.record("condition: \(Locals.name)")
      return true
    }
    let tried = asRunner {
      failing.retry(RetryPolicy(retries: 1, base: .zero), where: condition, using: { Drawing(self.heard) })
        .run()
    }
    await #expect(throws: ManualError.self) { try await tried.value }
    let late = asRunner {
      work.errand.timeout(after: .zero) { [heard] in
        heard.record("error: \(Locals.name)")
        return ManualError()
      }
      .run()
    }
    await #expect(throws: ManualError.self) { try await late.value }
    let elements = sequence(first: 1) { [heard] last in
      heard.record("element: \(Locals.name)")
      return last < 2 ? last + 1 : nil
    }
    let read = asRunner { Errand.sequence(Unlisted(elements), limit: 1) { .success($0) }.run() }
    #expect(try await read.value == [1, 2])
    #expect(Set(heard.all) == ["condition: runner", "draw: runner", "error: runner", "element: runner"])
  }

  // What was put off there had the values of the first that was: of two thousand, 1,813 had a value that was not theirs.
  @Test(
    "Where the stack is nearly used up, of each of the errands inside one another",
    arguments: [false, true]
  )
  func deep(isTried: Bool) async {
    await onThread { [heard] in
      Locals.$name.withValue("2000") { _ = Self.nested(2_000, isTried, heard).run() }
    }
    #expect(heard.all == (1...2_000).reversed().map { "\($0)" })
  }

  private static func nested(_ depth: Int, _ isTried: Bool, _ heard: Events<String>) -> Errand<Int> {
    let errand = Errand<Int>.fromCallback { callback in
      heard.record(Locals.name)
      let next = depth - 1
      if next > 0 { Locals.$name.withValue("\(next)") { _ = nested(next, isTried, heard).run() } }
      callback.succeed(depth)
    }
    return isTried ? errand.retry() : errand
  }

  private struct Drawing: RandomNumberGenerator, Sendable {
    private let heard: Events<String>

    init(_ heard: Events<String>) { self.heard = heard }

    mutating func next() -> UInt64 {
      heard.record("draw: \(Locals.name)")
      return 7
    }
  }

  /// A sequence that is no collection.
  private struct Unlisted: Sequence, Sendable {
    private let elements: @Sendable () -> UnfoldFirstSequence<Int>

    init(_ elements: @escaping @autoclosure @Sendable () -> UnfoldFirstSequence<Int>) {
      self.elements = elements
    }

    func makeIterator() -> UnfoldFirstSequence<Int> { elements() }
  }
}
