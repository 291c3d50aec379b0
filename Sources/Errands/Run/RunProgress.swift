/// How far a run has come.
public struct RunProgress: Sendable, Hashable {
  /// Units done so far; never goes down during a run.
  public let completed: Int64
  /// All units there are, or nil while the number is unknown. `completed` never exceeds it.
  public let total: Int64?

  /// A report; what ``AnyRun`` passes on of it never goes down, nor beyond its total.
  public init(completed: Int64, total: Int64?) {
    self.completed = completed
    self.total = total
  }

  /// Between 0 and 1, or nil while the total is unknown. Of a total of nothing, everything is done.
  public var fraction: Double? {
    guard let total else { return nil }
    return total == 0 ? 1 : Double(completed) / Double(total)
  }

  /// What may be reported after `earlier`: never less, never beyond the total; nil where nothing is new.
  ///
  /// A total that was known stays known, even if the work later says that it is not.
  func following(_ earlier: RunProgress?) -> RunProgress? {
    let total = (self.total ?? earlier?.total).map { max($0, 0) }
    let floor = max(completed, earlier?.completed ?? 0, 0)
    let next = RunProgress(completed: min(floor, total ?? floor), total: total)
    // A total that shrinks below what was reported would make `completed` go down.
    if let earlier, next.completed < earlier.completed { return nil }
    return next == earlier ? nil : next
  }
}
