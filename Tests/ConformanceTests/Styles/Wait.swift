import Errands
import ErrandsTesting

/// Somebody who waits for a run that another has begun, and is told on nobody's executor.
struct Wait: Sendable {
  let name: String
  let outcome: @Sendable () async -> Result<Token, any Error>

  init(_ name: String, outcome: @escaping @Sendable () async -> Result<Token, any Error>) {
    self.name = name
    self.outcome = outcome
  }

  /// The ways to wait for what is a run in the style, too.
  static func all(for run: Run<Token>) -> [Wait] {
    [
      Wait("a task that awaits") { await run.settled() },
      Wait("a thread that waits") {
        let seen = Kept<Result<Token, any Error>>()
        await onThread {
          let group = Group<Token>()
          group.add(Errand { try await run.value })
          if case .completed(let outcomes) = group.wait() { seen.set(outcomes.first) }
        }
        return seen.value ?? .failure(Violation("the wait has ended without an outcome"))
      },
      Wait("work that depends on it") {
        let dependent = WorkQueue(limit: 1).add(Errand.success(()), after: [run])
        return await outcomeOf {
          try await dependent.run.value
          return try await run.value
        }
      },
    ]
  }
}

/// What the code gives or throws.
func outcomeOf(_ code: @Sendable () async throws -> Token) async -> Result<Token, any Error> {
  do { return .success(try await code()) } catch { return .failure(error) }
}
