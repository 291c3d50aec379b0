import Errands

/// Work that waits for a ``RateLimit``, first come first served, as a value. Each event answers with what to do.
struct RateLimiterState<Limit: RateLimit>: Sendable {
  typealias Work = @Sendable () -> Void

  enum Turn: Sendable {
    /// To be handed over; then the state is to be asked once more.
    case work(Work)
    /// To ask again then.
    case sleep(until: Duration)
    /// Another thread sees to what waits, if anything does.
    case nothing
  }

  private var limit: Limit
  private var waiting = FirstInFirstOut<Work>()
  /// Whether a timer runs until the next work may begin.
  private var isTimed = false
  /// Whether one piece of work is handed over before the next is taken: else two threads could change their order. Not
  /// where handing over may be doing the work: nobody waits for that.
  private let isPrompt: Bool
  private var isHandingOver = false

  init(_ limit: Limit, isPrompt: Bool) {
    self.limit = limit
    self.isPrompt = isPrompt
  }

  /// New work, behind all that waits. One piece at a time is taken: what was taken together, and was not handed over yet,
  /// would be overtaken.
  mutating func enter(_ work: @escaping Work, at now: Duration) -> Turn {
    waiting.append(work)
    return next(at: now)
  }

  /// The work has been handed over.
  mutating func handedOver(at now: Duration) -> Turn {
    isHandingOver = false
    return next(at: now)
  }

  /// The time has come.
  mutating func wake(at now: Duration) -> Turn {
    isTimed = false
    return next(at: now)
  }

  private mutating func next(at now: Duration) -> Turn {
    guard !isTimed, !isHandingOver, !waiting.isEmpty else { return .nothing }
    if let next = limit.take(at: now) {
      isTimed = true
      return .sleep(until: next)
    }
    isHandingOver = isPrompt
    return waiting.popFirst().map { .work($0) } ?? .nothing
  }
}
