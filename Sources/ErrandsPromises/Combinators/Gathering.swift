public import Errands

/// Waits for the members of a `when`: for all of them, or for the first that is rejected.
@usableFromInline
final class Gathering<Member: Sendable>: Sendable {
  @usableFromInline typealias Outcome = Swift.Result<[Member], any Error>

  @usableFromInline let state: Lock<GatheringState<Member>>
  @usableFromInline let end: @Sendable (Outcome) -> Void

  @inlinable
  init(count: Int, end: @escaping @Sendable (Outcome) -> Void) {
    state = Lock(GatheringState(count: count))
    self.end = end
  }

  @inlinable
  func take(_ outcome: Swift.Result<Member, any Error>, at index: Int) {
    if let outcome = state.withLock({ $0.take(outcome, at: index) }) { end(outcome) }
  }
}

extension EagerSettlement {
  /// Ends with what all of them give, each by way of `member`, or as the first that is rejected.
  @inlinable
  func gather<U: Thenable, Member: Sendable>(
    _ thenables: [U],
    _ member: @escaping @Sendable (Swift.Result<U.T, any Error>) -> Swift.Result<Member, any Error>
  ) where Value == [Member] {
    if thenables.isEmpty { return _ = settle(.success([])) }
    let gathering = Gathering<Member>(count: thenables.count) { self.settle($0) }
    for (index, thenable) in thenables.enumerated() {
      thenable.whenResolved { gathering.take(member($0), at: index) }
    }
    stand(on: thenables.compactMap(\.upstream))
  }
}

extension EagerSettlement {
  /// Ends with what `value` makes of all that they give, or as the first that is rejected.
  func gather(
    _ thenables: [any Thenable],
    _ value: @escaping @Sendable ([any Sendable]) throws -> Value
  ) {
    let gathering = Gathering<any Sendable>(count: thenables.count) { outcome in
      switch outcome {
      case .success(let values): self.settle { try value(values) }
      case .failure(let error): self.settle(.failure(error))
      }
    }
    func wait(for thenable: some Thenable, at index: Int) {
      thenable.whenResolved { gathering.take($0.map { $0 }, at: index) }
    }
    if thenables.isEmpty { gathering.end(.success([])) }
    for (index, thenable) in thenables.enumerated() { wait(for: thenable, at: index) }
    stand(on: thenables.compactMap(\.upstream))
  }
}
