import Errands

extension Promise {
  /// A promise in the style of PromiseKit 4: `body` is called at once with two closures, one that keeps the promise
  /// and one that breaks it. The first call of either counts. What `body` throws breaks the promise.
  ///
  /// ```swift
  /// Promise { fulfill, reject in
  ///   download { data, error in
  ///     if let error { reject(error) } else { fulfill(data) }
  ///   }
  /// }
  /// ```
  ///
  /// Where both closures are let go of without having been called, the promise stays pending, as
  /// ``init(fileID:line:resolver:)`` describes.
  @inlinable
  @preconcurrency
  public convenience init(
    fileID: StaticString = #fileID,
    line: UInt = #line,
    resolvers body: (
      _ fulfill: @escaping @Sendable (T) -> Void,
      _ reject: @escaping @Sendable (any Error) -> Void
    ) throws -> Void
  ) {
    self.init(fileID: fileID, line: line) { seal in
      try body({ seal.fulfill($0) }, { seal.reject($0) })
    }
  }
}
