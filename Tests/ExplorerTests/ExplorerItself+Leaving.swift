import Dispatch
import Errands
import ErrandsTesting
import Synchronization
import Testing

/// What goes on where it cannot see, and what waits for that.
extension ExplorerItself {
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

  // It was told as a deadlock where the queue was slow, or not at all behind the last schedule.
  @Test("does not pass over what a queue does while the others wait, or later", arguments: [true, false])
  func leavingForLater(isAwaited: Bool) async throws {
    let queued = try await failure { scenario in
      let cell = Settlement<Int>()
      scenario.body("queue") {
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(2)) { cell.settle(.success(1)) }
      }
      if isAwaited { scenario.task("await") { _ = try? await cell.value() } }
    }
    guard case .leftExplorer(let place) = queued.reason else { throw queued }
    #expect(place.contains("Settlement.swift"))
  }

  @Test("does not pass over a task that sleeps a moment", arguments: [true, false])
  func sleeping(isPreferring: Bool) async throws {
    let failure = try await failure { scenario in
      scenario.body("make") {
        let executor = isPreferring ? scenario.executor : nil
        Task(executorPreference: executor) { try? await Task.sleep(for: .milliseconds(1)) }
      }
    }
    guard case .leftExplorer = failure.reason else { throw failure }
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

  // It never ended.
  @Test("ends a schedule in which one waits in a loop that it knows nothing of")
  func spinning() async throws {
    let flags = Mutex<[Flag]>([])
    let failure = try await failure(preemptions: 0) { scenario in
      let flag = Flag()
      flags.withLock { $0.append(flag) }
      scenario.body("spin") { flag.spin() }
      scenario.body("set") { flag.set() }
    }
    for flag in flags.withLock({ $0 }) { flag.set() }
    #expect(failure.reason == .stuck("spin"))
  }

  @Test("ends when the task is cancelled that waits for it, though a body waits in a loop")
  func cancelledSpinning() async throws {
    // No gate: who waits at one would be a body of the scenario's.
    let (begun, flag) = (DispatchSemaphore(value: 0), Flag())
    let task = Task {
      try await Explorer.explore(preemptions: 0) { scenario in
        scenario.body("spin") {
          begun.signal()
          flag.spin()
        }
      }
    }
    await onThread { begun.wait() }
    task.cancel()
    let result = await task.result
    flag.set()
    let failure = #expect(throws: ExplorationFailure.self) { try result.get() }
    #expect(failure?.reason == .cancelled)
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

/// A flag that is no place of choice.
private final class Flag: Sendable {
  private let isSet = Atomic<Bool>(false)

  func set() { isSet.store(true, ordering: .relaxed) }
  func spin() { while !isSet.load(ordering: .relaxed) {} }
}
