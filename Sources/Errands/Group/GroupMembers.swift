/// The members of a group in the order in which they entered, as a value: in flight or settled.
///
/// Outcomes move over in one go whenever nobody is in flight any more. So a member costs the same however
/// many were there before, and the list of all outcomes is at hand at the moment when somebody asks for it.
struct GroupMembers<Value: Sendable>: Sendable {
  typealias Outcome = Result<Value, any Error>

  enum Member: Sendable {
    /// It has a place, and nothing to cancel yet.
    case entered
    case inFlight(any Cancellable)
    case settled(Outcome)
  }

  /// Those whose neighbours have all settled too.
  private(set) var outcomes: [Outcome] = []
  /// Those that entered since, some in flight and some settled.
  private var recent: [Member] = []
  private(set) var pendingCount = 0
  /// The error that came first, in time.
  private(set) var firstFailure: (any Error)?

  var count: Int { outcomes.count + recent.count }

  var progress: RunProgress {
    RunProgress(completed: Int64(count - pendingCount), total: Int64(count))
  }

  /// Those that can be cancelled, oldest first.
  var inFlight: [any Cancellable] {
    recent.compactMap { member in
      if case .inFlight(let run) = member { run } else { nil }
    }
  }

  /// The place of a new member.
  mutating func enter() -> Int {
    recent.append(.entered)
    pendingCount += 1
    return count - 1
  }

  mutating func begin(_ run: some Cancellable, at place: Int) {
    let index = place - outcomes.count
    // One that settled at once is not in flight any more; everybody else may have settled too.
    guard index >= 0, case .entered = recent[index] else { return }
    recent[index] = .inFlight(run)
  }

  /// What the member was until now, to be freed where no lock is held.
  mutating func settle(_ outcome: Outcome, at place: Int) -> Member {
    let index = place - outcomes.count
    let former = recent[index]
    recent[index] = .settled(outcome)
    pendingCount -= 1
    if firstFailure == nil, case .failure(let error) = outcome { firstFailure = error }
    if pendingCount == 0 { moveOver() }
    return former
  }

  private mutating func moveOver() {
    for member in recent {
      if case .settled(let outcome) = member { outcomes.append(outcome) }
    }
    // The room for a few is worth keeping, that for a hundred thousand is not.
    recent.removeAll(keepingCapacity: recent.count < 64)
  }
}
