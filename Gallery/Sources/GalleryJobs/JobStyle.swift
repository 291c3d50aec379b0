/// A style of asynchronous Swift that can carry a job. The answer is the same in each.
public enum JobStyle: String, Sendable, CaseIterable {
  /// `async`/`await`.
  case async
  /// A completion closure with a `Result`.
  case closure
  /// A delegate with a method for each event.
  case delegate
  /// A dispatch group: entered for each piece of the work, left when it is done, and notified after the last.
  case group
  /// An asynchronous sequence of the body's chunks.
  case stream
  /// PromiseKit's promises.
  case promise
  /// Bolts's tasks.
  case bolts
  /// Operations in a queue, which depend on one another.
  case operation
  /// Publishers: of Combine, or of OpenCombine where there is none.
  case publisher
}
