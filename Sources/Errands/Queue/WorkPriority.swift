/// Which of the works that wait in a ``WorkQueue`` goes first.
public enum WorkPriority: Int, Comparable, CaseIterable, Sendable {
  /// From the last to go to the first.
  case veryLow, low, normal, high, veryHigh

  /// Lower is less urgent.
  public static func < (left: WorkPriority, right: WorkPriority) -> Bool { left.rawValue < right.rawValue }
}
