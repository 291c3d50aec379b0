public import Errands

extension Errand {
  /// The errand as a publisher, for chains of operators.
  ///
  /// ```swift
  /// let subscription = errand.publisher().map { $0.count }.sink(
  ///   receiveCompletion: { completion in print(completion) },
  ///   receiveValue: { count in print(count) }
  /// )
  /// ```
  ///
  /// - Parameter scope: The lifetime to tie each run to; the publisher does not keep it alive. Where the
  ///   scope has ended, the publisher fails with `CancellationError` and the work never starts.
  @inlinable
  public func publisher(in scope: Scope? = nil) -> ErrandPublisher<Value> {
    ErrandPublisher(ErrandSource(self, in: scope))
  }
}
