import Foundation

/// What comes of a body while it is received, for those that show it before it is whole.
package enum BodyGrowth: Sendable {
  /// A body begins, once more where a try before has failed: what was told before does not count any more.
  case began(FetchHead)
  /// The next piece of it.
  case grew(Data)

  /// Told by the loads that are begun with it. A load that joins another one's is told nothing.
  @TaskLocal package static var observer: (@Sendable (BodyGrowth) -> Void)?
}
