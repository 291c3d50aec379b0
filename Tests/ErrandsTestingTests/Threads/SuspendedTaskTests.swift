import Dispatch
import Errands
import ErrandsTesting
import Testing

@Suite("A task that is started until it suspends", .timeLimit(.minutes(1)))
struct SuspendedTaskTests {
  /// Round after round: it would be seen too early only now and then.
  @Test("has done all that lies before its first wait, and nothing behind it")
  func suspends() async throws {
    for _ in 0..<200 {
      let (steps, gate) = (Events<String>(), Gate())
      let task = try await suspendedTask {
        steps.record("before")
        await noWait()
        steps.record("called")
        try await gate.wait()
        steps.record("behind")
      }
      #expect(steps.all == ["before", "called"])
      gate.open()
      try await task.value
      #expect(steps.all == ["before", "called", "behind"])
    }
  }

  @Test("waits: what is cancelled then is the wait, and not its beginning")
  func cancelled() async throws {
    let gate = Gate()
    let task = try await suspendedTask { try await gate.wait() }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(!gate.isOpen)
  }

  @Test("that never suspends has ended, with its value or its error")
  func ends() async throws {
    #expect(try await suspendedTask { 7 }.value == 7)
    let failing = try await suspendedTask { () -> Int in throw TimeoutError() }
    await #expect(throws: TimeoutError()) { try await failing.value }
  }

  @Test("is not waited for by one who is cancelled")
  func givenUp() async throws {
    let (begun, goesOn, ended) = (Gate(), DispatchSemaphore(value: 0), Gate())
    let waiting = Task {
      try await suspendedTask {
        begun.open()
        goesOn.blockUntilSignal()
        ended.open()
      }
    }
    try await begun.wait()
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    #expect(!ended.isOpen)
    goesOn.signal()
    try await ended.wait()
  }
}

private func noWait() async {}

extension DispatchSemaphore {
  /// Asynchronous code is not allowed to call `wait()`, and this one means to block its executor.
  fileprivate func blockUntilSignal() { wait() }
}
