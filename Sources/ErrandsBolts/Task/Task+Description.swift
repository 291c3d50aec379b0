extension Task: CustomStringConvertible, CustomDebugStringConvertible {
  /// `Task: success(1)`, `Task: error(…)`, `Task: cancelled` or `Task: pending`.
  public var description: String { "Task: \(state)" }

  /// The same as ``description``.
  public var debugDescription: String { description }
}
