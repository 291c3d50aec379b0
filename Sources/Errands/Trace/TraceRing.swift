/// The newest events and the runs in flight, in memory, for a live timeline or a page of diagnosis.
///
/// ```swift
/// let ring = TraceRing(capacity: 1_000)
/// let observation = Trace.observe { event in ring.record(event) }
///
/// for run in ring.snapshot().inFlight { print(run.name, run.phase, run.firstSeen) }
/// ```
///
/// Memory is bounded whatever happens: the oldest event, the run settled longest ago, and the oldest run in
/// flight make room. Errors of failed runs stay alive as long as their events do.
public final class TraceRing: Sendable {
  private struct State: Sendable {
    var events: RingBuffer<TraceEvent>
    var settled: RingBuffer<TracedRun>
    var runs: RunsInFlight

    /// - Returns: What was let go of. An error's deinit may settle a run and come back here, so it is freed
    ///   outside the lock.
    mutating func record(_ event: TraceEvent) -> (TraceEvent?, TracedRun?) {
      let released = events.append(event)
      guard case .settled(let run) = runs.note(event) else { return (released, nil) }
      return (released, settled.append(run))
    }
  }

  private let state: Lock<State>

  /// An empty ring. Every capacity has to be larger than 0.
  ///
  /// - Parameters:
  ///   - capacity: How many events are kept; 4,096 by default.
  ///   - runs: How many runs in flight are kept; 4,096 by default.
  ///   - settled: How many settled runs are kept; 256 by default.
  public init(capacity: Int = 4_096, runs: Int = 4_096, settled: Int = 256) {
    state = Lock(
      State(
        events: RingBuffer(capacity: capacity),
        settled: RingBuffer(capacity: settled),
        runs: RunsInFlight(capacity: runs)
      )
    )
  }

  /// Takes an event, in constant time; the first one behind a snapshot that is being put in order copies what the ring holds.
  public func record(_ event: TraceEvent) {
    let released = state.withLock { $0.record(event) }
    withExtendedLifetime(released) {}
  }

  /// How many events were ever recorded.
  public var count: Int { state.withLock { $0.events.total } }

  /// Everything as it is at this moment. Linear in what the ring holds.
  public func snapshot() -> Snapshot {
    // Put in order outside the lock: a large ring must not hold up the threads that record.
    let state = self.state.withLock { $0 }
    return Snapshot(
      events: state.events.elements,
      count: state.events.total,
      inFlight: state.runs.all,
      settled: state.settled.elements
    )
  }
}

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
