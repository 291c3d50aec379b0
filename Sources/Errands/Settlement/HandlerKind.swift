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
  /// Called when all have been told.
  case last

  /// Spelt out, and not compared: a comparison of its own making is a call into this module.
  @inlinable
  var isOnTheSpot: Bool {
    if case .spot = self { true } else { false }
  }

  /// The handlers in rounds of calls, but for those that come behind the round: those that keep an order are one call.
  /// First those that only hand over, and those on the spot last: where nobody may help with the round, they hold up none
  /// of the others.
  package static func calls<Handler>(_ handlers: [Handler], _ kind: (Handler) -> HandlerKind) -> [[Handler]] {
    var (queued, strangers, spot): ([Handler], [[Handler]], [Handler]) = ([], [], [])
    for handler in handlers {
      switch kind(handler) {
      case .queued: queued.append(handler)
      case .stranger: strangers.append([handler])
      case .spot: spot.append(handler)
      case .last: break
      }
    }
    return ([queued] + strangers + [spot]).filter { !$0.isEmpty }
  }
}
