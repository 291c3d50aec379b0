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

  /// Tells how far the work has come, where it says so, until what it gives is cancelled.
  func observeProgress(
    on delivery: Delivery,
    _ handler: @escaping @Sendable (RunProgress) -> Void
  ) -> (any Cancellable)?
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

  @usableFromInline
  package func observeProgress(
    on delivery: Delivery,
    _ handler: @escaping @Sendable (RunProgress) -> Void
  ) -> (any Cancellable)? { nil }
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

  @usableFromInline
  package final func observeProgress(
    on delivery: Delivery,
    _ handler: @escaping @Sendable (RunProgress) -> Void
  ) -> (any Cancellable)? {
    // Reports that are on their way when the run settles may be dropped by the cell, which knows its handlers.
    noteOutcome(for: delivery)
    let observer = ProgressObserver(delivery: delivery, call: handler)
    add(observer)
    return Observation(run: self, observer: observer)
  }

  private struct Observation: Cancellable {
    let run: AnyRun
    let observer: ProgressObserver

    func cancel() { run.remove(observer) }
  }
}
