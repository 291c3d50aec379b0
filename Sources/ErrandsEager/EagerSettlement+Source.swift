import Errands

extension EagerSettlement {
  @usableFromInline
  package final var source: (any EagerSource)? {
    lock.withLock { _ in state.source }
  }

  /// From now on the outcome comes from `source`: the promise that a handler has answered with, say.
  ///
  /// To be called behind the registration of the handler that brings the outcome, or unsubscribing would count for
  /// another handler.
  @usableFromInline
  package final func setSource(_ source: any EagerSource) { setSource(EagerSubscription(source)) }

  @usableFromInline
  package final func setSource(_ subscription: EagerSubscription) {
    let (change, error) = lock.withLock { _ in (state.setSource(subscription), storedValue?.failure) }
    // The former one is freed outside the lock; and so is this one, where the cell has been cancelled
    // meanwhile.
    if change.isTooLate { return subscription.unsubscribe(with: error ?? CancellationError()) }
    if let lent = change.lent { subscription.escalate(to: lent) }
  }

  /// The handler that brings the outcome has this place in the source. No effect where the cell has got another source
  /// since: the handler may have been called already.
  @usableFromInline
  package final func refineSource(_ cell: any EagerSource, at place: EagerPlace) {
    lock.withLock { _ in state.refineSource(cell, at: place) }
  }

  @usableFromInline
  package final func remember(_ origin: RememberedOrigin, behind source: any EagerSource) -> Bool {
    // The former one is freed outside the lock.
    lock.withLock { _ -> (isRemembered: Bool, former: (any EagerSource)?) in
      guard let former = state.source, former === source else { return (false, nil) }
      state.source = Shortcut((former as? Shortcut)?.behind ?? former, origin)
      return (true, former)
    }.isRemembered
  }

  @usableFromInline
  package final func lend(_ priority: WorkPriority) -> (any EagerSource)? {
    lock.withLock { _ in state.lend(priority) }
  }
}

/// What comes of a new source.
private struct EagerChange: Sendable {
  var former: (any EagerSource)?
  /// The cell was cancelled while its work was being begun.
  var isTooLate = false
  /// What waiters have lent the cell, which the new source has not heard of.
  var lent: WorkPriority?
}

extension EagerState {
  fileprivate mutating func setSource(_ subscription: EagerSubscription) -> EagerChange {
    guard isPending else { return EagerChange(isTooLate: flags.contains(.wasCancelled)) }
    let former = source
    (source, place) = (subscription.source, subscription.place)
    return EagerChange(former: former, lent: WorkPriority(rawValue: Int(lent)))
  }

  fileprivate mutating func refineSource(_ cell: any EagerSource, at place: EagerPlace) {
    if isPending, source === cell { self.place = place }
  }
}
