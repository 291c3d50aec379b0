import ErrandsTesting
import Testing

@Suite("A virtual clock", .timeLimit(.minutes(1)))
struct VirtualClockTests {
  @Test("stands still until it is moved, and never goes back")
  func time() {
    let clock = VirtualClock()
    let start = clock.now
    #expect(clock.now == start)
    clock.advance(by: .milliseconds(1_500))
    #expect(start.duration(to: clock.now) == .milliseconds(1_500))
    clock.advance(to: start.advanced(by: .seconds(1)))
    clock.advance(by: .seconds(-1))
    #expect(clock.now == .init(offset: .milliseconds(1_500)))
    #expect(start < clock.now)
    #expect(clock.minimumResolution == .zero)
  }

  @Test("wakes a sleeper when its deadline has come, and not before")
  func wakesWhenDue() async throws {
    let clock = VirtualClock()
    let woken = Events<VirtualClock.Instant>()
    let task = Task {
      try await clock.sleep(for: .seconds(10))
      woken.record(clock.now)
    }
    try await clock.sleepers(atLeast: 1)
    clock.advance(by: .seconds(9))
    #expect(clock.sleepers == 1)
    clock.advance(by: .seconds(1))
    #expect(clock.sleepers == 0)
    try await task.value
    #expect(woken.all == [.init(offset: .seconds(10))])
  }

  @Test("wakes those whose deadline has come, and nobody else")
  func wakesTheDue() async throws {
    let clock = VirtualClock()
    let woken = Events<String>()
    var tasks: [Task<Void, any Error>] = []
    for (name, seconds) in [("c", 3), ("a1", 1), ("b", 2), ("a2", 1), ("d", 4), ("a3", 1)] {
      tasks.append(
        Task {
          try await clock.sleep(for: .seconds(seconds))
          woken.record(name)
        }
      )
      try await clock.sleepers(atLeast: tasks.count)
    }
    clock.advance(by: .seconds(1))
    #expect(clock.sleepers == 3)
    _ = try await woken.event(3)
    #expect(woken.all.sorted() == ["a1", "a2", "a3"])
    clock.advance(by: .seconds(2))
    #expect(clock.sleepers == 1)
    _ = try await woken.event(5)
    #expect(woken.all.suffix(2).sorted() == ["b", "c"])
    clock.advance(by: .seconds(1))
    for task in tasks { try await task.value }
    #expect(woken.all.last == "d")
  }

  @Test("returns at once for a deadline that has passed")
  func pastDeadline() async throws {
    let clock = VirtualClock()
    clock.advance(by: .seconds(5))
    try await clock.sleep(until: .init(offset: .seconds(5)))
    try await clock.sleep(until: .init(offset: .seconds(2)))
    try await clock.sleep(for: .zero)
    #expect(clock.sleepers == 0)
  }

  @Test("lets a cancelled sleeper go at once, without the time moving")
  func honoursCancellation() async throws {
    let clock = VirtualClock()
    let leaving = Task { try await clock.sleep(for: .seconds(1)) }
    let staying = Task { try await clock.sleep(for: .seconds(1)) }
    try await clock.sleepers(atLeast: 2)
    leaving.cancel()
    await #expect(throws: CancellationError.self) { try await leaving.value }
    #expect(clock.sleepers == 1)
    #expect(clock.now == .init())
    clock.advance(by: .seconds(1))
    try await staying.value
  }

  @Test("does not put a cancelled task to sleep, not even for no time")
  func cancelledBefore() async {
    let clock = VirtualClock()
    let gate = Gate()
    let task = Task {
      try? await gate.wait()
      try await clock.sleep(for: .zero)
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("follows a loop tick by tick")
  func followsLoop() async throws {
    let clock = VirtualClock()
    let ticks = Events<Duration>()
    let loop = Task {
      for _ in 1...5 {
        try await clock.sleep(for: .seconds(2))
        ticks.record(clock.now.offset)
      }
    }
    for _ in 1...5 {
      try await clock.sleepers(atLeast: 1)
      clock.advance(by: .seconds(2))
    }
    try await loop.value
    #expect(ticks.all == [2, 4, 6, 8, 10].map { .seconds($0) })
  }

  @Test("loses no sleeper when it is moved while tasks fall asleep and are cancelled")
  func race() async throws {
    let clock = VirtualClock()
    let tasks = (0..<400).map { number in
      Task { try await clock.sleep(for: .milliseconds(number % 20)) }
    }
    for number in stride(from: 0, to: 400, by: 3) { tasks[number].cancel() }
    for _ in 0..<20 { clock.advance(by: .milliseconds(1)) }
    let finished = Task { for task in tasks { _ = await task.result } }
    // Whoever fell asleep only after the moves is woken by one of these.
    let mover = Task {
      while true {
        try await clock.sleepers(atLeast: 1)
        clock.advance(by: .milliseconds(20))
      }
    }
    await finished.value
    mover.cancel()
    _ = await mover.result
    #expect(clock.sleepers == 0)
  }

  @Test("says when those who sleep have become few enough: they woke, or were cancelled")
  func sleepersAtMost() async throws {
    let clock = VirtualClock()
    try await clock.sleepers(atMost: 0)
    let tasks = (1...3).map { number in Task { try await clock.sleep(for: .seconds(number)) } }
    try await clock.sleepers(atLeast: 3)
    try await clock.sleepers(atMost: 3)
    let few = try await suspendedTask { try await clock.sleepers(atMost: 1) }
    let none = try await suspendedTask { try await clock.sleepers(atMost: 0) }
    clock.advance(by: .seconds(1))
    try await clock.sleepers(atMost: 2)
    tasks[2].cancel()
    try await few.value
    #expect(clock.sleepers == 1)
    clock.advance(by: .seconds(1))
    try await none.value
    #expect(clock.sleepers == 0)
  }

  @Test("lets go of one who waits for fewer to sleep, and is cancelled")
  func givenUpWait() async throws {
    let clock = VirtualClock()
    let sleeping = Task { try await clock.sleep(for: .seconds(1)) }
    try await clock.sleepers(atLeast: 1)
    let waiting = try await suspendedTask { try await clock.sleepers(atMost: 0) }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    #expect(clock.sleepers == 1)
    clock.advance(by: .seconds(1))
    try await sleeping.value
  }
}
