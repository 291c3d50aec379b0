public import Dispatch
public import Errands
public import ErrandsEager

/// A chain behind a `catch(only:)`: broken with the error, where that was another one, until a later `catch`
/// takes it.
///
/// ```swift
/// chart.done { self.show($0) }
///   .catch(only: ServerError.busy) { _ in self.show("Try again.") }
///   .catch(only: URLError.self) { self.show($0.code) }
///   .catch { self.show($0) }
/// ```
public final class PMKCascadingFinalizer: EagerSettlement<Void>, CatchMixin, @unchecked Sendable {
  // Sendable: adds nothing that changes.

  @usableFromInline
  override init(source: (any EagerSource)?) {
    super.init(source: source)
    detachWhenUnneeded()
  }

  /// How it ended: without an error where there was none, or where that has been handled.
  public var result: Result<Void>? {
    guard let outcome, !outcome.isAbandonment else { return nil }
    return Result(outcome)
  }

  /// Calls the closure with how the chain ended, on the thread that ends it; not where the chain is abandoned.
  @preconcurrency
  public func pipe(to: @escaping @Sendable (Result<Void>) -> Void) {
    whenDecided { outcome in
      if !outcome.isAbandonment { to(Result(outcome)) }
    }
  }

  /// Calls `body` at the end of the chain, however it ended, cancelled too. An error that was not handled is let
  /// go of.
  @_disfavoredOverload
  @available(swift, introduced: 6)
  public func finally(
    on: DispatchQueue? = conf.Q.return,
    flags: DispatchWorkItemFlags? = nil,
    _ body: @escaping @Sendable () -> Void
  ) {
    finishing(on: .on(on, flags), body)
  }

  /// Calls `body` at the end of the chain, on the main actor.
  @available(swift, introduced: 6)
  public func finally(on: MainQueue = .main, _ body: @escaping @MainActor () -> Void) {
    finishing(on: .mainQueue) { MainActor.assumeIsolated { body() } }
  }

  /// Calls `body` at the end of the chain, on a dispatcher.
  @preconcurrency
  public func finally(on: any Dispatcher, _ body: @escaping @Sendable () -> Void) {
    finishing(on: .through(on), body)
  }
}

extension PMKCascadingFinalizer: Cancellable {
  /// Cancels the chain that ends here, as ``PMKFinalizer/cancel()`` does.
  public func cancel() {
    detachSource(with: PMKError.cancelled)
  }

  /// Cancels the chain when the scope ends, unless it has ended by then.
  @discardableResult
  public func tied(to scope: Scope, fileID: String = #fileID, line: UInt = #line) -> Self {
    tie(to: scope, origin: SourceLocation(fileID: fileID, line: line)) { self.cancel() }
    return self
  }
}
