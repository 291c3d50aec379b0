extension EagerSettlement {
  @usableFromInline
  package final var source: (any Upstream)? {
    lock.withLock { _ in work.upstream }
  }

  /// Tells how far the work that the outcome comes from is by now, where it says so.
  ///
  /// The handler hears of the work that is under way when it is registered; not of what a later link begins,
  /// and not of what goes on for others when this cell has been cancelled.
  @usableFromInline
  package final func observeProgress(
    on delivery: Delivery,
    _ handler: @escaping @Sendable (RunProgress) -> Void
  ) {
    guard let origin = source?.origin else { return }
    origin.observeProgress(on: delivery, while: { [weak self] in self?.isUntold == true }, handler)
  }

  /// Whether nobody has been told an outcome, nor is about to be.
  private var isUntold: Bool {
    lock.withLock { _ in state.isPending || work.isHeldUp }
  }
}
