public import Dispatch
import ErrandsEager

/// The same, for code in Swift 5 mode, which leaves isolation to its author.
extension CatchMixin {
  /// Goes on with another promise in place of this error; every other one is passed on. For code in Swift 5 mode,
  /// which leaves isolation to its author.
  @available(swift, obsoleted: 6)
  public func recover<U: Thenable, E: Error & Equatable>(
    only: E,
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping (E) throws -> U
  ) -> Promise<T> where U.T == T {
    recovering(on: .on(on, flags), where: equals(only), unchecked(body))
  }

  /// Goes on with another promise in place of an error of this type; every other one is passed on, and
  /// cancellations, unless the policy says otherwise. For code in Swift 5 mode, which leaves isolation to its
  /// author.
  @available(swift, obsoleted: 6)
  public func recover<U: Thenable, E: Error>(
    only: E.Type,
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy = conf.catchPolicy,
    _ body: @escaping (E) throws -> U
  ) -> Promise<T> where U.T == T {
    recovering(on: .on(on, flags), where: isOf(E.self, policy), unchecked(body))
  }
}
