import Errands
import ErrandsPromises
import ErrandsTesting
import Testing

@Suite("timeout(seconds:)", .timeLimit(.minutes(1)))
struct TimeoutTests {
  private let clock = VirtualClock()

  @Test("breaks the promise when the time has passed, and stops the work below")
  func passes() async throws {
    let stopped = Events<String>()
    let (promise, seal) = Promise<Int>.pending()
    seal.onCancel { stopped.record("stopped") }
    let limited = promise.map(on: nil) { $0 + 1 }.timeout(seconds: 5, clock: clock)
    limited.catch(on: nil) { stopped.record("\(type(of: $0))") }
    try await clock.sleepers(atLeast: 1)
    clock.advance(by: .milliseconds(4_999))
    #expect(limited.isPending)
    clock.advance(by: .milliseconds(1))
    await #expect(throws: TimeoutError()) { try await limited.async() }
    _ = try await stopped.event(2)
    #expect(stopped.all == ["stopped", "TimeoutError"])
    #expect(promise.error?.isCancelled == true)
  }

  @Test(
    "does nothing to a promise that is resolved in time, and its timer goes away",
    arguments: [true, false]
  )
  func inTime(isKept: Bool) async throws {
    try await leavingNothing { live in
      let (promise, seal) = Promise<LiveObjects.Object?>.pending()
      let limited = promise.timeout(seconds: 5, clock: clock)
      try await clock.sleepers(atLeast: 1)
      if isKept { seal.fulfill(live.object("value")) } else { seal.reject(Broken()) }
      #expect(limited.isFulfilled == isKept)
      #expect(limited.isRejected == !isKept)
      // The clock's sleeper is a task, which takes a moment to leave.
      try await clock.sleepers(atMost: 0)
    }
  }

  @Test("sets no timer for a promise that is resolved already")
  func resolvedAlready() {
    #expect(Promise.value(1).timeout(seconds: 5, clock: clock).value == 1)
    #expect(Promise<Int>(error: Broken()).timeout(seconds: 5, clock: clock).isRejected)
    #expect(clock.sleepers == 0)
  }

  @Test("leaves the work to others who wait for it")
  func shared() async throws {
    let stopped = Events<Int>()
    let (promise, seal) = Promise<Int>.pending()
    seal.onCancel { stopped.record(1) }
    let other = promise.map(on: nil) { $0 + 1 }
    let limited = promise.timeout(seconds: 1, clock: clock)
    try await clock.sleepers(atLeast: 1)
    clock.advance(by: .seconds(1))
    await #expect(throws: TimeoutError.self) { try await limited.async() }
    #expect(stopped.count == 0)
    seal.fulfill(1)
    #expect(other.value == 2)
  }

  @Test("holds for a promise that nobody is left to resolve, too")
  func abandoned() async throws {
    let limited = abandonedPromise().timeout(seconds: 1, clock: clock)
    try await clock.sleepers(atLeast: 1)
    #expect(limited.isPending)
    clock.advance(by: .seconds(1))
    await #expect(throws: TimeoutError.self) { try await limited.async() }
  }

  private func abandonedPromise() -> Promise<Int> { Promise { _ in } }

  @Test("is cancelled like any other link: the work below stops, and the timer goes away")
  func cancelled() async throws {
    let stopped = Events<Int>()
    let (promise, seal) = Promise<Int>.pending()
    seal.onCancel { stopped.record(1) }
    let limited = promise.timeout(seconds: 5, clock: clock)
    try await clock.sleepers(atLeast: 1)
    limited.cancel()
    #expect(stopped.count == 1)
    #expect(promise.error?.isCancelled == true)
    try await clock.sleepers(atMost: 0)
  }

  @Test("gives a guarantee a way to end in time")
  func guarantees() async throws {
    let (guarantee, resolve) = Guarantee<Int>.pending()
    let limited: Promise<Int> = guarantee.timeout(seconds: 1, clock: clock)
    try await clock.sleepers(atLeast: 1)
    clock.advance(by: .seconds(1))
    await #expect(throws: TimeoutError.self) { try await limited.async() }
    resolve(1)
  }

  @Test("passes the progress of the work on")
  func progress() async throws {
    let gate = Gate()
    let errand = Errand { (progress: ProgressReporter) in
      try await gate.wait()
      progress(completed: 1, total: 2)
      return 7
    }
    let limited = errand.promise().timeout(seconds: 5, clock: clock)
    let heard = Events<Int>()
    limited.onProgress(on: .immediate) { heard.record(Int($0.completed)) }
    gate.open()
    #expect(try await limited.async() == 7)
    #expect(heard.all == [1])
  }

  @Test("as a function gives a runner for a race, that is broken when the time has passed")
  func function() async throws {
    let runner = timeout(seconds: 2, clock: clock)
    try await clock.sleepers(atLeast: 1)
    #expect(runner.isPending)
    clock.advance(by: .seconds(2))
    let error = await #expect(throws: PMKError.self) { try await runner.async() }
    guard case .timedOut? = error else { return #expect(error == nil) }
    // So `catch` passes over it, as over a cancellation.
    #expect(error?.isCancelled == true)
  }

  @Test("of seconds without end, or less than none, does not trap", arguments: [.infinity, -1, .nan])
  func oddLimits(seconds: Double) async {
    let limited = Promise<Int>.pending().promise.timeout(seconds: seconds)
    if seconds < 0 {
      await #expect(throws: TimeoutError.self) { try await limited.async() }
    } else {
      #expect(limited.isPending)
      limited.cancel()
    }
  }
}
