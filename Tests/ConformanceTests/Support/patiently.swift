import Errands

/// Waits for an event, and fails where it does not come: a law that is broken must turn a cell red, not hang,
/// not even where the wait does not listen to its own cancellation, as that for a task's value.
@discardableResult
func patiently<Answer: Sendable>(
  _ what: String,
  _ wait: @escaping @Sendable () async throws -> Answer
) async throws -> Answer {
  let answer = Settlement<Answer>()
  let waiting = Task {
    do { answer.settle(.success(try await wait())) } catch { answer.settle(.failure(error)) }
  }
  let impatience = Task {
    try await Task.sleep(for: Sizes.patience)
    answer.settle(.failure(Violation("waited in vain for \(what)")))
  }
  defer {
    waiting.cancel()
    impatience.cancel()
  }
  return try await answer.value()
}
