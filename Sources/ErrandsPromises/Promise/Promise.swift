public import Errands
public import ErrandsEager

/// A value that will be there later, or the error that came instead: PromiseKit's `Promise`, standing on the
/// core's settlement.
///
/// ```swift
/// let chart = Promise<Chart> { seal in
///   legacyLoad { chart, error in seal.resolve(chart, error) }
/// }
/// ```
///
/// The work begins when the promise is made. A promise keeps its value, and calls each handler once.
public final class Promise<T: Sendable>: EagerSettlement<T>, Thenable, CatchMixin, @unchecked Sendable {
  // Sendable: adds nothing that changes.

  /// A promise that is kept already.
  @inlinable
  public static func value(_ value: T) -> Promise<T> {
    Promise(settled: .success(value))
  }

  /// A promise that is broken already.
  @inlinable
  public init(error: any Error) {
    super.init(settled: .failure(error))
  }

  /// A promise that ends as `bridge` does.
  @inlinable
  public init<U: Thenable>(_ bridge: U) where U.T == T {
    super.init(source: bridge.eagerSource)
    bridge.pass(to: self) { self.settle($0) }
  }

  /// A promise whose resolver is given to `body`, which is called at once. What it throws breaks the promise.
  ///
  /// Where the resolver is let go of without having been called, the promise stays pending, and its awaiters get
  /// `AbandonedError` with the source line of this call.
  @inlinable
  public init(fileID: StaticString = #fileID, line: UInt = #line, resolver body: (Resolver<T>) throws -> Void)
  {
    super.init(source: nil)
    let resolver = Resolver(self, origin: CallSite(fileID, line))
    do { try body(resolver) } catch { resolver.reject(error) }
  }

  /// A promise, and what to keep or break it with.
  @inlinable
  public class func pending(
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> (promise: Promise<T>, resolver: Resolver<T>) {
    let promise = Promise(source: nil)
    return (promise, Resolver(promise, origin: CallSite(fileID, line)))
  }

  @inlinable
  override init(settled outcome: Swift.Result<T, any Error>) {
    super.init(settled: outcome)
  }

  @inlinable
  override init(source: (any EagerSource)?) {
    super.init(source: source)
  }

  /// How it ended, or nil while it is pending.
  @inlinable
  public var result: Result<T>? {
    guard let outcome, !outcome.isAbandonment else { return nil }
    return Result(outcome)
  }

  /// Calls `to` with the result: now, in this call, where there is one; else in the call that resolves the promise,
  /// on the spot.
  @inlinable
  @preconcurrency
  public func pipe(to: @escaping @Sendable (Result<T>) -> Void) {
    whenDecided { outcome in
      if !outcome.isAbandonment { to(Result(outcome)) }
    }
  }

  /// Blocks the thread until the promise is resolved; gives its value, or throws its error.
  ///
  /// - Throws: The promise's error; `AbandonedError` where nothing is left that could resolve it.
  public func wait() throws -> T {
    warnOfWaitingOnMainThread()
    return try waitForOutcome().get()
  }
}

extension Promise where T == Void {
  /// A promise that is kept already.
  @inlinable
  public convenience init() {
    self.init(settled: .success(()))
  }

  /// A promise that is kept already.
  @inlinable
  public static var value: Promise<Void> { .value(()) }
}
