import ErrandsEager

/// What a continuation's task does when its turn has come.
extension Task {
  /// Ends with what `body` gives for the input, on the executor.
  @inlinable
  func finish<Input: Sendable>(
    on executor: Executor,
    with input: Input,
    _ body: @escaping @Sendable (Input) throws -> TResult
  ) {
    // Two closures, because one that is called on the spot needs no allocation.
    if executor.callInline({ self.finish { try body(input) } }) { return }
    executor.send(for: self) { self.finish { try body(input) } }
  }

  /// Ends as the task does that `body` gives for the input, on the executor.
  @inlinable
  func adopt<Input: Sendable>(
    on executor: Executor,
    with input: Input,
    _ body: @escaping @Sendable (Input) throws -> Task
  ) {
    if executor.callInline({ self.adopt { try body(input) } }) { return }
    executor.send(for: self) { self.adopt { try body(input) } }
  }

  /// A body whose task has been cancelled meanwhile is not called.
  @inlinable
  func finish(_ body: () throws -> TResult) {
    guard isUndecided else { return }
    do { settle(.success(try body())) } catch { settle(thrown: error) }
  }

  @inlinable
  func adopt(_ body: () throws -> Task) {
    guard isUndecided else { return }
    do { adopt(try body()) } catch { settle(thrown: error) }
  }

  /// From now on the outcome is that of `inner`. A task that is to end as it does itself never would.
  @inlinable
  func adopt(_ inner: Task) {
    guard inner !== self else {
      settle(.failure(Abandonment(origin: nil)))
      return
    }
    setSource(inner.subscribe { self.settle($0) })
  }

  /// Thrown, and only then, ``CancelledError`` means that the task is cancelled.
  @usableFromInline
  func settle(thrown error: any Error) {
    settle(.failure(error is CancelledError ? CancellationError() : error))
  }
}
