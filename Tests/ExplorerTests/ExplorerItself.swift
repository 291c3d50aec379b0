import Dispatch
import Errands
import ErrandsTesting
import Synchronization
import Testing

/// Faults that are known, which the explorer has to find: what finds nothing proves nothing.
@Suite("The explorer", .timeLimit(.minutes(1)))
struct ExplorerItself {
  /// The failure of a scenario, which has to have one.
  private func failure(
    preemptions: Int = 2,
    replaying choices: [Int]? = nil,
    _ prepare: @escaping @Sendable (Scenario) throws -> Void
  ) async throws -> ExplorationFailure {
    do {
      try await Explorer.explore(preemptions: preemptions, replaying: choices, prepare)
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
  private static func lostUpdate(_ scenario: Scenario) {
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

  @Test("does not pass over what leaves it to a dispatch queue")
  func leaving() async throws {
    let queued = try await failure { scenario in
      let (cell, done) = (Settlement<Int>(), DispatchSemaphore(value: 0))
      scenario.body("queue") {
        DispatchQueue.global().async {
          cell.settle(.success(1))
          done.signal()
        }
        done.wait()
      }
    }
    guard case .leftExplorer(let place) = queued.reason else { throw queued }
    #expect(place.contains("Settlement.swift"))
  }

  /// Swift hands the job behind a yield straight to its pool. A pool that is faster than the task goes to sleep lets it
  /// go on where it is, and nothing has happened: so it yields often.
  @Test("does not pass over a task that yields, and prefers no executor")
  func yielding() async throws {
    let failure = try await failure { scenario in
      let resumed = DispatchSemaphore(value: 0)
      scenario.body("make") {
        Task {
          for _ in 0..<1_000 { await Task.yield() }
          resumed.signal()
        }
      }
      scenario.check { resumed.wait() }
    }
    guard case .leftExplorer(let place) = failure.reason else { throw failure }
    #expect(place.contains("Task.yield()"))
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

  /// Swift holds a lock of its own while it calls the cancellation handlers of a task. A body that comes upon it sleeps
  /// where nobody can see it, and the one that holds the lock has to be let go on.
  @Test("goes on where a body comes upon a lock that it does not know")
  func unknownLock() async throws {
    let exploration = try await Explorer.explore { scenario in
      let known = Lock(0)
      let unknown = Mutex(0)
      for name in ["one", "other"] {
        scenario.body(name) { unknown.withLock { _ in known.withLock { $0 += 1 } } }
      }
      scenario.check { try scenario.expect(known.withLock { $0 } == 2, "Both go on.") }
    }
    #expect(exploration.schedules > 2)
  }

  @Test("ends when the task is cancelled that waits for it")
  func cancelled() async throws {
    let begun = Gate()
    let task = Task {
      try await Explorer.explore(preemptions: 20, limit: .max) { scenario in
        begun.open()
        Self.lostUpdate(scenario)
        scenario.body("third") { Lock(0).withLock { _ in } }
      }
    }
    try await begun.wait()
    task.cancel()
    _ = await task.result
  }
}

/// A lock that is none of the package's.
private final class Counter: Sendable {
  let value = Mutex(0)
}
