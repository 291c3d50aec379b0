import Dispatch
public import Errands
public import ErrandsEager

/// A value that will be there later, without the possibility of an error.
///
/// A guarantee has no way to say that nothing will come: where what should resolve it has gone, it stays pending,
/// and ``PMKConfiguration/logHandler`` is told when it goes. `Thenable/errand(_:fileID:line:)` is how to wait
/// for one that may fail.
public final class Guarantee<T: Sendable>: EagerSettlement<T>, Thenable, @unchecked Sendable {
  // Sendable: adds nothing that changes.

  /// A guarantee that is resolved already.
  @inlinable
  public static func value(_ value: T) -> Guarantee<T> {
    Guarantee(settled: .success(value))
  }

  /// A guarantee whose resolver is given to `body`, which is called at once.
  @inlinable
  public init(
    fileID: StaticString = #fileID,
    line: UInt = #line,
    resolver body: (@escaping @Sendable (T) -> Void) -> Void
  ) {
    super.init(source: nil)
    body(resolver(at: CallSite(fileID, line)))
  }

  /// A guarantee, and what to resolve it with.
  @inlinable
  public class func pending(
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> (guarantee: Guarantee<T>, resolve: @Sendable (T) -> Void) {
    let guarantee = Guarantee(source: nil)
    return (guarantee, guarantee.resolver(at: CallSite(fileID, line)))
  }

  @inlinable
  override init(settled outcome: Swift.Result<T, any Error>) {
    super.init(settled: outcome)
  }

  @inlinable
  override init(source: (any EagerSource)?) {
    super.init(source: source)
  }

  deinit { logIfUnresolved() }

  @usableFromInline
  func resolver(at origin: CallSite) -> @Sendable (T) -> Void {
    let resolver = GuaranteeResolver(self, origin: origin)
    return { resolver.resolve($0) }
  }

  /// Its value as a result, or nil while it is pending.
  @inlinable
  public var result: Result<T>? {
    guard case .success(let value) = outcome else { return nil }
    return .fulfilled(value)
  }

  /// Calls `to` with the result: now, in this call, where there is one; else in the call that resolves the guarantee,
  /// on the spot.
  @inlinable
  @preconcurrency
  public func pipe(to: @escaping @Sendable (Result<T>) -> Void) {
    whenDecided { outcome in
      if case .success(let value) = outcome { to(.fulfilled(value)) }
    }
  }

  /// Blocks the thread until the guarantee is resolved, and gives its value.
  public func wait() -> T {
    warnOfWaitingOnMainThread()
    while true {
      if case .success(let value) = waitForOutcome() { return value }
      // A guarantee cannot say that its value will never come; PromiseKit's blocks for ever, too.
      DispatchSemaphore(value: 0).wait()
    }
  }
}

extension Guarantee where T == Void {
  /// A guarantee that is resolved already.
  @inlinable
  public convenience init() {
    self.init(settled: .success(()))
  }

  /// A guarantee that is resolved already.
  @inlinable
  public static var value: Guarantee<Void> { .value(()) }
}
