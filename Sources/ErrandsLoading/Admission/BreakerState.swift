import Errands

/// The ``CircuitBreaker`` of one host, as a value. Time is counted from any beginning.
struct BreakerState: Sendable {
  /// Tells apart loads that began before the breaker opened or closed: what they report comes too late to count.
  typealias Era = UInt64

  /// What a load may do that asks now.
  enum Answer: Sendable, Equatable {
    case go
    /// Until a report of the trial, or its end.
    case wait
    case refuse(retryAfter: Duration)
  }

  /// What a report has changed.
  enum Change: Sendable, Equatable {
    case none
    /// From now on loads are refused, those that wait among them.
    case opened(retryAfter: Duration)
    /// The host is back.
    case closed
  }

  private enum Phase: Sendable, Equatable {
    case closed
    /// After this time, half-open: the next load is the trial.
    case open(until: Duration)
    case trial
  }

  private let limit: Int
  private let cooldown: Duration
  private var phase = Phase.closed
  /// How many in a row.
  private var failures = 0
  private var lastFailure = Duration.zero
  private var era: Era = 0

  init(_ breaker: CircuitBreaker) {
    limit = max(breaker.failures, 1)
    cooldown = min(max(breaker.cooldown, .zero), .aCentury)
  }

  /// Whether it knows no more than one that has just been made.
  func isFresh(at now: Duration) -> Bool {
    phase == .closed && failures == 0 || phase != .trial && isOutdated(at: now)
  }

  /// What it knows is so old that it says nothing about the host any more; and no host may be kept in mind for
  /// ever.
  private func isOutdated(at now: Duration) -> Bool {
    now - lastFailure >= max(.seconds(600), cooldown * 2)
  }

  func answer(at now: Duration) -> Answer {
    switch phase {
    case .closed: .go
    case .trial: .wait
    case .open(let end): now < end ? .refuse(retryAfter: end - now) : .go
    }
  }

  /// A load gets its place, after the answer was to go: the trial, where the breaker is not closed.
  mutating func begin(at now: Duration) -> Era {
    if phase == .closed { return era }
    era += 1
    phase = isOutdated(at: now) ? .closed : .trial
    return era
  }

  mutating func succeed(_ begun: Era) -> Change {
    guard begun == era else { return .none }
    failures = 0
    guard phase == .trial else { return .none }
    era += 1
    phase = .closed
    return .closed
  }

  mutating func fail(_ begun: Era, at now: Duration) -> Change {
    guard begun == era else { return .none }
    failures = isOutdated(at: now) ? 1 : failures + 1
    lastFailure = now
    guard phase == .trial || failures >= limit else { return .none }
    era += 1
    phase = .open(until: now + cooldown)
    return .opened(retryAfter: cooldown)
  }

  /// A load ends without a report. Where it was the trial, the next load is.
  mutating func end(_ begun: Era, at now: Duration) {
    guard begun == era, phase == .trial else { return }
    era += 1
    phase = .open(until: now)
  }
}
