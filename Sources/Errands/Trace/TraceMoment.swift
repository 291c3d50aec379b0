/// When something happened, as nanoseconds since the trace's first look at the clock.
///
/// An instant of the clock's own has no size that the compiler knows, and with it neither an event nor a run had one: half of what
/// it cost to keep them was to copy them piece by piece.
struct TraceMoment: Sendable, Comparable {
  private static let origin = ContinuousClock.now
  private let nanoseconds: Int64

  init(_ instant: ContinuousClock.Instant) {
    let (seconds, attoseconds) = Self.origin.duration(to: instant).components
    nanoseconds = seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }

  static func < (left: TraceMoment, right: TraceMoment) -> Bool { left.nanoseconds < right.nanoseconds }

  var instant: ContinuousClock.Instant { Self.origin + .nanoseconds(nanoseconds) }
}
