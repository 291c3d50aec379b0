import Testing

@testable import ErrandsTesting

@Suite("A suspension", .timeLimit(.minutes(1)))
struct SuspensionTests {
  @Test("that is resumed before anybody waits lets the waiting task pass")
  func resumedFirst() async throws {
    let suspension = Suspension<Int>()
    suspension.resume(returning: 1)
    suspension.resume(returning: 2)
    #expect(try await suspension.value() == 1)
  }

  @Test("of a task that was cancelled before it waits ends with CancellationError")
  func cancelledFirst() async {
    let suspension = Suspension<Int>()
    let start = Gate()
    let task = Task {
      try? await start.wait()
      return try await suspension.value()
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    suspension.resume(returning: 1)
  }

  /// A continuation that is resumed twice ends the process, and one that is lost hangs the test.
  @Test("that is resumed and cancelled at once is settled exactly once")
  func race() async {
    for round in 0..<2_000 {
      let suspension = Suspension<Int>()
      let task = Task { try await suspension.value() }
      async let resuming: Void = suspension.resume(returning: round)
      async let resumingAgain: Void = suspension.resume(returning: round)
      task.cancel()
      switch await task.result {
      case .success(let value): #expect(value == round)
      case .failure(let error): #expect(error is CancellationError)
      }
      _ = await (resuming, resumingAgain)
    }
  }
}
