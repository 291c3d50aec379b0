/// What ``Explorer`` has tried, where nothing failed.
public struct Exploration: Sendable, Equatable, CustomStringConvertible {
  /// How many interleavings there were; every one has been tried.
  public let schedules: Int
  /// How often a body was left standing though it could have gone on, at most.
  public let preemptions: Int
  /// The most choices that there were in one of them.
  public let longest: Int

  /// The three numbers in a sentence.
  public var description: String {
    "\(schedules) schedules with at most \(preemptions) preemptions, of up to \(longest) choices"
  }
}
