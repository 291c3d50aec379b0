import Errands
import ErrandsTesting
import Foundation
import Testing

@testable import ErrandsOperations

@Suite("Results that are passed along", .timeLimit(.minutes(1)))
struct ResultTests {
  private let queue = OperationQueue()

  @Test("A dependent gets the value of its dependency, for an errand or for an asynchronous function")
  func value() async throws {
    let number = ManualOperation()
    let words = ErrandOperation(after: number) { number in Errand { "\(number)" } }
    let length = ErrandOperation(after: words) { words in words.count }
    queue.enqueue([length, words, number])
    try await number.callback().succeed(1_234)
    #expect(try await words.value == "1234")
    #expect(try await length.value == 4)
  }

  @Test("It gets the values of two, three or more, of whatever types")
  func values() async throws {
    let (number, word, flag) = (ManualOperation(), ErrandOperation { "x" }, ErrandOperation { true })
    let two = ErrandOperation(after: number, word) { number, word in "\(number)\(word)" }
    let three = ErrandOperation(after: number, word, flag) { number, word, flag in "\(number)\(word)\(flag)" }
    let four = ErrandOperation(after: number, word, flag, two) { number, word, flag, two in two }
    queue.enqueue([four, three, two, number, word, flag])
    try await number.callback().succeed(7)
    #expect(try await two.value == "7x")
    #expect(try await three.value == "7xtrue")
    #expect(try await four.value == "7x")
    #expect(three.dependencies.isEmpty)
  }

  @Test("The dependency's error is the outcome, identically, and the function is not called")
  func error() async throws {
    let (number, failure) = (ManualOperation(), Failure())
    let one = ErrandOperation(after: number) { _ in Issue.record("called") }
    let two = ErrandOperation(after: number, ErrandOperation { 1 }) { _, _ in Issue.record("called") }
    queue.enqueue([one, two, number])
    try await number.callback().fail(failure)
    for operation in [one, two] {
      await #expect(throws: Failure.self) { try await operation.value }
      #expect(failure.isSame(as: operation.outcome?.failure))
    }
  }

  @Test("Told to run regardless, the dependent gets the outcome")
  func outcome() async throws {
    let (failing, cancelled, failure) = (ManualOperation(), ManualOperation(), Failure())
    let afterFailure = ErrandOperation(after: failing, whenItFails: .run) { outcome in
      failure.isSame(as: outcome.failure)
    }
    let afterCancellation = ErrandOperation(after: cancelled, whenItFails: .run) { outcome in
      outcome.failure is CancellationError
    }
    queue.enqueue([afterFailure, afterCancellation, failing])
    cancelled.cancel()
    try await failing.callback().fail(failure)
    #expect(try await afterFailure.value)
    #expect(try await afterCancellation.value)
  }

  @Test("What a dependent's function throws is its own outcome")
  func throwing() async throws {
    let failure = Failure()
    let number = ErrandOperation { 1 }
    let dependent = ErrandOperation(after: number) { _ -> Errand<Int> in throw failure }
    queue.enqueue([number, dependent])
    await #expect(throws: Failure.self) { try await dependent.value }
    #expect(failure.isSame(as: dependent.outcome?.failure))
  }

  @Test("A dependency that was taken back has no result to give, and the error says whose")
  func missing() async throws {
    let number = ManualOperation("number")
    let dependent = ErrandOperation(after: number) { $0 + 1 }
    let injected = ManualOperation().injectResult(from: number) { _, _ in Issue.record("called") }
    for operation in [dependent, injected] as [AsyncOperation<Int>] {
      operation.removeDependency(number)
      operation.start()
      await #expect(throws: MissingResultError(dependency: "number")) { try await operation.value }
    }
    #expect(MissingResultError(dependency: "number").description.contains("“number”"))
  }

  @Test("A result is injected once, before the work begins, on the thread that starts it")
  func injected() async throws {
    // Both end inside a call, in which their dependents are told: whoever awaits an operation is woken before.
    let (number, word) = (ManualOperation(), ErrandOperation(.fromCallback { $0.succeed("x") }))
    let dependent = ManualOperation()
      .injectResult(from: number) { dependent, number in
        #expect(dependent.isExecuting && dependent.callbacks.count == 0)
        dependent.inputs.record("\(number)")
      }
      .injectResult(from: word) { dependent, word in dependent.inputs.record(word) }
    #expect(dependent.dependencies == [number, word])
    number.start()
    try await number.callback().succeed(7)
    word.start()
    #expect(dependent.isReady)
    await onThread {
      let thread = ObjectIdentifier(Thread.current)
      dependent.injectOutcome(from: word) { _, _ in #expect(ObjectIdentifier(Thread.current) == thread) }
      dependent.start()
    }
    #expect(dependent.inputs.all == ["7", "x"])
    #expect(dependent.callbacks.count == 1)
  }

  @Test("Where the dependency fails, nothing is injected, unless the outcome was asked for")
  func notInjected() async throws {
    let (number, failure) = (ManualOperation(), Failure())
    let dependent = ManualOperation().injectResult(from: number) { _, _ in Issue.record("called") }
    let regardless = ManualOperation()
      .injectOutcome(from: number) { dependent, outcome in
        dependent.inputs.record(failure.isSame(as: outcome.failure) ? "failure" : "\(outcome)")
      }
    queue.enqueue([dependent, regardless, number])
    try await number.callback().fail(failure)
    try await regardless.callback().succeed(1)
    #expect(failure.isSame(as: dependent.outcome?.failure))
    #expect(regardless.inputs.all == ["failure"])
  }

  @Test("Operations that pass their results along are let go of")
  func lifetimes() async throws {
    try await withLiveObjects { live in
      let number = ManualOperation("number", live: live)
      let unrun = ManualOperation("unrun", live: live)
        .injectResult(from: number) { [object = live.object("closure")] dependent, _ in
          withExtendedLifetime(object) { dependent.inputs.record("x") }
        }
      let run = ErrandOperation(after: number) { [object = live.object("function")] number in
        withExtendedLifetime(object) { number }
      }
      number.start()
      try await number.callback().succeed(1)
      run.start()
      #expect(try await run.value == 1)
      #expect(unrun.isReady)
    }
  }
}
