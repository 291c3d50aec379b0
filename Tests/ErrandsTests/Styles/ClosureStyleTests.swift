import Dispatch
import ErrandsTesting
import Testing

@testable import Errands

@Suite("Style: completion closures")
struct ClosureStyleTests {
  @Test("Out: the shape (Result)")
  func result() {
    let heard = Events<String>()
    Self.seven.run(on: .immediate) { (outcome: Result<Int, any Error>) in heard.record(outcome.label) }
    Self.failing.run(on: .immediate) { (outcome: Result<Int, any Error>) in heard.record(outcome.label) }
    #expect(heard.all == ["value 7", "failed"])
  }

  @Test("Out: the shape (Value?, Error?), one of them nil")
  func valueAndError() {
    let heard = Events<String>()
    Self.seven.run(on: .immediate) { value, error in heard.record("\(value ?? 0) \(error == nil)") }
    Self.failing.run(on: .immediate) { value, error in
      heard.record("\(value == nil) \(error as? ManualError == ManualError(number: 1))")
    }
    #expect(heard.all == ["7 true", "true true"])
  }

  @Test("Out: the shape (Error?)")
  func errorOnly() {
    let heard = Events<Bool>()
    Self.seven.runForError(on: .immediate) { heard.record($0 == nil) }
    Self.failing.runForError(on: .immediate) { heard.record($0 is ManualError) }
    #expect(heard.all == [true, true])
  }

  @Test("Out: a typed error, cancellation too")
  func typedError() {
    enum Problem: Error, Equatable { case cancelled, other }
    let heard = Events<Result<Int, Problem>>()
    let mapError: @Sendable (any Error) -> Problem = { $0 is CancellationError ? .cancelled : .other }
    let completion: @Sendable (Result<Int, Problem>) -> Void = { heard.record($0) }
    Self.seven.run(on: .immediate, mapError: mapError, completion: completion)
    Self.failing.run(on: .immediate, mapError: mapError, completion: completion)
    let work = ManualWork<Int>()
    work.errand.run(on: .immediate, mapError: mapError, completion: completion).cancel()
    #expect(heard.all == [.success(7), .failure(.other), .failure(.cancelled)])
  }

  @Test("Out: on the main actor by default, bound to an owner or not", .timeLimit(.minutes(1)))
  func mainActor() async throws {
    let live = LiveObjects()
    let owner = live.object("owner")
    let heard = Events<String>()
    Self.seven.run { outcome in
      MainActor.assertIsolated()
      heard.record(outcome.label)
    }
    _ = try await heard.event(1)
    Self.seven.run(for: owner) { owner, outcome in
      MainActor.assertIsolated()
      heard.record("\(owner.name) \(outcome.label)")
    }
    #expect(try await heard.event(2) == "owner value 7")
  }

  @Test("In: the shape (Value?, Error?)")
  func inValueAndError() {
    #expect(Self.outcome { $0(7, nil) }.label == "value 7")
    #expect(Self.outcome { $0(nil, ManualError()) }.error is ManualError)
    #expect(Self.outcome { $0(7, ManualError()) }.error is ManualError)
  }

  // Some callbacks answer neither: an implicitly unwrapped value crashed there, a continuation hung.
  @Test("In: (nil, nil) fails, and names the line")
  func inNeither() throws {
    let line: UInt = #line + 1
    let run = Errand<Int>.fromCallback { $0(nil, nil) }.run()
    let error = try #require(run.outcome?.error as? EmptyCallbackError)
    #expect(error.origin == SourceLocation(fileID: #fileID, line: line))
    #expect(error.description.contains("neither a value nor an error"))
  }

  @Test("In: the shapes (Result), (Value) and an error alone")
  func inOthers() {
    #expect(Self.outcome { $0(.success(7)) }.label == "value 7")
    #expect(Self.outcome { $0(.failure(ManualError())) }.error is ManualError)
    #expect(Self.outcome { $0.succeed(7) }.label == "value 7")
    #expect(Self.outcome { $0.fail(CancellationError()) }.label == "cancelled")
  }

  @Test("In: the shape (Error?)")
  func inErrorOnly() {
    let good = Errand<Void>.fromCallback { $0(nil) }.run()
    #expect(good.outcome?.error == nil)
    #expect(good.outcome != nil)
    let bad = Errand<Void>.fromCallback { $0(ManualError()) }.run()
    #expect(bad.outcome?.error is ManualError)
  }

  @Test("A callback may be called from any thread", .timeLimit(.minutes(1)))
  func anyThread() async throws {
    let errand = Errand<Int>.fromCallback { callback in
      DispatchQueue.global().async { callback(7, nil) }
    }
    #expect(try await errand.value() == 7)
  }

  @Test("The name is the source line unless it is given one")
  func name() {
    let line: UInt = #line + 1
    let errand = Errand<Int>.fromCallback { $0.succeed(7) }
    #expect(errand.name == "\(#fileID):\(line)")
    #expect(errand.run().name == errand.name)
    #expect(Errand<Int>.fromCallback("chart") { $0.succeed(7) }.name == "chart")
  }

  private static let seven = Errand<Int>.fromCallback { $0.succeed(7) }
  private static let failing = Errand<Int>.fromCallback { $0.fail(ManualError(number: 1)) }

  private static func outcome(
    _ call: @escaping @Sendable (Callback<Int>) -> Void
  ) -> Result<Int, any Error> {
    Errand<Int>.fromCallback { call($0) }.run().outcome ?? .failure(ManualError(number: -1))
  }
}
