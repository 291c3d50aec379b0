import Errands

/// Those who may still win a race.
@usableFromInline
final class Runners: Sendable {
  private let state: Lock<RaceState>

  @usableFromInline
  init(_ state: RaceState) {
    self.state = Lock(state)
  }

  @usableFromInline
  func giveUp(_ error: any Error) -> (any Error)? {
    state.withLock { $0.giveUp(error) }
  }
}
