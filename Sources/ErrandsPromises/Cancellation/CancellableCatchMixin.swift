import Errands
import ErrandsEager

/// A link that can end with an error, of a chain that is cancelled as a whole.
@preconcurrency
public protocol CancellableCatchMixin: CancellableThenable {
  /// What it stands on.
  associatedtype C: CatchMixin

  /// What will have the result, or the error.
  var catchable: C { get }
}

extension CancellableCatchMixin {
  func catching(
    on delivery: Delivery,
    _ policy: CatchPolicy,
    _ body: @escaping @Sendable (any Error) -> Void
  ) -> CancellableFinalizer {
    CancellableFinalizer(catchable.catching(on: delivery, policy, body), in: cancelContext)
  }

  func ensuring(on delivery: Delivery, _ body: @escaping @Sendable () -> Void) -> CancellablePromise<C.T> {
    link(catchable.looking(on: delivery) { _ in body() })
  }

  /// What waits for a clean-up does not end with the chain: it may have been begun because of the cancellation.
  func ensuring(
    on delivery: Delivery,
    _ body: @escaping @Sendable () -> CancellablePromise<Void>
  ) -> CancellablePromise<C.T> {
    let ensured = catchable.ensuring(on: delivery) {
      let cleaned = Guarantee<Void>(source: nil)
      body().promise.whenDecided(as: .link) { cleaned.settle($0.isAbandonment ? $0 : .success(())) }
      return cleaned
    }
    return link(ensured)
  }

  func recovering<V: Thenable>(
    on delivery: Delivery,
    _ policy: CatchPolicy,
    _ body: @escaping @Sendable (any Error) throws -> V
  ) -> CancellablePromise<C.T> where V.T == C.T {
    let context = cancelContext
    return recovering(on: delivery, policy) { error, next in
      next.adopt {
        let answer = try body(error)
        context.recover(from: error, policy)
        return CancellablePromise(answer, cancelContext: context).promise
      }
    }
  }

  func recovering<V: CancellableThenable>(
    on delivery: Delivery,
    _ policy: CatchPolicy,
    _ body: @escaping @Sendable (any Error) throws -> V
  ) -> CancellablePromise<C.T> where V.U.T == C.T {
    let context = cancelContext
    return recovering(on: delivery, policy) { error, next in
      next.adopt {
        let answer = try body(error)
        context.recover(from: error, policy)
        context.append(answer.cancelContext, until: answer.thenable)
        return answer.thenable
      }
    }
  }

  func recovering(
    on delivery: Delivery,
    _ policy: CatchPolicy,
    _ body: @escaping @Sendable (any Error) throws -> Void
  ) -> CancellablePromise<Void> where C.T == Void {
    let context = cancelContext
    return recovering(on: delivery, policy) { error, next in
      next.settle {
        try body(error)
        context.recover(from: error, policy)
      }
    }
  }

  /// The link is not cancelled with the chain: its handler is what takes that.
  private func recovering(
    on delivery: Delivery,
    _ policy: CatchPolicy,
    goOn: @escaping @Sendable (any Error, Promise<C.T>) -> Void
  ) -> CancellablePromise<C.T> {
    let next = Promise<C.T>(source: catchable.eagerSource)
    catchable.recovering(on: delivery, policy, to: next) { error in goOn(error, next) }
    if policy == .allErrors, catchable.isResolved { cancelContext.recover() }
    return CancellablePromise(next, in: cancelContext)
  }
}

extension CancelContext {
  /// A handler has taken the error: the chain goes on, where that stood for its cancellation.
  fileprivate func recover(from error: any Error, _ policy: CatchPolicy) {
    if policy == .allErrors || error.isCancelled { recover() }
  }
}
