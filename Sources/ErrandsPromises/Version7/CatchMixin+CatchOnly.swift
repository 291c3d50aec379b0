public import Dispatch
import Errands
import ErrandsEager

extension CatchMixin {
  /// Handles this error, and passes every other one to the `catch` behind.
  ///
  /// It has no policy: a cancellation that is asked for by name is handled.
  @_disfavoredOverload
  @available(swift, introduced: 6)
  public func `catch`<E: Error & Equatable>(
    only: E,
    on: DispatchQueue? = conf.Q.return,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping @Sendable (E) -> Void
  ) -> PMKCascadingFinalizer {
    catching(on: .on(on, flags), where: equals(only), body)
  }

  /// Handles this error, on the main actor, and passes every other one to the `catch` behind.
  @available(swift, introduced: 6)
  public func `catch`<E: Error & Equatable>(
    on: MainQueue = .main,
    only: E,
    _ body: @escaping @MainActor (E) -> Void
  ) -> PMKCascadingFinalizer {
    catching(on: .mainQueue, where: equals(only), onMainActor(body))
  }

  /// Handles this error, on a dispatcher, and passes every other one to the `catch` behind.
  @preconcurrency
  public func `catch`<E: Error & Equatable>(
    only: E,
    on: any Dispatcher,
    _ body: @escaping @Sendable (E) -> Void
  ) -> PMKCascadingFinalizer {
    catching(on: .through(on), where: equals(only), body)
  }

  /// Handles errors of this type, and passes every other one to the `catch` behind; and cancellations, unless the
  /// policy says otherwise.
  @_disfavoredOverload
  @available(swift, introduced: 6)
  public func `catch`<E: Error>(
    only: E.Type,
    on: DispatchQueue? = conf.Q.return,
    flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy = conf.catchPolicy,
    _ body: @escaping @Sendable (E) -> Void
  ) -> PMKCascadingFinalizer {
    catching(on: .on(on, flags), where: isOf(E.self, policy), body)
  }

  /// Handles errors of this type, on the main actor, and passes every other one to the `catch` behind.
  @available(swift, introduced: 6)
  public func `catch`<E: Error>(
    on: MainQueue = .main,
    only: E.Type,
    policy: CatchPolicy = conf.catchPolicy,
    _ body: @escaping @MainActor (E) -> Void
  ) -> PMKCascadingFinalizer {
    catching(on: .mainQueue, where: isOf(E.self, policy), onMainActor(body))
  }

  /// Handles errors of this type, on a dispatcher, and passes every other one to the `catch` behind.
  @preconcurrency
  public func `catch`<E: Error>(
    only: E.Type,
    on: any Dispatcher,
    policy: CatchPolicy = conf.catchPolicy,
    _ body: @escaping @Sendable (E) -> Void
  ) -> PMKCascadingFinalizer {
    catching(on: .through(on), where: isOf(E.self, policy), body)
  }
}

extension CatchMixin {
  func catching<E: Error>(
    on delivery: Delivery,
    where pick: @escaping @Sendable (any Error) -> E?,
    _ body: @escaping @Sendable (E) -> Void
  ) -> PMKCascadingFinalizer {
    let finalizer = PMKCascadingFinalizer(source: eagerSource)
    pass(to: finalizer, as: delivery.eagerKind, leaving: .hears) { outcome in
      guard case .failure(let error) = outcome, let picked = pick(error) else {
        return _ = finalizer.settle(outcome.map { _ in })
      }
      delivery.call(for: finalizer) {
        guard error.isCancelled || !finalizer.isDetached else {
          // Cancelled while it was on its way to its queue: that is what a later handler hears of.
          return _ = finalizer.settle(.failure(PMKError.cancelled))
        }
        body(picked)
        finalizer.settle(.success(()))
      }
    }
    return finalizer
  }
}
