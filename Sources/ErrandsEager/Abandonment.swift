import Errands

/// How an eager cell is settled when the code that ought to settle it has let go of it.
///
/// The libraries whose names such cells bear say nothing then: the promise stays pending, and its handlers
/// are never called. So their faces pass it on and hide it, and only who awaits is told, by
/// ``AbandonedError``.
@usableFromInline
package struct Abandonment: Error {
  package let origin: SourceLocation?

  @usableFromInline
  package init(origin: SourceLocation?) {
    self.origin = origin
  }
}

extension Result where Failure == any Error {
  /// The outcome as the rest of the package speaks of it.
  @usableFromInline
  package var disclosed: Self {
    guard case .failure(let lost as Abandonment) = self else { return self }
    return .failure(AbandonedError(origin: lost.origin))
  }

  /// Whether it stands for the end of all that could have settled the cell.
  @usableFromInline
  package var isAbandonment: Bool {
    if case .failure(let error) = self { error is Abandonment } else { false }
  }
}

extension Delivery {
  /// Hands work over whose end `cell` waits for. Where the executor throws the work away instead of calling
  /// it, the cell is abandoned with it.
  @usableFromInline
  package func call<Value: Sendable>(
    for cell: EagerSettlement<Value>,
    _ work: @escaping @Sendable () -> Void
  ) {
    call(work) { cell.settle(.failure(Abandonment(origin: nil))) }
  }
}
