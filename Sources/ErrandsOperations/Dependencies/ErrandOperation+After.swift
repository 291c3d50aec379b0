public import Errands

extension ErrandOperation {
  /// An operation that runs an errand which needs the value of another operation, and depends on that one:
  /// its error or its cancellation becomes this one's outcome.
  ///
  /// - Parameter make: Called once, when the other operation has succeeded.
  public convenience init<Input: Sendable>(
    after dependency: AsyncOperation<Input>,
    name: String? = nil,
    in scope: Scope? = nil,
    fileID: String = #fileID,
    line: UInt = #line,
    _ make: @escaping @Sendable (Input) throws -> Errand<Value>
  ) {
    let input = OperationResult(of: dependency)
    let errand = Errand<Input>.deferred(name, fileID, line) { try input.outcome.get() }.flatMap(make)
    self.init(errand, name: name, in: scope)
    addDependency(dependency, whenItFails: .fail)
  }

  /// The same, with an asynchronous function. Cancelling the operation cancels its task.
  @_disfavoredOverload
  public convenience init<Input: Sendable>(
    after dependency: AsyncOperation<Input>,
    name: String? = nil,
    in scope: Scope? = nil,
    fileID: String = #fileID,
    line: UInt = #line,
    _ transform: @escaping @Sendable (Input) async throws -> Value
  ) {
    let input = OperationResult(of: dependency)
    self.init(name, in: scope, fileID: fileID, line: line) { try await transform(input.outcome.get()) }
    addDependency(dependency, whenItFails: .fail)
  }

  /// An operation that runs an asynchronous function on the outcome of another operation.
  ///
  /// - Parameter policy: With ``DependencyPolicy/run`` it runs also where the other operation has failed or
  ///   was cancelled, and sees so.
  public convenience init<Input: Sendable>(
    after dependency: AsyncOperation<Input>,
    whenItFails policy: DependencyPolicy,
    name: String? = nil,
    in scope: Scope? = nil,
    fileID: String = #fileID,
    line: UInt = #line,
    _ transform: @escaping @Sendable (Result<Input, any Error>) async throws -> Value
  ) {
    let input = OperationResult(of: dependency)
    self.init(name, in: scope, fileID: fileID, line: line) { try await transform(input.outcome) }
    addDependency(dependency, whenItFails: policy)
  }

  /// An operation that runs an asynchronous function on the values of several operations, and depends on all
  /// of them: the first error or cancellation among them becomes its outcome.
  public convenience init<First: Sendable, Second: Sendable, each Further: Sendable>(
    after first: AsyncOperation<First>,
    _ second: AsyncOperation<Second>,
    _ further: repeat AsyncOperation<each Further>,
    name: String? = nil,
    in scope: Scope? = nil,
    fileID: String = #fileID,
    line: UInt = #line,
    _ transform: @escaping @Sendable (First, Second, repeat each Further) async throws -> Value
  ) {
    let inputs = (OperationResult(of: first), OperationResult(of: second))
    let others = (repeat OperationResult(of: each further))
    self.init(name, in: scope, fileID: fileID, line: line) {
      try await transform(
        inputs.0.outcome.get(),
        inputs.1.outcome.get(),
        repeat (each others).outcome.get()
      )
    }
    addDependency(first, whenItFails: .fail)
    addDependency(second, whenItFails: .fail)
    repeat addDependency(each further, whenItFails: .fail)
  }
}

extension Errand {
  fileprivate static func deferred(
    _ name: String?,
    _ fileID: String,
    _ line: UInt,
    _ make: @escaping @Sendable () throws -> Value
  ) -> Errand {
    .fromCallback(name, fileID: fileID, line: line) { callback in
      callback.succeed(try make())
    }
  }
}
