import Errands

/// Work that waits for a ``RateLimit``, first come first served, as a value. Each event answers with what to do.
struct RateLimiterState<Limit: RateLimit>: Sendable {
  typealias Work = @Sendable () -> Void

  private var limit: Limit
  private var waiting = FirstInFirstOut<Work>()
  /// Whether a timer runs until the next work may begin.
  private var isTimed = false

  init(_ limit: Limit) {
    self.limit = limit
  }

  /// New work. What is to be done now, and until when to sleep then.
  mutating func enter(_ work: @escaping Work, at now: Duration) -> (due: [Work], sleepUntil: Duration?) {
    waiting.append(work)
    return isTimed ? ([], nil) : advance(at: now)
  }

  /// The time has come.
  mutating func wake(at now: Duration) -> (due: [Work], sleepUntil: Duration?) {
    isTimed = false
    return advance(at: now)
  }

  private mutating func advance(at now: Duration) -> (due: [Work], sleepUntil: Duration?) {
    var due: [Work] = []
    while !waiting.isEmpty {
      if let next = limit.take(at: now) {
        isTimed = true
        return (due, next)
      }
      if let work = waiting.popFirst() { due.append(work) }
    }
    return (due, nil)
  }
}
