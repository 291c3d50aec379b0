/// A style of asynchronous Swift that can carry a job. The answer is the same in each.
public enum JobStyle: String, Sendable, CaseIterable {
  /// `async`/`await`.
  case async
  /// A completion closure with a `Result`.
  case closure
  /// A delegate with a method for each event.
  case delegate
  /// An asynchronous sequence of the body's chunks.
  case stream
}
