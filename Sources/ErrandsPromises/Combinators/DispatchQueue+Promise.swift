public import Dispatch
import ErrandsEager

extension DispatchQueue {
  /// Calls `body` on the queue, and gives a promise of what it gives.
  ///
  /// Where the promise is cancelled before the body's turn comes, it is not called.
  ///
  /// ```swift
  /// DispatchQueue.global().async(.promise) {
  ///   try decode(data)
  /// }.done { self.chart = $0 }
  /// ```
  @available(swift, introduced: 6)
  public final func async<T>(
    _: PMKNamespacer,
    group: DispatchGroup? = nil,
    qos: DispatchQoS = .default,
    flags: DispatchWorkItemFlags = [],
    execute body: @escaping @Sendable () throws -> T
  ) -> Promise<T> {
    promise(group, qos, flags, body)
  }

  /// Calls `body` on the queue, and gives a guarantee of what it gives.
  @available(swift, introduced: 6)
  public final func async<T>(
    _: PMKNamespacer,
    group: DispatchGroup? = nil,
    qos: DispatchQoS = .default,
    flags: DispatchWorkItemFlags = [],
    execute body: @escaping @Sendable () -> T
  ) -> Guarantee<T> {
    guarantee(group, qos, flags, body)
  }

  final func promise<T>(
    _ group: DispatchGroup?,
    _ qos: DispatchQoS,
    _ flags: DispatchWorkItemFlags,
    _ body: @escaping @Sendable () throws -> T
  ) -> Promise<T> {
    let promise = Promise<T>(source: nil)
    async(group: group, qos: qos, flags: flags) { promise.settle(body) }
    return promise
  }

  final func guarantee<T>(
    _ group: DispatchGroup?,
    _ qos: DispatchQoS,
    _ flags: DispatchWorkItemFlags,
    _ body: @escaping @Sendable () -> T
  ) -> Guarantee<T> {
    let guarantee = Guarantee<T>(source: nil)
    async(group: group, qos: qos, flags: flags) { guarantee.settle(body) }
    return guarantee
  }
}
