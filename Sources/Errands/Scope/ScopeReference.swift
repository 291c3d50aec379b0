/// A reference to a scope that does not keep it alive, for work that is to be run in it later.
@usableFromInline
package struct ScopeReference: Sendable {
  @usableFromInline let registry: ScopeRegistry

  @inlinable
  package init(_ scope: Scope) {
    registry = scope.registry
  }
}

extension Errand {
  /// As ``begin(in:prepare:)``, in a scope that may have ended or gone since.
  @inlinable
  package func begin(tiedTo scope: ScopeReference?, prepare: (Run<Value>) -> Void) -> Run<Value> {
    begin(under: scope?.registry, prepare: prepare)
  }

  /// The outcome, where it is known before a run; nil where the errand has work to do.
  @inlinable
  package var readyOutcome: Result<Value, any Error>? {
    guard case .settled(let settled) = work else { return nil }
    return settled.outcome
  }
}
