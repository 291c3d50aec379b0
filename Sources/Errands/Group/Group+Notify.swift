extension Group {
  /// Calls the handler once, where `delivery` says, when every member that has entered until then has
  /// settled: also those that enter after this call while others are in flight, as a dispatch group's
  /// `notify` does.
  ///
  /// An empty group calls it too. It is never called inside this call, unless the delivery is
  /// ``Delivery/immediate``.
  ///
  /// - Parameter handler: Is given the outcome of every member the group ever had, in the order of entering.
  public func notify(on delivery: Delivery, _ handler: @escaping @Sendable ([Outcome]) -> Void) {
    announcement().whenSettled(on: delivery) { announced in
      if case .success(let outcomes) = announced { handler(outcomes) }
    }
  }

  /// Calls the handler once, on the main actor.
  public func notify(_ handler: @escaping @MainActor ([Outcome]) -> Void) {
    announcement().whenSettled { announced in
      if case .success(let outcomes) = announced { handler(outcomes) }
    }
  }

  /// Calls the handler once, where `delivery` says, unless `owner` is gone by then. The group does not keep
  /// the owner alive.
  public func notify<Owner: AnyObject & Sendable>(
    for owner: Owner,
    on delivery: Delivery,
    _ handler: @escaping @Sendable (Owner, [Outcome]) -> Void
  ) {
    announcement().whenSettled(for: owner, on: delivery) { owner, announced in
      if case .success(let outcomes) = announced { handler(owner, outcomes) }
    }
  }

  /// Calls the handler once, on the main actor, unless `owner` is gone by then.
  public func notify<Owner: AnyObject & Sendable>(
    for owner: Owner,
    _ handler: @escaping @MainActor (Owner, [Outcome]) -> Void
  ) {
    announcement().whenSettled(for: owner) { owner, announced in
      if case .success(let outcomes) = announced { handler(owner, outcomes) }
    }
  }

  /// All calls while the same members are in flight share one run that stands for the members, and with it
  /// the order of handlers, the deliveries and the trace. It always succeeds.
  private func announcement() -> Run<[Outcome]> {
    // Made only where there is none: a run that nobody settles stays in flight for those who observe the trace.
    if let announcement = state.withLock({ $0.announcement }) { return announcement }
    let candidate = Run<[Outcome]>(label: label, registry: nil)
    let (announcement, outcomes) = state.withLock { $0.announce(candidate) }
    if announcement !== candidate { candidate.cancel() }
    if let outcomes { announcement.settle(.success(outcomes)) }
    return announcement
  }
}
