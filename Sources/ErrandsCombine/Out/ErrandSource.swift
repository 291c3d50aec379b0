public import Errands

/// What a publisher runs.
@usableFromInline
enum ErrandSource<Value: Sendable>: Sendable {
  /// An errand that has its value already: nothing has to be run.
  case ready(ReadyErrand<Value>)
  case cold(ColdErrand<Value>)

  @inlinable
  init(_ errand: Errand<Value>, in scope: Scope?) {
    if scope == nil, case .success(let value)? = errand.readyOutcome {
      self = .ready(ReadyErrand(value, errand))
    } else {
      self = .cold(ColdErrand(errand, in: scope.map(ScopeReference.init)))
    }
  }

  /// Runs the errand.
  func begin(_ prepare: (Run<Value>) -> Void) -> Run<Value> {
    switch self {
    case .ready(let ready): ready.errand.begin(in: nil as Scope?, prepare: prepare)
    case .cold(let cold): cold.errand.begin(tiedTo: cold.scope, prepare: prepare)
    }
  }
}

/// A value, and the errand that it comes from. An object, so that a chain of publishers copies a pointer, and
/// with a field that is exactly the value, which needs no look-up of its type at run time.
@usableFromInline
final class ReadyErrand<Value: Sendable>: Sendable {
  @usableFromInline let value: Value
  @usableFromInline let errand: Errand<Value>

  @inlinable
  init(_ value: Value, _ errand: Errand<Value>) {
    self.value = value
    self.errand = errand
  }
}

/// An errand that is to be run.
@usableFromInline
final class ColdErrand<Value: Sendable>: Sendable {
  @usableFromInline let errand: Errand<Value>
  @usableFromInline let scope: ScopeReference?

  @inlinable
  init(_ errand: Errand<Value>, in scope: ScopeReference?) {
    self.errand = errand
    self.scope = scope
  }
}
