import Errands

/// How an eager cell is settled when the code that ought to settle it has dropped the means to do so.
///
/// The libraries whose names such cells bear say nothing then: the promise stays pending, and its handlers
/// are never called. So the modules with those names pass it on and hide it, and only a caller that awaits the
/// cell is told, by ``AbandonedError``.
@usableFromInline
package struct Abandonment: Error {
  package let origin: SourceLocation?

  @usableFromInline
  package init(origin: SourceLocation?) {
    self.origin = origin
  }
}

extension Result where Failure == any Error {
  /// The outcome as the rest of the package speaks of it: with ``AbandonedError`` for an abandonment.
  @usableFromInline
  package var abandonmentMapped: Self {
    guard case .failure(let lost as Abandonment) = self else { return self }
    return .failure(AbandonedError(origin: lost.origin))
  }

  /// Whether nothing is left that could have settled the cell.
  @usableFromInline
  package var isAbandonment: Bool {
    if case .failure(let error) = self { error is Abandonment } else { false }
  }
}

extension Delivery {
  /// Hands over work that is to settle `cell`. Where the executor throws the work away instead of calling
  /// it, the cell is abandoned with it.
  @usableFromInline
  package func call<Value: Sendable>(
    for cell: EagerSettlement<Value>,
    _ work: @escaping @Sendable () -> Void
  ) {
    if isImmediate { return work() }
    call(work) { cell.settle(.failure(Abandonment(origin: nil))) }
  }
}
