/// What a handler has to do with the others of its outcome: handlers of two kinds are strangers, of whom neither is to
/// hold up the other.
@usableFromInline
package enum HandlerKind: Sendable {
  /// Called on the spot. All of these are on one executor, and so told in order.
  case spot
  /// Hands over to an executor of somebody's; in order, as two of them may hand over to the same one.
  case queued
  /// Work of somebody else's that goes on: what depends on it, or was made of it. A stranger to each of its kind, too.
  case stranger

  /// Spelt out, and not compared: a comparison of its own making is a call into this module.
  @inlinable
  package var isOnTheSpot: Bool {
    if case .spot = self { true } else { false }
  }

  /// Whether one who comes while others are being told need not stand in line.
  @usableFromInline
  package func isToldAtOnce(areQueuedInHand: Bool) -> Bool {
    self == .stranger || self == .queued && !areQueuedInHand
  }

  /// Makes the calls of handlers of these kinds, those that keep an order as one.
  ///
  /// - Parameter call: Gets the places of the handlers to call. A list of the handlers themselves would be of a type
  ///   that has to be looked up at run time, which took as long as the rest of a link in a chain of dependents.
  package static func tell(_ kinds: [HandlerKind], _ call: @escaping @Sendable (_ places: [Int]) -> Void) {
    CallRound.make(calls(kinds), call)
  }

  /// First those that only hand over, and those on the spot last: where nobody may help with the round, they hold up
  /// none of the others.
  private static func calls(_ kinds: [HandlerKind]) -> [[Int]] {
    var (queued, strangers, spot): ([Int], [[Int]], [Int]) = ([], [], [])
    for (place, kind) in kinds.enumerated() {
      switch kind {
      case .queued: queued.append(place)
      case .stranger: strangers.append([place])
      case .spot: spot.append(place)
      }
    }
    return ([queued] + strangers + [spot]).filter { !$0.isEmpty }
  }
}
