import Errands

/// Is told the outcome of a run, whatever its subscriber's type: a handler may run anywhere, and not every
/// subscriber's type says that its conformance holds there.
///
/// A class and not a protocol, and a function for each case of the outcome: so that neither a conformance nor
/// the type of a `Result` is looked up at run time.
@usableFromInline
class OutcomeReceiver<Value: Sendable>: @unchecked Sendable {
  // Sendable: has nothing of its own.

  /// The run, before its work starts: it can be cancelled however long its beginning takes.
  @usableFromInline
  func keep(_ run: AnyRun) {}

  @usableFromInline
  func receive(_ value: Value) {}

  @usableFromInline
  func fail(_ error: any Error) {}
}
