public import Dispatch
import Errands
import ErrandsEager

extension CatchMixin {
  /// Goes on with another promise in place of this error; every other one is passed on.
  ///
  /// It has no policy: a cancellation that is asked for by name is recovered from.
  @_disfavoredOverload
  @available(swift, introduced: 6)
  public func recover<U: Thenable, E: Error & Equatable>(
    only: E,
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping @Sendable (E) throws -> U
  ) -> Promise<T> where U.T == T {
    recovering(on: .on(on, flags), where: equals(only), body)
  }

  /// Goes on, on the main actor, with another promise in place of this error.
  @available(swift, introduced: 6)
  public func recover<U: Thenable, E: Error & Equatable>(
    on: MainQueue = .main,
    only: E,
    _ body: @escaping @MainActor (E) throws -> U
  ) -> Promise<T> where U.T == T {
    recovering(on: .mainQueue, where: equals(only), onMainActor(body))
  }

  /// Goes on, on a dispatcher, with another promise in place of this error.
  @preconcurrency
  public func recover<U: Thenable, E: Error & Equatable>(
    only: E,
    on: any Dispatcher,
    _ body: @escaping @Sendable (E) throws -> U
  ) -> Promise<T> where U.T == T {
    recovering(on: .through(on), where: equals(only), body)
  }

  /// Goes on with another promise in place of an error of this type; every other one is passed on, and
  /// cancellations, unless the policy says otherwise.
  @_disfavoredOverload
  @available(swift, introduced: 6)
  public func recover<U: Thenable, E: Error>(
    only: E.Type,
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy = conf.catchPolicy,
    _ body: @escaping @Sendable (E) throws -> U
  ) -> Promise<T> where U.T == T {
    recovering(on: .on(on, flags), where: isOf(E.self, policy), body)
  }

  /// Goes on, on the main actor, with another promise in place of an error of this type.
  @available(swift, introduced: 6)
  public func recover<U: Thenable, E: Error>(
    on: MainQueue = .main,
    only: E.Type,
    policy: CatchPolicy = conf.catchPolicy,
    _ body: @escaping @MainActor (E) throws -> U
  ) -> Promise<T> where U.T == T {
    recovering(on: .mainQueue, where: isOf(E.self, policy), onMainActor(body))
  }

  /// Goes on, on a dispatcher, with another promise in place of an error of this type.
  @preconcurrency
  public func recover<U: Thenable, E: Error>(
    only: E.Type,
    on: any Dispatcher,
    policy: CatchPolicy = conf.catchPolicy,
    _ body: @escaping @Sendable (E) throws -> U
  ) -> Promise<T> where U.T == T {
    recovering(on: .through(on), where: isOf(E.self, policy), body)
  }
}

extension CatchMixin {
  func recovering<U: Thenable, E: Error>(
    on delivery: Delivery,
    where pick: @escaping @Sendable (any Error) -> E?,
    _ body: @escaping @Sendable (E) throws -> U
  ) -> Promise<T> where U.T == T {
    recovering(on: delivery, where: pick) { error, next in next.adopt { try body(error) } }
  }

  func recovering<E: Error>(
    on delivery: Delivery,
    where pick: @escaping @Sendable (any Error) -> E?,
    goOn: @escaping @Sendable (E, Promise<T>) -> Void
  ) -> Promise<T> {
    let next = Promise<T>(source: eagerSource)
    recovering(on: delivery, where: pick, to: next) { goOn($0, next) }
    return next
  }
}
