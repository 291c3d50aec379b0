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
  /// Does nothing, and is kept until all have been told.
  case keeper

  /// The handlers in rounds of calls: those that keep an order are one call.
  package static func calls<Handler>(_ handlers: [Handler], _ kind: (Handler) -> HandlerKind) -> [[Handler]] {
    var calls: [[Handler]] = []
    var places: (spot: Int?, queued: Int?) = (nil, nil)
    for handler in handlers {
      switch kind(handler) {
      case .stranger: calls.append([handler])
      case .keeper: break
      case .spot: append(handler, to: &calls, at: &places.spot)
      case .queued: append(handler, to: &calls, at: &places.queued)
      }
    }
    return calls
  }

  private static func append<Handler>(_ handler: Handler, to calls: inout [[Handler]], at place: inout Int?) {
    if let place { return calls[place].append(handler) }
    place = calls.count
    calls.append([handler])
  }
}
