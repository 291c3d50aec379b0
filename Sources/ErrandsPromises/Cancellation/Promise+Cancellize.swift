public import Errands
import ErrandsEager

extension Thenable {
  /// Begins a chain that is cancelled as a whole, with this for its first link.
  ///
  /// - Parameter cancelContext: The chain's context; by default one of its own.
  public func cancellize(cancelContext: CancelContext? = nil) -> CancellablePromise<T> {
    CancellablePromise(self, cancelContext: cancelContext)
  }
}

/// Begins a chain that is cancelled as a whole; see ``Thenable/cancellize(cancelContext:)``.
public func cancellize<U: Thenable>(
  _ thenable: U,
  cancelContext: CancelContext? = nil
) -> CancellablePromise<U.T> {
  thenable.cancellize(cancelContext: cancelContext)
}

extension Promise {
  /// A promise with the work that it stands on: cancelled, it cancels that, and calls the hook of the resolver.
  public convenience init(
    cancellable: (any Cancellable)?,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    resolver body: (Resolver<T>) throws -> Void
  ) {
    self.init(fileID: fileID, line: line, resolver: body)
    guard let cancellable else { return }
    // Not as the promise's source: that is the resolver's hook, which may be set later.
    whenEnding { [weak self] _ in
      if self?.wasCancelled == true { cancellable.cancel() }
    }
  }
}
