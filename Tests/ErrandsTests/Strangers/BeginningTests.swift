import Dispatch
import ErrandsTesting
import Testing

@testable import Errands

// Whoever began work kept its run when the beginning had returned. Cancelled before that, by another thread, it told
// of the cancellation, and the work went on until its beginning came to its end: a connection that took a second to be
// set up was set up all the same.
@Suite("Work that is cancelled while it begins", .timeLimit(.minutes(1)))
struct BeginningTests {
  /// All but code that begins a run by hand, and says behind that how it is cancelled; and a task, which may run before
  /// whoever made it has it in hand.
  private static let kinds = Nesting.allCases.filter {
    ![.queued, .callback, .groupAll, .awaiting].contains($0)
  }

  @Test("has been stopped when the call returns, whatever it lies in", arguments: kinds)
  func stopped(kind: Nesting) async throws {
    let (begun, stopped, ended) = (Events<Int>(), Events<Int>(), Events<String>())
    let goOn = DispatchSemaphore(value: 0)
    let work = Errand<Int>.fromCallback { callback in
      callback.onCancel { stopped.record(1) }
      begun.record(1)
      goOn.wait()
      callback.succeed(7)
    }
    let scope = Scope()
    let errand = kind.nested(1, around: work)
    async let beginning: Void = onThread {
      errand.run(in: scope, on: .immediate) { ended.record($0.label) }
    }
    _ = try await begun.event(1)
    scope.cancel()
    let stops = stopped.count
    goOn.signal()
    #expect(stops == 1)
    await beginning
    #expect(try await ended.event(1) == "cancelled")
  }
}
