import Errands

/// What the outcome of an eager cell comes from: another cell, the run of an errand, or work outside of the package.
@usableFromInline
package protocol EagerSource: AnyObject, Sendable {
  /// One subscriber less. The last one to unsubscribe cancels the source.
  func unsubscribe(with error: any Error)

  /// As ``unsubscribe(with:)``, where the ``origin`` of both is known already.
  func unsubscribe(with error: any Error, origin: any EagerSource)

  /// As ``unsubscribe(with:)``, where the handler is still to be told what comes of that.
  func detach(with error: any Error)

  /// The handler is of no use any more, and taken out; the source goes on, even if nothing else needs it.
  func leave()

  /// What this one's own outcome comes from.
  var source: (any EagerSource)? { get }
}

extension EagerSource {
  @usableFromInline
  package var source: (any EagerSource)? { nil }

  @usableFromInline
  package func detach(with error: any Error) { unsubscribe(with: error) }

  @usableFromInline
  package func leave() {}

  /// What the outcome comes from in the end, below all the links.
  package var origin: any EagerSource {
    var origin: any EagerSource = self
    while let next = origin.source { origin = next }
    return origin
  }

  @usableFromInline
  package func unsubscribe(with error: any Error, origin: any EagerSource) { unsubscribe(with: error) }
}

/// The place of one of the handlers of a cell. The first handler has none: its owner unsubscribes from the cell itself.
@usableFromInline
package final class Subscription<Value: Sendable>: EagerSource {
  private let cell: EagerSettlement<Value>
  private let place: WaitingHandler<Value>
  private let leaves: Bool

  @usableFromInline
  package init(_ cell: EagerSettlement<Value>, _ place: WaitingHandler<Value>, leaves: Bool) {
    self.cell = cell
    self.place = place
    self.leaves = leaves
  }

  @usableFromInline
  package var source: (any EagerSource)? { cell }

  @usableFromInline
  package func unsubscribe(with error: any Error) {
    cell.unsubscribe(place, leaves: leaves, with: error, origin: nil)
  }

  @usableFromInline
  package func unsubscribe(with error: any Error, origin: any EagerSource) {
    cell.unsubscribe(place, leaves: leaves, with: error, origin: origin)
  }

  @usableFromInline
  package func detach(with error: any Error) {
    cell.unsubscribe(place, leaves: false, with: error, origin: nil)
  }

  @usableFromInline
  package func leave() { cell.takeOut(place) }
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
}
