extension TraceRing {
  /// A ring's content at one moment.
  public struct Snapshot: Sendable {
    /// The newest events, oldest first.
    public let events: [TraceEvent]
    /// How many events were ever recorded; those that `events` lacks were overwritten.
    public let count: Int
    /// The runs made, waiting or at work, in the order in which they were made.
    public let inFlight: [TracedRun]
    /// The runs that settled last, in the order in which they did.
    public let settled: [TracedRun]

    /// The events that a snapshot with this count did not have; fewer than there were, if the ring has turned
    /// over in between.
    public func events(since count: Int) -> [TraceEvent] {
      events.suffix(max(0, self.count - count))
    }
  }
}
