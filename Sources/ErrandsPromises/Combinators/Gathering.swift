public import Errands
public import ErrandsEager

/// Waits for the members of a `when`: for all of them, or for the first that is rejected.
///
/// The members' handlers hold it, and a member may be pending for as long as the application runs: so it lets go of
/// what it has gathered, and of the whole, as soon as that has ended.
@usableFromInline
final class Gathering<Member: Sendable>: Sendable {
  @usableFromInline typealias Outcome = Swift.Result<[Member], any Error>

  /// A type of its own: of functions that are elements by themselves, each way in and out makes an object.
  @usableFromInline
  struct End: Sendable {
    @usableFromInline let call: @Sendable (Outcome) -> Void

    @inlinable
    init(_ call: @escaping @Sendable (Outcome) -> Void) { self.call = call }
  }

  @usableFromInline
  struct State: Sendable {
    @usableFromInline var members: GatheringState<Member>
    @usableFromInline let end: End

    @inlinable
    init(members: GatheringState<Member>, end: End) {
      self.members = members
      self.end = end
    }
  }

  /// Nil, once the whole has ended.
  @usableFromInline let state: Lock<State?>

  @inlinable
  init(count: Int, end: @escaping @Sendable (Outcome) -> Void) {
    state = Lock(State(members: GatheringState(count: count), end: End(end)))
  }

  @inlinable
  func take(_ outcome: Swift.Result<Member, any Error>, at index: Int) {
    let ending: (outcome: Outcome, state: State)? = state.withLock { state in
      guard let outcome = state?.members.take(outcome, at: index), let last = state.take() else { return nil }
      return (outcome, last)
    }
    if let ending { ending.state.end.call(ending.outcome) }
  }

  /// The whole has ended. What was gathered goes outside the lock.
  @usableFromInline
  func letGo() { _ = state.withLock { $0.take() } }
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
    var sources: [EagerSubscription] = []
    for (index, thenable) in thenables.enumerated() {
      let source = thenable.subscribe { gathering.take(member($0), at: index) }
      if let source { sources.append(source) }
    }
    setSources(sources) { [weak gathering] in gathering?.letGo() }
  }
}

extension EagerSettlement {
  /// Ends with what `value` makes of all that they give, or as the first that is rejected.
  func gather(
    _ thenables: [any Thenable],
    _ value: @escaping @Sendable ([any Sendable]) throws -> Value
  ) {
    let end: @Sendable (Swift.Result<[any Sendable], any Error>) -> Void = { outcome in
      switch outcome {
      case .success(let values): self.settle { try value(values) }
      case .failure(let error): self.settle(.failure(error))
      }
    }
    if thenables.isEmpty { return end(.success([])) }
    let gathering = Gathering<any Sendable>(count: thenables.count, end: end)
    func wait(for thenable: some Thenable, at index: Int) -> EagerSubscription? {
      thenable.subscribe { gathering.take($0.map { $0 }, at: index) }
    }
    var sources: [EagerSubscription] = []
    for (index, thenable) in thenables.enumerated() {
      if let source = wait(for: thenable, at: index) { sources.append(source) }
    }
    setSources(sources) { [weak gathering] in gathering?.letGo() }
  }
}
