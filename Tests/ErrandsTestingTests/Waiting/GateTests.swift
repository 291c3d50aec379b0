import ErrandsTesting
import Testing

@Suite("A gate", .timeLimit(.minutes(1)))
struct GateTests {
  @Test("lets nobody through until it is opened")
  func holdsBack() async throws {
    let gate = Gate()
    let passed = Events<Int>()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 1...10 {
        group.addTask {
          try await gate.wait()
          passed.record(number)
        }
      }
      #expect(!gate.isOpen)
      #expect(passed.count == 0)
      gate.open()
      try await group.waitForAll()
    }
    #expect(gate.isOpen)
    #expect(Set(passed.all) == Set(1...10))
  }

  @Test("is passed at once when it is open, even by a cancelled task")
  func isPassedWhenOpen() async throws {
    let gate = Gate()
    gate.open()
    gate.open()
    try await gate.wait()
    let started = Gate()
    let task = Task {
      try? await started.wait()
      try await gate.wait()
    }
    task.cancel()
    started.open()
    try await task.value
  }

  @Test("lets a cancelled task go with CancellationError, and holds the others")
  func honoursCancellation() async throws {
    let gate = Gate()
    let leaving = Task { try await gate.wait() }
    let staying = Task { try await gate.wait() }
    leaving.cancel()
    await #expect(throws: CancellationError.self) { try await leaving.value }
    gate.open()
    try await staying.value
  }

  @Test("settles each wait once when it opens while the waiting tasks are cancelled")
  func racesCancellation() async {
    for _ in 0..<500 {
      let gate = Gate()
      let waiting = (0..<4).map { _ in Task { try await gate.wait() } }
      async let opening: Void = gate.open()
      for task in waiting { task.cancel() }
      await opening
      for task in waiting {
        if case .failure(let error) = await task.result { #expect(error is CancellationError) }
      }
    }
  }

  @Test("keeps nothing of those that waited alive")
  func keepsNothingAlive() async throws {
    let live = LiveObjects()
    let gate = Gate()
    let cancelled = Task { [object = live.object("cancelled")] in
      defer { withExtendedLifetime(object) {} }
      try await gate.wait()
    }
    cancelled.cancel()
    _ = await cancelled.result
    let passing = Task { [object = live.object("passing")] in
      defer { withExtendedLifetime(object) {} }
      try await gate.wait()
    }
    gate.open()
    try await passing.value
    try await live.allGone()
  }
}
