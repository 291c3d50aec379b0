public import Errands

extension Promise: Cancellable {
  /// Breaks the promise with ``PMKError/cancelled``, and cancels what it comes from: the links before it down to
  /// the work, as far as nothing else waits for them. No effect on a promise that is resolved.
  public func cancel() {
    cancel(settlingWith: PMKError.cancelled)
  }

  /// As ``cancel()``, with an error of your own.
  public func cancel(with error: any Error) {
    cancel(settlingWith: error)
  }

  /// Whether it was broken by a cancellation.
  public var isCancelled: Bool { error?.isCancelled ?? false }

  /// Cancels the promise when the scope ends, unless it is resolved by then.
  @discardableResult
  public func tied(to scope: Scope, fileID: String = #fileID, line: UInt = #line) -> Self {
    tie(to: scope, origin: SourceLocation(fileID: fileID, line: line)) { self.cancel() }
    return self
  }
}

extension Guarantee: Cancellable {
  /// Cancels what the guarantee comes from, as far as nothing else waits for it. Having no error to speak of it,
  /// the guarantee then stays pending. No effect on one that is resolved.
  public func cancel() {
    cancel(settlingWith: PMKError.cancelled)
  }

  /// Cancels the guarantee when the scope ends, unless it is resolved by then.
  @discardableResult
  public func tied(to scope: Scope, fileID: String = #fileID, line: UInt = #line) -> Self {
    tie(to: scope, origin: SourceLocation(fileID: fileID, line: line)) { self.cancel() }
    return self
  }
}

extension PMKFinalizer: Cancellable {
  /// Cancels the chain that ends here. Its handlers hear of it as of any error: `catch` where its policy admits
  /// cancellations, `ensure` and `finally` always. A `catch` that is on its way to its queue with another error is
  /// called there only with that policy, too.
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
