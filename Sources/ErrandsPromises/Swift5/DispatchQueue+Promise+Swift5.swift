public import Dispatch
import ErrandsEager

/// The same, for code in Swift 5 mode, which leaves isolation to its author.
extension DispatchQueue {
  /// Calls `body` on the queue, and gives a promise of what it gives. For code in Swift 5 mode, which leaves
  /// isolation to its author.
  @available(swift, obsoleted: 6)
  public final func async<T>(
    _: PMKNamespacer,
    group: DispatchGroup? = nil,
    qos: DispatchQoS = .default,
    flags: DispatchWorkItemFlags = [],
    execute body: @escaping () throws -> T
  ) -> Promise<T> {
    promise(group, qos, flags, unchecked(body))
  }

  /// Calls `body` on the queue, and gives a guarantee of what it gives. For code in Swift 5 mode, which leaves
  /// isolation to its author.
  @available(swift, obsoleted: 6)
  public final func async<T>(
    _: PMKNamespacer,
    group: DispatchGroup? = nil,
    qos: DispatchQoS = .default,
    flags: DispatchWorkItemFlags = [],
    execute body: @escaping () -> T
  ) -> Guarantee<T> {
    guarantee(group, qos, flags, unchecked(body))
  }
}
