import Errands
import ErrandsTesting
import Synchronization
import Testing

/// Faults that are known, which the explorer has to find: what finds nothing proves nothing.
@Suite("The explorer", .timeLimit(.minutes(1)))
struct ExplorerItself {
  /// The failure of a scenario, which has to have one.
  func failure(
    preemptions: Int = 2,
    limit: Int = 200_000,
    replaying choices: [Int]? = nil,
    _ prepare: @escaping @Sendable (Scenario) throws -> Void
  ) async throws -> ExplorationFailure {
    do {
      try await Explorer.explore(preemptions: preemptions, limit: limit, replaying: choices, prepare)
    } catch {
      return error
    }
    throw PartError(name: "nothing was found")
  }

  @Test("holds to the example of its documentation")
  func documentation() async throws {
    try await Explorer.explore(preemptions: 2) { scenario in
      let answer = Settlement<Int>()
      answer.whenSettled { _ in scenario.record("told") }
      scenario.body("one") { answer.settle(.success(1)) }
      scenario.body("another") { answer.settle(.success(2)) }
      scenario.check { try scenario.expect(scenario.count(of: "told") == 1, "It is told once.") }
    }
  }

  /// Two add one to what they have read: right in any order, unless one reads between the other's two steps.
  @Sendable
  static func lostUpdate(_ scenario: Scenario) {
    let count = Lock(0)
    for name in ["one", "other"] {
      scenario.body(name) {
        let read = count.withLock { $0 }
        count.withLock { $0 = read + 1 }
      }
    }
    scenario.check { try scenario.expect(count.withLock { $0 } == 2, "Both are counted.") }
  }

  @Test("finds an update that is lost, with one preemption, and none without")
  func lostUpdate() async throws {
    try await Explorer.explore(preemptions: 0, Self.lostUpdate)
    let failure = try await failure(Self.lostUpdate)
    guard case .check(let sentence) = failure.reason else { throw failure }
    #expect(sentence.hasPrefix("Both are counted."))
    #expect(failure.preemptions == 1)
  }

  @Test("finds an update that is lost between two steps of code that has locks of its own")
  func ownSteps() async throws {
    let failure = try await failure { scenario in
      let count = Counter()
      for name in ["one", "other"] {
        scenario.body(name) {
          let read = count.value.withLock { $0 }
          scenario.step()
          count.value.withLock { $0 = read + 1 }
        }
      }
      scenario.check { try scenario.expect(count.value.withLock { $0 } == 2, "Both are counted.") }
    }
    guard case .check = failure.reason else { throw failure }
  }

  // The search for a failure that needs fewer preemptions went beyond the limit, and what had been found was thrown away.
  @Test("tells what it has found, though it cannot try all schedules with fewer preemptions")
  func foundWithinLimit() async throws {
    let failure = try await failure(limit: 3) { scenario in
      scenario.body("one") {
        scenario.record("a")
        scenario.step()
        scenario.record("b")
      }
      for name in ["c", "d"] { scenario.body(name) { scenario.record(name) } }
      scenario.check { try scenario.expect(scenario.events.joined().contains("ab"), "Nobody is in between.") }
    }
    guard case .check(let sentence) = failure.reason else { throw failure }
    #expect(sentence.hasPrefix("Nobody is in between."))
  }

  // The sentence was replaced by one that says that it is no use to try it again.
  @Test("tells what it has found, though it does not fail again")
  func foundOnce() async throws {
    let rounds = Mutex(0)
    let failure = try await failure(preemptions: 0) { scenario in
      let round = rounds.withLock { rounds in
        rounds += 1
        return rounds
      }
      scenario.body("one") {}
      // The first round is before all schedules.
      scenario.check { try scenario.expect(round != 2, "It holds the second time.") }
    }
    guard case .check(let sentence) = failure.reason else { throw failure }
    #expect(sentence.hasPrefix("It holds the second time."))
    #expect(failure.diagram.hasPrefix("Begun again, the scenario did something else"))
  }

  // To let the other one go on while it waited counted as a preemption, so that the time always passed.
  @Test("lets the others go on while one waits for a limited time, as well as the time pass")
  func limitedWait() async throws {
    let seen = Mutex(Set<[String]>())
    try await Explorer.explore(preemptions: 0) { scenario in
      let group = Group<Int>()
      let part = Part("work", in: scenario)
      group.add(part.errand)
      scenario.body("wait") {
        scenario.record("waiting")
        if case .completed = group.wait(timeout: .seconds(1)) {
          scenario.record("completed")
        } else {
          scenario.record("timed out")
        }
      }
      scenario.body("settle") {
        scenario.record("settling")
        part.succeed(1)
      }
      scenario.check {
        let words = ["waiting", "settling", "completed", "timed out"]
        seen.withLock { _ = $0.insert(scenario.events.filter(words.contains)) }
      }
    }
    let expected: Set = [
      ["waiting", "settling", "completed"], ["waiting", "timed out", "settling"],
      ["settling", "waiting", "completed"],
    ]
    #expect(seen.withLock { $0 } == expected)
  }

  // Its identity was that of a former one, whose permit it took.
  @Test("has no permit of a former semaphore for a new one")
  func permits() async throws {
    let failure = try await failure(preemptions: 0) { scenario in
      scenario.body("wait") {
        for _ in 0..<10 { BlockingSemaphore(value: 0).signal() }
        BlockingSemaphore(value: 0).wait()
      }
    }
    #expect(failure.reason == .deadlock(["wait"]))
  }

  @Test("draws the schedule that fails: a column for each body, a line for each step, with lock and line")
  func diagram() async throws {
    let diagram = try await failure(Self.lostUpdate).diagram
    let lines = diagram.split(separator: "\n").map(String.init)
    #expect(lines[0].contains("one") && lines[0].contains("other"))
    #expect(lines.count { $0.contains("ExplorerItself 1 in lostUpdate(_:) ExplorerItself:") } == 4)
    #expect(lines.contains { $0.hasSuffix("begins") } && lines.contains { $0.hasSuffix("ends") })
  }

  @Test("tries a schedule again by its choices, and that one only")
  func replay() async throws {
    let found = try await failure(Self.lostUpdate)
    let again = try await failure(
      preemptions: found.preemptions,
      replaying: found.choices,
      Self.lostUpdate
    )
    #expect(again.choices == found.choices && again.diagram == found.diagram && again.schedules == 1)
  }

  @Test("finds two that take two locks in different orders, and tells who waits")
  func deadlock() async throws {
    let failure = try await failure { scenario in
      let (left, right) = (Lock(0), Lock(0))
      scenario.body("one") { left.withLock { _ in right.withLock { _ in } } }
      scenario.body("other") { right.withLock { _ in left.withLock { _ in } } }
    }
    #expect(failure.reason == .deadlock(["one", "other"]))
    #expect(failure.diagram.contains("waits for"))
  }

  @Test("finds one that takes a lock which it holds")
  func twice() async throws {
    let failure = try await failure { scenario in
      let lock = Lock(0)
      scenario.body("one") { lock.withLock { _ in lock.withLock { _ in } } }
    }
    #expect(failure.reason == .deadlock(["one"]))
  }

  @Test("finds one that blocks, and one that awaits, what nobody ends")
  func waiting() async throws {
    let blocked = try await failure { scenario in
      let group = Group<Int>()
      let callback = Mutex<Callback<Int>?>(group.enter())
      scenario.body("wait") { _ = group.wait() }
      scenario.check { callback.withLock { $0 = nil } }
    }
    #expect(blocked.reason == .deadlock(["wait"]))
    let awaiting = try await failure { scenario in
      let cell = Settlement<Void>()
      scenario.task("await") { try? await cell.value() }
      scenario.check { cell.settle(.success(())) }
    }
    #expect(awaiting.reason == .deadlock(["await"]))
  }

  @Test("finds what is alive when all is over")
  func leak() async throws {
    let failure = try await failure { scenario in
      let cell = Settlement<Int>()
      let object = scenario.object("cycle")
      // The handler holds the cell, which holds the handler.
      cell.whenSettled { _ in withExtendedLifetime((cell, object)) {} }
    }
    #expect(failure.reason == .stillAlive(["cycle (1)"]))
  }

  @Test("notices a scenario that does something else when it is begun again")
  func diverging() async throws {
    let rounds = Mutex(0)
    let failure = try await failure { scenario in
      let round = rounds.withLock { rounds in
        rounds += 1
        return rounds
      }
      let lock = Lock(0)
      scenario.body("one") { for _ in 0..<(round % 3) { lock.withLock { _ in } } }
      scenario.body("other") { lock.withLock { _ in } }
    }
    #expect(failure.reason == .diverged)
  }

  @Test("ends a schedule in which one waits in a loop, and one that has more schedules than allowed")
  func endless() async throws {
    let failure = try await failure { scenario in
      let flag = Lock(false)
      scenario.body("loop") { while !flag.withLock({ $0 }) {} }
    }
    #expect(failure.reason == .endless)
    await #expect(throws: ExplorationFailure.self) {
      try await Explorer.explore(limit: 3, Self.lostUpdate)
    }
  }

  @Test("tries both orders of what a delivery and a serial queue call")
  func deliveries() async throws {
    let seen = Mutex(Set<[String]>())
    try await Explorer.explore(preemptions: 1) { scenario in
      let (delivery, queue) = (scenario.delivery, scenario.queue("queue"))
      scenario.body("run") {
        for name in ["a", "b"] {
          Errand.success(1).run(on: delivery) { _ in scenario.record(name) }
          Errand.success(1).run(on: queue) { _ in scenario.record(name.uppercased()) }
        }
      }
      scenario.check {
        let capitals = scenario.events.filter { $0 == $0.uppercased() }
        try scenario.expect(capitals == ["A", "B"], "A serial queue keeps the order.")
        seen.withLock { _ = $0.insert(scenario.events.filter { $0 == $0.lowercased() }) }
      }
    }
    #expect(seen.withLock { $0 } == [["a", "b"], ["b", "a"]])
  }

  @Test("decides for tasks that bodies make, on the scenario's executor and without one")
  func tasks() async throws {
    let seen = Mutex(Set<[String]>())
    try await Explorer.explore { scenario in
      scenario.body("make") {
        Task(executorPreference: scenario.executor) {
          await Task.yield()
          scenario.record("preferring")
        }
        Task { scenario.record("other") }
      }
      scenario.check {
        try scenario.expect(scenario.events.count == 2, "Both are run.")
        seen.withLock { _ = $0.insert(scenario.events) }
      }
    }
    #expect(seen.withLock { $0 } == [["preferring", "other"], ["other", "preferring"]])
  }

  @Test("decides for what is done on the main actor, one thing after the other")
  func mainActor() async throws {
    try await everyInterleaving { scenario in
      let run = Errand<Int>.fromCallback { callback in scenario.body("settle") { callback.succeed(1) } }.run()
      for name in ["first", "second"] {
        run.whenSettled { (_: Result<Int, any Error>) in
          MainActor.assertIsolated()
          scenario.record(name)
        }
      }
      scenario.body("cancel") { run.cancel() }
      scenario.check { try scenario.expect(scenario.events == ["first", "second"], "The order is kept.") }
    }
  }
}

/// A lock that is none of the package's.
private final class Counter: Sendable {
  let value = Mutex(0)
}
