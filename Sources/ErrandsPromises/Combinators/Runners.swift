import Errands
public import ErrandsEager

/// The members that may still win a race. Their handlers hold this object, and one of them may be pending for as long
/// as the application runs: so it lets go of the race as soon as that has ended.
@usableFromInline
final class Runners<Value: Sendable>: Sendable {
  private struct State: Sendable {
    var race: RaceState
    let winner: EagerSettlement<Value>
  }

  private let state: Lock<State?>

  @usableFromInline
  init(_ race: RaceState, winner: EagerSettlement<Value>) {
    state = Lock(State(race: race, winner: winner))
  }

  /// A member has won.
  @usableFromInline
  func win(_ outcome: Swift.Result<Value, any Error>) {
    state.withLock { $0.take() }?.winner.settle(outcome)
  }

  /// A member gives up; where it was the last, the race ends.
  @usableFromInline
  func giveUp(_ error: any Error) {
    let ending: (error: any Error, state: State)? = state.withLock { state in
      guard let error = state?.race.giveUp(error), let last = state.take() else { return nil }
      return (error, last)
    }
    if let ending { ending.state.winner.settle(.failure(ending.error)) }
  }

  /// The race has ended.
  @usableFromInline
  func letGo() { _ = state.withLock { $0.take() } }
}
