import Synchronization

/// Tells the runs of one process apart, in the order in which they were made.
public struct RunID: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// Runs that were made later have a larger one.
  public let rawValue: UInt64

  private static let last = Atomic<UInt64>(0)

  @usableFromInline
  static func next() -> RunID {
    RunID(rawValue: last.add(1, ordering: .relaxed).newValue)
  }

  /// Whether the left run was made before the right one.
  public static func < (left: RunID, right: RunID) -> Bool { left.rawValue < right.rawValue }

  /// The number behind a `#`, as in a dump.
  public var description: String { "#\(rawValue)" }
}
