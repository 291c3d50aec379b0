/// Looks after rounds of calls, each millisecond, while there are any. One for all of them: a deadline for each round
/// cost more than the calls.
final class RoundWatch: Sendable {
  typealias Place = LinkedSlots<CallRound>.Index

  static let shared = RoundWatch()
  private static let period = Duration.milliseconds(1)

  private struct State {
    var rounds = LinkedSlots<CallRound>()
    var isOnDuty = false
    /// Whether a round has come since the last look; one that went again may be followed by another soon.
    var isBusy = false
  }

  private let state = Lock(State())

  /// How many rounds are looked after.
  var count: Int { state.withLock { $0.rounds.count } }

  func add(_ round: CallRound) -> Place {
    let (place, isOnDuty) = state.withLock { state in
      defer { (state.isOnDuty, state.isBusy) = (true, true) }
      return (state.rounds.append(round), state.isOnDuty)
    }
    if !isOnDuty { lookLater() }
    return place
  }

  func remove(_ place: Place) {
    // Handed out of the lock: what the round holds may begin others when it is freed.
    _ = state.withLock { $0.rounds.remove(place) }
  }

  private func lookLater() {
    _ = DeadlineQueue.continuous.add(at: .now.advanced(by: Self.period)) { self.look() }
  }

  private func look() {
    let (rounds, goesOn) = state.withLock { state in
      state.isOnDuty = state.isBusy || state.rounds.count > 0
      state.isBusy = false
      return (Array(state.rounds), state.isOnDuty)
    }
    for round in rounds { round.look() }
    if goesOn { lookLater() }
  }
}
