public import Dispatch
import Errands
import ErrandsEager
extension CatchMixin where T == Void {
  /// Takes this error, and goes on, unless `body` throws; every other one is passed on.
  @_disfavoredOverload
  @available(swift, introduced: 6)
  public func recover<E: Error & Equatable>(
    only: E,
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping @Sendable (E) throws -> Void
  ) -> Promise<Void> {
    taking(on: .on(on, flags), where: equals(only), body)
  }

  /// Takes this error, on the main actor, and goes on, unless `body` throws.
  @available(swift, introduced: 6)
  public func recover<E: Error & Equatable>(
    on: MainQueue = .main,
    only: E,
    _ body: @escaping @MainActor (E) throws -> Void
  ) -> Promise<Void> {
    taking(on: .mainQueue, where: equals(only), onMainActor(body))
  }

  /// Takes this error, on a dispatcher, and goes on, unless `body` throws.
  @preconcurrency
  public func recover<E: Error & Equatable>(
    only: E,
    on: any Dispatcher,
    _ body: @escaping @Sendable (E) throws -> Void
  ) -> Promise<Void> {
    taking(on: .through(on), where: equals(only), body)
  }

  /// Takes errors of this type, and goes on, unless `body` throws; every other one is passed on, and cancellations,
  /// unless the policy says otherwise.
  @_disfavoredOverload
  @available(swift, introduced: 6)
  public func recover<E: Error>(
    only: E.Type,
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy = conf.catchPolicy,
    _ body: @escaping @Sendable (E) throws -> Void
  ) -> Promise<Void> {
    taking(on: .on(on, flags), where: isOf(E.self, policy), body)
  }

  /// Takes errors of this type, on the main actor, and goes on, unless `body` throws.
  @available(swift, introduced: 6)
  public func recover<E: Error>(
    on: MainQueue = .main,
    only: E.Type,
    policy: CatchPolicy = conf.catchPolicy,
    _ body: @escaping @MainActor (E) throws -> Void
  ) -> Promise<Void> {
    taking(on: .mainQueue, where: isOf(E.self, policy), onMainActor(body))
  }

  /// Takes errors of this type, on a dispatcher, and goes on, unless `body` throws.
  @preconcurrency
  public func recover<E: Error>(
    only: E.Type,
    on: any Dispatcher,
    policy: CatchPolicy = conf.catchPolicy,
    _ body: @escaping @Sendable (E) throws -> Void
  ) -> Promise<Void> {
    taking(on: .through(on), where: isOf(E.self, policy), body)
  }

  func taking<E: Error>(
    on delivery: Delivery,
    where pick: @escaping @Sendable (any Error) -> E?,
    _ body: @escaping @Sendable (E) throws -> Void
  ) -> Promise<Void> {
    recovering(on: delivery, where: pick) { error, next in next.settle { try body(error) } }
  }
}
