extension VirtualClock {
  /// A point in virtual time.
  public struct Instant: InstantProtocol, Hashable, Sendable {
    /// How long after the clock's beginning.
    public let offset: Duration

    /// The point `offset` after the clock's beginning, or the beginning itself.
    public init(offset: Duration = .zero) {
      self.offset = offset
    }

    /// The point so much later.
    public func advanced(by duration: Duration) -> Instant {
      Instant(offset: offset + duration)
    }

    /// From this point to the other; negative where the other is earlier.
    public func duration(to other: Instant) -> Duration {
      other.offset - offset
    }

    /// By the offset.
    public static func < (one: Instant, other: Instant) -> Bool {
      one.offset < other.offset
    }
  }
}
