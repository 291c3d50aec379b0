/// A scope, for those who are to run something in it later and must not keep it alive until then.
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
    begin(in: scope?.registry, prepare: prepare)
  }

  /// The outcome, where it is there before anybody runs the errand.
  @inlinable
  package var readyOutcome: Result<Value, any Error>? {
    guard case .settled(let settled) = work else { return nil }
    return settled.outcome
  }
}
