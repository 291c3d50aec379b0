public import ErrandsEager

/// Ends as the first of them that ends, a rejection too. Of nothing it is rejected with ``PMKError/badInput``.
///
/// The others go on; cancelling the race cancels all that nothing else waits for.
@inlinable
public func race<U: Thenable>(_ thenables: [U]) -> Promise<U.T> {
  guard !thenables.isEmpty else { return Promise(error: PMKError.badInput) }
  let winner = Promise<U.T>(source: nil)
  winner.race(thenables, end: nil) { error in !(error is Abandonment) }
  return winner
}

/// Ends as the first of them that ends, a rejection too.
@inlinable
public func race<U: Thenable>(_ thenables: U...) -> Promise<U.T> {
  race(thenables)
}

/// Ends as the first of them.
@inlinable
public func race<T>(_ guarantees: Guarantee<T>...) -> Guarantee<T> {
  let winner = Guarantee<T>(source: nil)
  winner.race(guarantees, end: nil) { _ in false }
  return winner
}

/// Has the value of the first of them that is fulfilled. Where all are rejected it is rejected with
/// ``PMKError/noWinner``, and of nothing with ``PMKError/badInput``.
@inlinable
public func race<U: Thenable>(fulfilled thenables: [U]) -> Promise<U.T> {
  guard !thenables.isEmpty else { return Promise(error: PMKError.badInput) }
  let winner = Promise<U.T>(source: nil)
  winner.race(thenables, end: PMKError.noWinner) { _ in false }
  return winner
}

extension EagerSettlement {
  /// Ends with the first value, or the first error that `isEnough`.
  @inlinable
  func race<U: Thenable>(
    _ thenables: [U],
    end: (any Error)?,
    _ isEnough: @escaping @Sendable (any Error) -> Bool
  ) where U.T == Value {
    let runners = Runners(RaceState(count: thenables.count, end: end), winner: self)
    var sources: [EagerSubscription] = []
    for thenable in thenables where isUndecided {
      let source = thenable.subscribe { outcome in
        if case .failure(let error) = outcome, !isEnough(error) {
          runners.giveUp(error)
        } else {
          runners.win(outcome)
        }
      }
      if let source { sources.append(source) }
    }
    setSources(sources) { [weak runners] in runners?.letGo() }
  }
}
