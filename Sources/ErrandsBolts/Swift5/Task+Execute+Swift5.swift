import ErrandsEager

/// The same, for code in Swift 5 mode, which leaves isolation to its author.
extension Task {
  @available(swift, obsoleted: 6)
  public convenience init(_ executor: Executor = .default, closure: @escaping () throws -> TResult) {
    self.init(executor, cancellationToken: nil, closure: unchecked(closure))
  }

  @available(swift, obsoleted: 6)
  public class func execute(
    _ executor: Executor = .default,
    closure: @escaping () throws -> TResult
  ) -> Task {
    execute(executor, cancellationToken: nil, closure: unchecked(closure))
  }

  @available(swift, obsoleted: 6)
  public class func executeWithTask(
    _ executor: Executor = .default,
    closure: @escaping () throws -> Task
  ) -> Task {
    executeWithTask(executor, cancellationToken: nil, closure: unchecked(closure))
  }
}
