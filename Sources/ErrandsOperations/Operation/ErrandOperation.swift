public import Errands

/// An errand as an operation: to be put into a queue, with dependencies, a priority and an outcome.
///
/// ```swift
/// let download = ErrandOperation(fetchCover)
/// let filter = ErrandOperation(after: download) { cover in sepia(cover) }
/// queue.addOperations([download, filter])
/// let picture = try await filter.value
/// ```
public final class ErrandOperation<Value: Sendable>: AsyncOperation<Value>, @unchecked Sendable {
  // Sendable: adds nothing.

  /// An operation that runs an errand, once.
  ///
  /// - Parameters:
  ///   - name: What the operation is called; by default as the errand is.
  ///   - scope: The lifetime to tie the operation to; see ``AnyAsyncOperation/tied(to:)``.
  @inlinable
  public init(_ errand: Errand<Value>, name: String? = nil, in scope: Scope? = nil) {
    super.init(errand, name: name)
    if let scope { tied(to: scope) }
  }

  /// An operation that runs an asynchronous function, once. Cancelling the operation cancels its task.
  @inlinable
  public convenience init(
    _ name: String? = nil,
    in scope: Scope? = nil,
    fileID: String = #fileID,
    line: UInt = #line,
    _ operation: @escaping @Sendable () async throws -> Value
  ) {
    self.init(Errand(name, fileID: fileID, line: line, operation), name: name, in: scope)
  }
}

extension Errand {
  /// An operation that runs the errand, once.
  ///
  /// - Parameters:
  ///   - name: What the operation is called; by default as the errand is.
  ///   - scope: The lifetime to tie the operation to; see ``AnyAsyncOperation/tied(to:)``.
  @inlinable
  public func operation(name: String? = nil, in scope: Scope? = nil) -> ErrandOperation<Value> {
    ErrandOperation(self, name: name, in: scope)
  }
}
