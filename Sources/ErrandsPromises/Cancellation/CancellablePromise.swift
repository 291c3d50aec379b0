public import Errands

/// A ``Promise`` in a chain that is cancelled as a whole.
///
/// ```swift
/// let download = charts.newest().asVoid().cancellize()
/// race(download, timeout(seconds: 5).cancellize()).done { self.show("here") }.catch { self.report($0) }
/// ```
///
/// It wraps a promise, and the chain's ``CancelContext``; see ``CancellableThenable``.
public final class CancellablePromise<T: Sendable>: CancellableThenable, CancellableCatchMixin {
  /// The promise that will have the result. A chain that goes on from here is not cancelled with this one, but hears
  /// of it.
  public let promise: Promise<T>

  /// What cancels the chain.
  public let cancelContext: CancelContext

  /// The promise.
  public var thenable: Promise<T> { promise }

  /// The promise.
  public var catchable: Promise<T> { promise }

  init(_ promise: Promise<T>, in context: CancelContext) {
    self.promise = promise
    cancelContext = context
  }

  /// A promise that ends as `bridge` does, or when the chain is cancelled. The work of `bridge` is then cancelled,
  /// too, unless something else waits for it.
  public convenience init<Bridged: Thenable>(_ bridge: Bridged, cancelContext: CancelContext? = nil)
  where Bridged.T == T {
    self.init(source: Promise(bridge), in: cancelContext ?? CancelContext())
  }

  /// A promise whose resolver is given to `body`, which is called at once. See ``Promise/init(fileID:line:resolver:)``.
  ///
  /// - Parameter cancellable: The work, which is cancelled with the chain.
  public convenience init(
    cancellable: (any Cancellable)? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    resolver body: (Resolver<T>) throws -> Void
  ) {
    self.init(source: Promise(cancellable: cancellable, fileID: fileID, line: line, resolver: body))
  }

  /// A promise that the caller resolves.
  ///
  /// - Parameters:
  ///   - cancellable: The work, which is cancelled with the chain.
  ///   - promise: The promise.
  ///   - resolver: What the promise is broken with when the chain is cancelled.
  public convenience init(
    cancellable: (any Cancellable)? = nil,
    promise: Promise<T>,
    resolver: Resolver<T>
  ) {
    self.init(promise, in: CancelContext())
    cancelContext.append(cancellable, reject: { [weak resolver] in resolver?.reject($0) }, until: promise)
  }

  /// A promise that is broken already. The work is not cancelled any more.
  public convenience init(cancellable: (any Cancellable)? = nil, error: any Error) {
    self.init(Promise(error: error), in: CancelContext())
  }

  private convenience init(source: Promise<T>, in context: CancelContext = CancelContext()) {
    self.init(source, in: context)
    context.append(source)
  }

  /// A promise, and what to keep or break it with.
  public static func pending(
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> (promise: CancellablePromise<T>, resolver: Resolver<T>) {
    let (promise, resolver) = Promise<T>.pending(fileID: fileID, line: line)
    return (CancellablePromise(source: promise), resolver)
  }

  /// How it ended, or nil while it is pending.
  public var result: Result<T>? { promise.result }

  /// Calls `to` with the result, as ``Promise/pipe(to:)`` does.
  @preconcurrency
  public func pipe(to: @escaping @Sendable (Result<T>) -> Void) { promise.pipe(to: to) }

  /// Blocks the thread until the promise is resolved; gives its value, or throws its error.
  public func wait() throws -> T { try promise.wait() }
}

extension CancellablePromise where T == Void {
  /// A promise that is kept already.
  public convenience init() {
    self.init(Promise(), in: CancelContext())
  }
}
