public import Dispatch
public import Errands
import ErrandsEager

extension CatchMixin {
  /// Calls `body` however the promise ends, cancelled too, and passes the result on.
  @inlinable
  @_disfavoredOverload
  @available(swift, introduced: 6)
  public func ensure(
    on: DispatchQueue? = conf.Q.return,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping @Sendable () -> Void
  ) -> Promise<T> {
    looking(on: .on(on, flags)) { _ in body() }
  }

  /// Calls `body`, on the main actor, however the promise ends, and passes the result on.
  @inlinable
  @available(swift, introduced: 6)
  public func ensure(on: MainQueue = .main, _ body: @escaping @MainActor () -> Void) -> Promise<T> {
    looking(on: .mainQueue) { _ in MainActor.assumeIsolated { body() } }
  }

  /// As `ensure(on:flags:_:)`, and waits for the guarantee that `body` gives before it passes the result on.
  @inlinable
  @_disfavoredOverload
  @available(swift, introduced: 6)
  public func ensureThen(
    on: DispatchQueue? = conf.Q.return,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping @Sendable () -> Guarantee<Void>
  ) -> Promise<T> {
    ensuring(on: .on(on, flags), body)
  }

  /// Calls `body`, on the main actor, however the promise ends; waits for its guarantee, and passes the result
  /// on.
  @inlinable
  @available(swift, introduced: 6)
  public func ensureThen(on: MainQueue = .main, _ body: @escaping @MainActor () -> Guarantee<Void>)
    -> Promise<T>
  {
    ensuring(on: .mainQueue) { MainActor.assumeIsolated { body() } }
  }

  @usableFromInline
  func ensuring(on delivery: Delivery, _ body: @escaping @Sendable () -> Guarantee<Void>) -> Promise<T> {
    let next = Promise<T>(source: eagerSource)
    pass(to: next, as: delivery.eagerKind, leaving: .hears) { outcome in
      if outcome.isAbandonment { return _ = next.settle(outcome) }
      let begin: @Sendable () -> Void = {
        // One more hop behind the guarantee, as the original takes.
        let ensured = body().mapping(on: .on(conf.Q.return, nil)) { _ in }
        ensured.whenDecided(as: .link) { next.settle($0.flatMap { outcome }) }
      }
      delivery.call(for: next, begin)
    }
    return next
  }
}
