/// What an eager cell stands on while nothing has settled it; afterwards only whether it was cancelled.
@usableFromInline
package struct EagerWork: Sendable {
  /// What is let go of when the cell is cancelled.
  @usableFromInline var upstream: (any Upstream)?
  /// How many of those who wait for the cell have said that they need it no more.
  @usableFromInline var departed: Int32 = 0

  /// Whether it was settled from outside, by a cancellation, and not by its work.
  @usableFromInline var isEnded = false
  /// Whether the handlers wait for a report that was under way when the cell was cancelled.
  @usableFromInline var isHeldUp = false

  @inlinable
  init() {}
}
