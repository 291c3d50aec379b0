import Synchronization

extension Trace {
  /// A tracking, which ends when it is cancelled or let go of.
  public final class Tracking: Cancellable {
    private let id: UInt64
    private let signal: DumpSignal?

    fileprivate init(signal: DumpSignal? = nil) {
      id = Trace.beginTracking()
      self.signal = signal
    }

    deinit { cancel() }

    /// Ends this tracking; others go on. No effect the second time.
    public func cancel() {
      signal?.cancel()
      Trace.endTracking(id)
    }
  }

  /// All trackings share one tracker: a later one finds the runs that are known already.
  private struct Trackers: Sendable {
    var lastID: UInt64 = 0
    var users: Set<UInt64> = []
    var tracker: RunTracker?
    var observation: Observation?
  }

  private static let trackers = Lock(Trackers())
  private static let hasTrackers = Atomic<Bool>(false)

  /// Whether a tracking is on.
  static var isTracked: Bool { hasTrackers.load(ordering: .relaxed) }

  /// Keeps track of the runs that are made from now on, so that ``dump(heldLongerThan:)`` can tell of them.
  ///
  /// ```swift
  /// let tracking = Trace.track()
  /// print(Trace.dump())
  /// ```
  ///
  /// Costs some microseconds a run, and up to a kilobyte until the run settles. No run is kept alive, and no
  /// more than a million are known at a time. Several may track at once: the runs are known until the last of
  /// them ends.
  public static func track() -> Tracking { Tracking() }

  /// As ``track()``, and hands over a dump whenever the process gets a signal.
  ///
  /// ```swift
  /// let tracking = Trace.track(dumpingOn: SIGUSR1)
  /// ```
  ///
  /// `kill -USR1` from a terminal then prints what is waiting, and for what. On Apple platforms `SIGINFO` is
  /// customary, which the terminal sends at Control-T. The signal has no other effect from then on, and none
  /// after the tracking has ended: a signal that comes a moment too late must not kill the process. Signals
  /// that come in quick succession may give one dump.
  ///
  /// - Parameters:
  ///   - number: The signal.
  ///   - limit: As for ``dump(heldLongerThan:)``.
  ///   - receive: Gets the dump, on a queue of its own and not in the signal's handler, so it may do whatever
  ///     it likes. By default the text is written to standard error.
  public static func track(
    dumpingOn number: Int32,
    heldLongerThan limit: Duration = .seconds(10),
    _ receive: (@Sendable (TraceDump) -> Void)? = nil
  ) -> Tracking {
    let receive = receive ?? { $0.writeToStandardError() }
    return Tracking(signal: DumpSignal(number) { receive(dump(heldLongerThan: limit)) })
  }

  /// What is in flight now, and what each run waits for: `print(Trace.dump())`.
  ///
  /// Known are the runs that were made, or went on, since ``track()`` was called. Costs some microseconds a
  /// run; events of other threads wait only while the list is copied.
  ///
  /// - Parameter limit: A run whose work has been silent for longer is marked as held; 10 seconds by default.
  ///   See ``TraceDump/Entry/isHeld``.
  public static func dump(heldLongerThan limit: Duration = .seconds(10)) -> TraceDump {
    let tracker = trackers.withLock { $0.tracker }
    return tracker?.dump(at: .now, heldLongerThan: limit) ?? TraceDump()
  }

  private static func beginTracking() -> UInt64 {
    trackers.withLock { trackers in
      trackers.lastID += 1
      trackers.users.insert(trackers.lastID)
      if trackers.tracker == nil {
        // A new one each time: an event that another thread tells late must not come back in the next
        // tracking.
        let tracker = RunTracker()
        hasTrackers.store(true, ordering: .relaxed)
        trackers.tracker = tracker
        trackers.observation = observe { event in tracker.take(event) }
      }
      return trackers.lastID
    }
  }

  private static func endTracking(_ id: UInt64) {
    // Handed out of the lock: errors and runs may go with it.
    let former = trackers.withLock { trackers -> (RunTracker?, Observation?)? in
      guard trackers.users.remove(id) != nil, trackers.users.isEmpty else { return nil }
      hasTrackers.store(false, ordering: .relaxed)
      return (trackers.tracker.take(), trackers.observation.take())
    }
    withExtendedLifetime(former) {}
  }
}
