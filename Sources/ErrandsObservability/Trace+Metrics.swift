import Errands
import Metrics

extension Trace {
  /// Keeps metrics of the runs.
  ///
  /// ```swift
  /// let metering = Trace.observe(meteringWith: MetricsSystem.factory, prefix: "shop")
  /// ```
  ///
  /// | metric | kind | what |
  /// |---|---|---|
  /// | `errands.started` | counter | runs whose work began |
  /// | `errands.settled` | counter | runs that settled, by `outcome` |
  /// | `errands.duration` | timer | from the start of the work to the settlement, by `outcome` |
  /// | `errands.phase` | timer | each phase of the work, by `phase`; see `Callback.enter(phase:)` |
  /// | `errands.in_flight` | meter | runs made and not settled |
  ///
  /// - Parameters:
  ///   - factory: Makes the counters, the timers and the meter.
  ///   - prefix: The first word of every label. Default `errands`.
  ///   - byName: Whether the counters and the timers get the run's name as the dimension `name`. Each name is
  ///     a time series of its own in the metrics' store: only for names that are few. A name that contains an
  ///     address or an identifier is not.
  public static func observe(
    meteringWith factory: any MetricsFactory,
    prefix: String = "errands",
    byName: Bool = false
  ) -> Observation {
    let meter = TraceMeter(factory: factory, prefix: prefix, byName: byName)
    return observe { event in meter.record(event) }
  }
}
