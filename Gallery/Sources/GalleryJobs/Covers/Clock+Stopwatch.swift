extension Clock where Duration == Swift.Duration {
  /// Tells how much time has passed since it was made.
  func stopwatch() -> @Sendable () -> Duration {
    let start = now
    return { start.duration(to: now) }
  }
}
