/// A state under a lock, and the tasks that wait until it fulfils a condition.
///
/// A condition is checked inside the very change that fulfils it, so a state that lasts only for an instant
/// is not missed. The waiting tasks are resumed outside the lock, first come, first served.
package final class Monitor<State: Sendable>: Sendable {
  private struct Waiter: Sendable {
    let number: Int
    /// What resumes the waiter, if the state is the one it waits for.
    let resumption: @Sendable (State) -> (@Sendable () -> Void)?
  }

  private struct Storage: Sendable {
    var state: State
    var waiters: [Waiter] = []
    var waitersEver = 0
  }

  private let storage: Lock<Storage>

  package init(_ state: State) {
    storage = Lock(Storage(state: state))
  }

  package func read<Result: Sendable>(_ body: @Sendable (State) -> Result) -> Result {
    storage.withLock { body($0.state) }
  }

  @discardableResult
  package func update<Result: Sendable>(_ body: @Sendable (inout State) -> Result) -> Result {
    let (result, resumptions) = storage.withLock { storage in
      let result = body(&storage.state)
      return (result, Self.takeReady(&storage))
    }
    for resume in resumptions { resume() }
    return result
  }

  /// The first value that `pick` finds in the state, now or after a later change.
  ///
  /// - Throws: `CancellationError` if the waiting task is cancelled first.
  package func first<Value: Sendable>(_ pick: @escaping @Sendable (State) -> Value?) async throws -> Value {
    let found = Settlement<Value>()
    let resumption: @Sendable (State) -> (@Sendable () -> Void)? = { state in
      guard let value = pick(state) else { return nil }
      return { found.settle(.success(value)) }
    }
    let number = storage.withLock { storage in
      if let resume = resumption(storage.state) {
        resume()
        return 0
      }
      storage.waitersEver += 1
      storage.waiters.append(Waiter(number: storage.waitersEver, resumption: resumption))
      return storage.waitersEver
    }
    do {
      return try await found.value()
    } catch {
      storage.withLock { $0.waiters.removeAll { $0.number == number } }
      throw error
    }
  }

  /// Returns once `condition` holds.
  ///
  /// - Throws: `CancellationError` if the waiting task is cancelled first.
  package func wait(until condition: @escaping @Sendable (State) -> Bool) async throws {
    try await first { condition($0) ? () : nil }
  }

  private static func takeReady(_ storage: inout Storage) -> [@Sendable () -> Void] {
    guard !storage.waiters.isEmpty else { return [] }
    var resumptions: [@Sendable () -> Void] = []
    let state = storage.state
    storage.waiters.removeAll { waiter in
      guard let resumption = waiter.resumption(state) else { return false }
      resumptions.append(resumption)
      return true
    }
    return resumptions
  }
}
