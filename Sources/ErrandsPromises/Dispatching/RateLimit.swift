/// How often something may happen, as a value. Time is counted from any beginning that does not change.
protocol RateLimit: Sendable {
  /// Takes one place, where there is one now; else says when to ask again, and takes none.
  mutating func take(at now: Duration) -> Duration?
}
