extension EagerSettlement {
  @usableFromInline
  package final var source: (any Upstream)? {
    lock.withLock { _ in work.upstream }
  }

  /// Tells how far the work that the outcome comes from is by now, where it says so.
  ///
  /// The handler hears of the work that is under way when it is registered; not of what a later link begins.
  @usableFromInline
  package final func observeProgress(
    on delivery: Delivery,
    _ handler: @escaping @Sendable (RunProgress) -> Void
  ) {
    guard var origin = source else { return }
    while let next = origin.source { origin = next }
    origin.observeProgress(on: delivery, handler)
  }
}
