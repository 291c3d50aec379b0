import Errands

/// What the outcome of an eager cell comes from: another cell, the run of an errand, or work outside of the package.
@usableFromInline
package protocol EagerSource: AnyObject, Sendable {
  /// One subscriber less. The last one to unsubscribe cancels the source.
  func unsubscribe(with error: any Error)

  /// The same for the owner of the handler in a place.
  ///
  /// - Parameters:
  ///   - origin: What both come from in the end, where that is known already.
  ///   - tells: Whether the handler is still to be told what comes of that.
  func unsubscribe(_ place: EagerPlace, with error: any Error, origin: (any EagerSource)?, tells: Bool)

  /// The handler is of no use any more, and taken out; the source goes on, even if nothing else needs it.
  func leave(_ place: EagerPlace)

  /// A waiter of this priority stands above. Gives what is to be lent it next.
  func lend(_ priority: WorkPriority) -> (any EagerSource)?

  /// Sets what it comes from in the end aside, for those who ask. False, and no effect, where its source is another one
  /// by now.
  func remember(_ origin: RememberedOrigin, behind source: any EagerSource) -> Bool

  /// What is remembered below it does not hold any more.
  func forgetOrigin()

  /// What this one's own outcome comes from.
  var source: (any EagerSource)? { get }
}

extension EagerSource {
  @usableFromInline
  package var source: (any EagerSource)? { nil }

  @usableFromInline
  package func unsubscribe(
    _ place: EagerPlace,
    with error: any Error,
    origin: (any EagerSource)?,
    tells: Bool
  ) {
    unsubscribe(with: error)
  }

  @usableFromInline
  package func leave(_ place: EagerPlace) {}

  @usableFromInline
  package func lend(_ priority: WorkPriority) -> (any EagerSource)? { nil }

  @usableFromInline
  package func remember(_ origin: RememberedOrigin, behind source: any EagerSource) -> Bool { true }

  @usableFromInline
  package func forgetOrigin() {}

  /// Lends the priority of a waiter to all that it waits for, down to the work; in a loop, as a chain may be long.
  @usableFromInline
  package func escalate(to priority: WorkPriority) {
    var place: (any EagerSource)? = self
    while let borrower = place { place = borrower.lend(priority) }
  }
}

/// A source, and the place there of the handler that brings its outcome.
@usableFromInline
package struct EagerSubscription: Sendable {
  @usableFromInline package let source: any EagerSource
  @usableFromInline let place: EagerPlace

  @inlinable
  package init(_ source: any EagerSource, at place: EagerPlace = .first) {
    self.source = source
    self.place = place
  }

  @usableFromInline
  package func unsubscribe(with error: any Error, origin: (any EagerSource)? = nil, tells: Bool = false) {
    source.unsubscribe(place, with: error, origin: origin, tells: tells)
  }

  @usableFromInline
  package func leave() { source.leave(place) }

  @usableFromInline
  package func escalate(to priority: WorkPriority) { source.escalate(to: priority) }
}

extension [EagerSubscription] {
  /// As ``EagerSource/escalate(to:)``, for all that a whole waits for. Wholes may lie inside one another.
  package func escalate(to priority: WorkPriority) {
    for subscription in self {
      Trampoline.run(Loan(subscription.source, priority)) { $0.make() }
    }
  }
}

private final class Loan: Sendable {
  private let source: any EagerSource
  private let priority: WorkPriority

  init(_ source: any EagerSource, _ priority: WorkPriority) {
    self.source = source
    self.priority = priority
  }

  func make() { source.escalate(to: priority) }
}

/// Work outside of the package, known by how to stop it.
@usableFromInline
package final class StoppableWork: EagerSource {
  private let stop: @Sendable () -> Void

  @usableFromInline
  package init(_ stop: @escaping @Sendable () -> Void) {
    self.stop = stop
  }

  @usableFromInline
  package func unsubscribe(with error: any Error) { stop() }
}

extension AnyRun: EagerSource {
  @usableFromInline
  package final func unsubscribe(with error: any Error) { cancel() }

  @usableFromInline
  package final func lend(_ priority: WorkPriority) -> (any EagerSource)? {
    escalate(to: priority)
    return nil
  }
}
