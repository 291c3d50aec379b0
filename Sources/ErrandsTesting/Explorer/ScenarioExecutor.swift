import Synchronization

/// Runs the jobs of tasks as bodies of a scenario.
final class ScenarioExecutor: TaskExecutor {
  private let name: String
  private let enqueue: Scenario.Enqueue

  init(_ name: String, _ enqueue: @escaping Scenario.Enqueue) {
    self.name = name
    self.enqueue = enqueue
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    enqueue(name) { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// Does work in a body of a scenario, one piece after the other.
final class ScenarioQueue: Sendable {
  private struct State: Sendable {
    var waiting: [Scenario.Work] = []
    var isAtWork = false
  }

  private let name: String
  private let enqueue: Scenario.Enqueue
  private let state = Mutex(State())

  init(_ name: String, _ enqueue: @escaping Scenario.Enqueue) {
    self.name = name
    self.enqueue = enqueue
  }

  func add(_ work: @escaping Scenario.Work) {
    let begins = state.withLock { state in
      state.waiting.append(work)
      defer { state.isAtWork = true }
      return !state.isAtWork
    }
    if begins { enqueue(name) { while let next = self.next() { next() } } }
  }

  private func next() -> Scenario.Work? {
    state.withLock { state in
      state.isAtWork = !state.waiting.isEmpty
      return state.isAtWork ? state.waiting.removeFirst() : nil
    }
  }
}
