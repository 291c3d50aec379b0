/// For completion handlers: `legacyLoad(completion: seal.resolve)`.
extension Resolver {
  /// From the shape `(value, error)`. Where both are given the error counts; where neither is, the promise is
  /// broken with ``PMKError/invalidCallingConvention``.
  @inlinable
  public func resolve(_ value: T?, _ error: (any Error)?) {
    if let error {
      reject(error)
    } else if let value {
      fulfill(value)
    } else {
      reject(PMKError.invalidCallingConvention)
    }
  }

  /// From the shape `(value, error)` where a value is always given; the error counts.
  @inlinable
  public func resolve(_ value: T, _ error: (any Error)?) {
    if let error { reject(error) } else { fulfill(value) }
  }

  /// From the shape `(error, value)`; see `resolve(_:_:)`.
  @inlinable
  public func resolve(_ error: (any Error)?, _ value: T?) {
    resolve(value, error)
  }

  /// From the shape `(result)` with the standard library's type.
  @inlinable
  public func resolve<E: Error>(_ result: Swift.Result<T, E>) {
    switch result {
    case .success(let value): fulfill(value)
    case .failure(let error): reject(error)
    }
  }
}

extension Resolver where T == Void {
  /// From the shape `(error)`.
  @inlinable
  public func resolve(_ error: (any Error)?) {
    if let error { reject(error) } else { fulfill(()) }
  }

  /// Keeps a promise of nothing. (The name has its underscore from PromiseKit.)
  @inlinable
  public func fulfill_() { fulfill(()) }

  /// Keeps a promise of nothing.
  @inlinable
  public func fulfill() { fulfill(()) }
}
