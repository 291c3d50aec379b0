import Errands

/// What an eager cell's outcome comes from: another cell, the run of an errand, or work outside of the
/// package.
@usableFromInline
package protocol Upstream: AnyObject, Sendable {
  /// One who waited does not any more. The last one who leaves cancels it.
  func letGo(_ error: any Error)

  /// As ``letGo(_:)``, by one who knows the ``origin`` of both already.
  func letGo(_ error: any Error, origin: any Upstream)

  /// What this one's own outcome comes from.
  var source: (any Upstream)? { get }
}

extension Upstream {
  @usableFromInline
  package var source: (any Upstream)? { nil }

  /// What the outcome comes from in the end, below all the links.
  package var origin: any Upstream {
    var origin: any Upstream = self
    while let next = origin.source { origin = next }
    return origin
  }

  @usableFromInline
  package func letGo(_ error: any Error, origin: any Upstream) { letGo(error) }
}

/// Work outside of the package, known by how to stop it.
@usableFromInline
package final class StoppableWork: Upstream {
  private let stop: @Sendable () -> Void

  @usableFromInline
  package init(_ stop: @escaping @Sendable () -> Void) {
    self.stop = stop
  }

  @usableFromInline
  package func letGo(_ error: any Error) { stop() }
}

extension AnyRun: Upstream {
  @usableFromInline
  package final func letGo(_ error: any Error) { cancel() }
}
