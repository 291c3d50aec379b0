import Errands

/// What the outcome of an eager cell comes from: another cell, the run of an errand, or work outside of the package.
@usableFromInline
package protocol EagerSource: AnyObject, Sendable {
  /// One subscriber less. The last one to unsubscribe cancels the source.
  func unsubscribe(with error: any Error)

  /// As ``unsubscribe(with:)``, where the ``origin`` of both is known already.
  func unsubscribe(with error: any Error, origin: any EagerSource)

  /// What this one's own outcome comes from.
  var source: (any EagerSource)? { get }
}

extension EagerSource {
  @usableFromInline
  package var source: (any EagerSource)? { nil }

  /// What the outcome comes from in the end, below all the links.
  package var origin: any EagerSource {
    var origin: any EagerSource = self
    while let next = origin.source { origin = next }
    return origin
  }

  @usableFromInline
  package func unsubscribe(with error: any Error, origin: any EagerSource) { unsubscribe(with: error) }
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
