import ErrandsEager

/// The same, for code in Swift 5 mode, which leaves isolation to its author.
extension Task {
  /// A task that ends with what `closure` gives or throws. With the default executor the closure has been called
  /// when the initializer returns. For code in Swift 5 mode, which leaves isolation to its author.
  @available(swift, obsoleted: 6)
  public convenience init(_ executor: Executor = .default, closure: @escaping () throws -> TResult) {
    self.init(executor, cancellationToken: nil, closure: unchecked(closure))
  }

  /// The same as the initializer with a closure. For code in Swift 5 mode, which leaves isolation to its author.
  @available(swift, obsoleted: 6)
  public class func execute(
    _ executor: Executor = .default,
    closure: @escaping () throws -> TResult
  ) -> Task {
    execute(executor, cancellationToken: nil, closure: unchecked(closure))
  }

  /// A task that ends as the task does that `closure` returns, or with the error that it throws. For code in
  /// Swift 5 mode, which leaves isolation to its author.
  @available(swift, obsoleted: 6)
  public class func executeWithTask(
    _ executor: Executor = .default,
    closure: @escaping () throws -> Task
  ) -> Task {
    executeWithTask(executor, cancellationToken: nil, closure: unchecked(closure))
  }
}
