import Dispatch
import Errands
import ErrandsBolts
import ErrandsTesting

/// `errand.boltsTask(in: scope)`, and `continueWith(.queue(…))` for the one who waits.
struct BoltsStyle: StyleUnderTest {
  let name = "Bolts task"
  let lacks: [Ability: String] = [:]

  func ask(_ errand: Errand<Token>, for owner: Owner, in scope: Scope?) -> Asked {
    let task = errand.boltsTask(in: scope)
    task.onProgress(.queue(owner.place.queue)) { [weak owner] in owner?.hear($0) }
    let go: @Sendable (Owner) -> ErrandsBolts.Task<Void> = { owner in
      task.continueWith(owner.place.executor) { [weak owner] task in owner?.hear(task) }
    }
    let next = go(owner)
    return Asked(
      cancel: { task.cancel() },
      listen: { _ = go($0) },
      waits: waits(for: task),
      follow: { _ = try await task.value },
      behind: { try await next.value }
    )
  }

  private func waits(for task: ErrandsBolts.Task<Token>) -> [Wait] {
    [
      Wait("a task that awaits") { await outcomeOf { try await task.value } },
      Wait("a thread that waits") {
        await onThread { task.waitUntilCompleted() }
        return task.outcome
      },
      Wait("a task that depends on it") {
        await outcomeOf { try await task.continueWithTask(.immediate) { $0 }.value }
      },
    ]
  }

  func roundTrip(_ errand: Errand<Token>) -> Errand<Token> {
    .fromBoltsTask { errand.boltsTask() }
  }
}

extension Owner {
  fileprivate func hear(_ task: ErrandsBolts.Task<Token>) { hear(task.outcome) }
}

extension ErrandsBolts.Task<Token> {
  fileprivate var outcome: Result<Token, any Error> {
    result.map { .success($0) } ?? .failure(error ?? CancellationError())
  }
}

extension Place {
  /// By Bolts' own name for an executor of somebody else's: a function that calls what it is given.
  fileprivate var executor: ErrandsBolts.Executor {
    if case .foreign(let executor) = self { .closure(executor.callNow) } else { .queue(queue) }
  }
}
