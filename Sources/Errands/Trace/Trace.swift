import Synchronization

/// What happens to the runs of this process, for observers: a timeline, a log, a test.
///
/// ```swift
/// let observation = Trace.observe { event in print(event.run, event.name, event.kind) }
/// ```
///
/// A program without observers pays one relaxed load an event. Built with `-DERRANDS_UNTRACED` it pays
/// nothing, and observers hear nothing: that is how the benchmarks tell what the trace costs.
public enum Trace {
  /// An observation, which ends when it is cancelled or let go of.
  public final class Observation: Cancellable {
    private let id: UInt64

    fileprivate init(id: UInt64) {
      self.id = id
    }

    deinit { cancel() }

    /// The observer hears of no event that happens after this call. On another thread it may still be busy
    /// with an earlier one.
    public func cancel() { Trace.remove(id) }
  }

  typealias Observer = @Sendable (TraceEvent) -> Void

  private struct Register: Sendable {
    var lastID: UInt64 = 0
    var entries: [(id: UInt64, observer: Observer)] = []
  }

  /// The number of observers. Read before everything else, by code in other modules too: their optimizer
  /// turns the access into a call of two instructions, the cheapest way to a stored property of another
  /// module.
  @usableFromInline static let observerCount = Atomic<Int>(0)
  private static let register = Lock(Register())

  /// Calls `observer` with every event from now on, on the thread on which it happens and before what follows
  /// it; so be quick, and do not block. Observers are called in the order in which they were registered.
  ///
  /// An observer may run errands, cancel runs and end its own observation. What happens to runs inside of an
  /// observer is told after every observer has heard of the event at hand, so that all of them hear of the
  /// events of a thread in one order. Events of different threads may reach two observers in different orders. An observer that runs an errand hears of that one as well, and must not answer it
  /// with another, or it never comes to an end.
  public static func observe(_ observer: @escaping @Sendable (TraceEvent) -> Void) -> Observation {
    let id = register.withLock { register in
      register.lastID += 1
      register.entries.append((register.lastID, observer))
      observerCount.store(register.entries.count, ordering: .relaxed)
      return register.lastID
    }
    return Observation(id: id)
  }

  private static func remove(_ id: UInt64) {
    // Handed out of the lock: what the observer captured may observe too.
    _ = register.withLock { register -> Observer? in
      guard let index = register.entries.firstIndex(where: { $0.id == id }) else { return nil }
      let removed = register.entries.remove(at: index)
      observerCount.store(register.entries.count, ordering: .relaxed)
      return removed.observer
    }
  }

  static func tellObservers(_ event: TraceEvent) {
    for entry in register.withLock({ $0.entries }) { entry.observer(event) }
  }

  /// Whether there is an observer.
  @inlinable
  package static var isObserved: Bool {
    #if ERRANDS_UNTRACED
      false
    #else
      observerCount.load(ordering: .relaxed) > 0
    #endif
  }

  /// Tells the observers, if there are any; neither the label nor the event is made otherwise.
  @inlinable
  static func record(
    run: RunID,
    label: @autoclosure () -> Label,
    _ kind: @autoclosure () -> TraceEvent.Kind,
    details: @autoclosure () -> TraceDetails? = nil
  ) {
    #if !ERRANDS_UNTRACED
      if isObserved { deliver(run: run, label: label(), kind(), details()) }
    #endif
  }

  /// Out of line, so that what stays in the caller is a load and a branch.
  @usableFromInline
  @inline(never)
  static func deliver(run: RunID, label: Label, _ kind: TraceEvent.Kind, _ details: TraceDetails?) {
    TraceTrampoline.run(TraceEvent(run: run, label: label, time: .now, kind: kind, details: details))
  }
}

/// The events that a thread still has to tell the observers of.
///
/// An observer that cancels the run it hears of causes an event inside the event. Told at once, it would
/// reach the observers behind before the event that caused it: settled first and started afterwards. So the
/// first event on a thread keeps a list, which the events inside it only add to.
enum TraceTrampoline {
  private static let list = ThreadLocal<[TraceEvent]>()

  static func run(_ event: TraceEvent) {
    if let list = list.pointer { return list.pointee.append(event) }
    var later: [TraceEvent] = []
    list.keep(&later) { later in
      Trace.tellObservers(event)
      // Taken whole each time round, so that a long list neither shifts nor keeps what is done.
      while !later.pointee.isEmpty {
        var events: [TraceEvent] = []
        swap(&events, &later.pointee)
        for event in events { Trace.tellObservers(event) }
      }
    }
  }
}
