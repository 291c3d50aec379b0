public import Dispatch
import ErrandsEager

/// The same, for code in Swift 5 mode, which leaves isolation to its author.
extension CatchMixin where T == Void {
  /// Takes this error, and goes on, unless `body` throws; every other one is passed on. For code in Swift 5 mode,
  /// which leaves isolation to its author.
  @available(swift, obsoleted: 6)
  public func recover<E: Error & Equatable>(
    only: E,
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping (E) throws -> Void
  ) -> Promise<Void> {
    taking(on: .on(on, flags), where: equals(only), unchecked(body))
  }

  /// Takes errors of this type, and goes on, unless `body` throws; every other one is passed on, and
  /// cancellations, unless the policy says otherwise. For code in Swift 5 mode, which leaves isolation to its
  /// author.
  @available(swift, obsoleted: 6)
  public func recover<E: Error>(
    only: E.Type,
    on: DispatchQueue? = conf.Q.map,
    flags: DispatchWorkItemFlags? = nil,
    policy: CatchPolicy = conf.catchPolicy,
    _ body: @escaping (E) throws -> Void
  ) -> Promise<Void> {
    taking(on: .on(on, flags), where: isOf(E.self, policy), unchecked(body))
  }
}
