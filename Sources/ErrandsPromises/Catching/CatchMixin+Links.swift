public import Errands
public import ErrandsEager

extension CatchPolicy {
  /// The error that a handler with this policy is called for, or nil where it is passed on.
  @usableFromInline
  func admits(_ error: any Error) -> Bool {
    if error is Abandonment { return false }
    return self == .allErrors || !error.isCancelled
  }
}

extension CatchMixin {
  @inlinable
  func catching(
    on delivery: Delivery,
    _ policy: CatchPolicy,
    _ body: @escaping @Sendable (any Error) -> Void
  ) -> PMKFinalizer {
    let finalizer = PMKFinalizer(source: eagerSource)
    pass(to: finalizer, as: delivery.eagerKind, leaving: .hears) { outcome in
      guard case .failure(let error) = outcome, policy.admits(error) else {
        return _ = finalizer.settle(outcome.isAbandonment ? outcome.map { _ in } : .success(()))
      }
      delivery.call(for: finalizer) {
        // The screen that it would tell may have been left while it was on its way to its queue.
        if policy == .allErrors || !finalizer.isDetached { body(error) }
        finalizer.settle(.success(()))
      }
    }
    return finalizer
  }

  /// Makes a link that is `next`'s business where there is an error which the policy admits.
  @inlinable
  func recovering(
    on delivery: Delivery,
    _ policy: CatchPolicy,
    to next: EagerSettlement<T>,
    _ body: @escaping @Sendable (any Error) -> Void
  ) {
    recovering(on: delivery, where: { policy.admits($0) ? $0 : nil }, to: next, body)
  }

  /// The same where there is an error of which `pick` makes something.
  @inlinable
  func recovering<Picked: Sendable>(
    on delivery: Delivery,
    where pick: @escaping @Sendable (any Error) -> Picked?,
    to next: EagerSettlement<T>,
    _ body: @escaping @Sendable (Picked) -> Void
  ) {
    pass(to: next, as: delivery.eagerKind) { outcome in
      guard case .failure(let error) = outcome, let picked = pick(error) else {
        return _ = next.settle(outcome)
      }
      delivery.call(for: next) { body(picked) }
    }
  }
}
