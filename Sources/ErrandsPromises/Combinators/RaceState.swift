import ErrandsEager

/// How many members may still win a race, and how it ends when none can.
@usableFromInline
struct RaceState: Sendable {
  @usableFromInline var left: Int
  @usableFromInline var end: (any Error)?

  @inlinable
  init(count: Int, end: (any Error)?) {
    left = count
    self.end = end
  }

  /// A member gives up, with this error. The error of the race, where it was the last.
  @inlinable
  mutating func giveUp(_ error: any Error) -> (any Error)? {
    if error is Abandonment { end = error }
    left -= 1
    return left == 0 ? end ?? error : nil
  }
}
