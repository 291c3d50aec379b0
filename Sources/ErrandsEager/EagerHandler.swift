/// What a handler of an eager cell does when it is told, and so which of the others it may hold up.
@usableFromInline
package enum EagerKind: Sendable {
  /// Calls somebody's code on the spot. All steps count as one executor's, and are told in order.
  case step
  /// Hands over to a queue of the system's, which takes no time; in order, as two may hand over to the same one.
  case queued
  /// Hands over to an executor of which nothing is known: it may do the work at once, and block. In order, too.
  case foreign
  /// Settles the next cell, and calls nobody's code. Steps may stand on that one, so it comes behind a report that is
  /// being handed over on the spot.
  case link
  /// Settles a run outside of the chain, which keeps its own order of reports and outcome.
  case wait

  /// Whether it comes behind a report that is being handed over on the spot.
  @inlinable
  package var waitsForReports: Bool {
    switch self {
    case .step, .link: true
    case .queued, .foreign, .wait: false
    }
  }
}

/// What becomes of a handler whose owner unsubscribes while others still need the cell.
@usableFromInline
package enum EagerLeaving: Sendable {
  /// It waits on.
  case stays
  /// It is of no use any more, and taken out: what it captured lived for as long as the cell was pending, for others.
  case goes
  /// It cleans up: it is taken out, and told of the cancellation at once.
  case hears
  /// It only watches, or its owner has unsubscribed: the cell is not needed because of it.
  case watches
}

/// What is to be told the outcome of an eager cell.
///
/// Its layout does not depend on the value, so no type is looked up at run time to free it.
@usableFromInline
package struct EagerHandler<Value: Sendable>: Sendable {
  @usableFromInline package typealias Call = @Sendable (Result<Value, any Error>) -> Void

  @usableFromInline package let call: Call
  @usableFromInline package let kind: EagerKind
  @usableFromInline var leaving: EagerLeaving

  @inlinable
  package init(as kind: EagerKind, leaving: EagerLeaving = .stays, _ call: @escaping Call) {
    self.call = call
    self.kind = kind
    self.leaving = leaving
  }

  /// Whether the cell is needed because of it.
  @inlinable
  var counts: Bool {
    if case .watches = leaving { false } else { true }
  }
}
