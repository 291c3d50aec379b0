import Errands

/// The tokens of one host under a ``RateLimit``, as a value: one time instead of a count that a timer would have
/// to raise. Time is counted from any beginning.
struct TokenBucket: Sendable {
  /// How long it takes until one more token is there.
  private let interval: Duration
  /// How long it takes from one token to a full bucket.
  private let filling: Duration
  /// When the bucket is full again.
  private var fullAt = Duration.zero

  init(_ limit: RateLimit) {
    interval = min(max(limit.period, .zero), .aCentury) / max(limit.requests, 1)
    filling = interval * (min(max(limit.burst, 1), 1_000_000) - 1)
  }

  /// When there is a token; in the past where there is one now.
  var nextToken: Duration { fullAt - filling }

  func isFull(at now: Duration) -> Bool { fullAt <= now }

  /// Takes a token. To be called at ``nextToken`` or later.
  mutating func take(at now: Duration) {
    fullAt = max(fullAt, now) + interval
  }
}
