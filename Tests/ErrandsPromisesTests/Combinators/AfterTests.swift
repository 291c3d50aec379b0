import Dispatch
import ErrandsPromises
import ErrandsTesting
import Foundation
import Testing

@Suite("After", .timeLimit(.minutes(1)))
struct AfterTests {
  @Test("Every way to say how long gives a guarantee that resolves")
  func units() async {
    await when(guarantees: [
      after(seconds: 0.001), after(.milliseconds(1)), after(.microseconds(1)), after(.nanoseconds(1)),
      after(.seconds(0)),
    ]).async()
  }

  @Test("Zero and less are at once (28)")
  func notLater() async {
    await when(after(seconds: 0), after(seconds: -1e300), after(.seconds(-5)), after(.milliseconds(.min)))
      .async()
  }

  /// That shorter times come before longer ones is the business of the core's deadline queue, and tested there: here
  /// a machine that stood still for a moment would have both called at once, on two threads.
  @Test("It is no sooner than it says")
  func noSooner() async {
    for milliseconds in [1, 20, 60] {
      let begun = ContinuousClock.now
      await after(.milliseconds(milliseconds)).async()
      #expect(begun.duration(to: .now) >= .milliseconds(milliseconds))
    }
  }

  /// A clock traps where it is asked to count so far.
  @Test("Infinity, not a number and never are times that do not come")
  func never() {
    let guarantees = [
      after(seconds: .infinity), after(seconds: .greatestFiniteMagnitude), after(seconds: .nan),
      after(.never),
      after(.seconds(.max)),
    ]
    for guarantee in guarantees {
      #expect(guarantee.isPending)
      guarantee.cancel()
    }
  }

  /// One task calls the timers of the whole process: a handler that it called, and that blocks, held up all others.
  @Test("A handler that blocks does not hold up another timer (28)")
  func handlersElsewhere() async throws {
    let blocked = Events<Void>()
    let release = DispatchSemaphore(value: 0)
    let gone = Events<Void>()
    after(.milliseconds(1)).done(on: nil) {
      blocked.record(())
      release.wait()
      gone.record(())
    }
    _ = try await blocked.event(1)
    await after(.milliseconds(1)).async()
    release.signal()
    _ = try await gone.event(1)
  }

  @Test("Cancelling what stands on it takes the timer away, and what it held is freed")
  func cancellation() async throws {
    try await leavingNothing { live in
      let object = live.object("held by the handler")
      let chain = after(seconds: 3600).map(on: nil) { object.name }.then(on: nil) { Promise.value($0) }
      chain.cancel()
      #expect(chain.isCancelled)
    }
  }

  @Test("A timer for two goes on when one of them leaves")
  func shared() async throws {
    let timer = after(.milliseconds(20))
    let left = timer.then(on: nil) { Promise.value(1) }
    let stayed = timer.then(on: nil) { Promise.value(2) }
    left.cancel()
    #expect(try await stayed.async() == 2)
  }
}
