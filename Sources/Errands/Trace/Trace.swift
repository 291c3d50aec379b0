import Synchronization

/// What happens to the runs of this process, for whoever wants to look: a timeline, a log, a test.
///
/// ```swift
/// let observation = Trace.observe { event in print(event.run, event.name, event.kind) }
/// ```
public enum Trace {
  /// Ends the observation when it is cancelled or let go of.
  public final class Observation: Cancellable {
    private let id: UInt64

    fileprivate init(id: UInt64) {
      self.id = id
    }

    deinit { cancel() }

    public func cancel() { Trace.remove(id) }
  }

  typealias Observer = @Sendable (TraceEvent) -> Void

  /// Read before everything else, so that a program without observers pays one relaxed load an event.
  private static let count = Atomic<Int>(0)
  private static let observers = Lock<(last: UInt64, all: [UInt64: Observer])>((0, [:]))

  /// Calls `observer` with every event from now on, on the thread on which it happens and before what follows
  /// it; so be quick, and do not block.
  public static func observe(_ observer: @escaping @Sendable (TraceEvent) -> Void) -> Observation {
    let id = observers.withLock { state in
      state.last += 1
      state.all[state.last] = observer
      count.store(state.all.count, ordering: .relaxed)
      return state.last
    }
    return Observation(id: id)
  }

  private static func remove(_ id: UInt64) {
    // Handed out of the lock: what the observer captured may observe too.
    _ = observers.withLock { state in
      let removed = state.all.removeValue(forKey: id)
      count.store(state.all.count, ordering: .relaxed)
      return removed
    }
  }

  static func record(
    run: RunID,
    name: @autoclosure () -> String,
    _ kind: @autoclosure () -> TraceEvent.Kind
  ) {
    guard count.load(ordering: .relaxed) > 0 else { return }
    let event = TraceEvent(run: run, name: name(), time: .now, kind: kind())
    for observer in observers.withLock({ Array($0.all.values) }) { observer(event) }
  }
}
