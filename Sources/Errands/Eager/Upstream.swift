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

  /// Tells how far the work has come, where it says so, as long as that is wanted.
  func observeProgress(
    on delivery: Delivery,
    while isWanted: @escaping @Sendable () -> Bool,
    _ handler: @escaping @Sendable (RunProgress) -> Void
  )
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
    while isWanted: @escaping @Sendable () -> Bool,
    _ handler: @escaping @Sendable (RunProgress) -> Void
  ) {}
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
    while isWanted: @escaping @Sendable () -> Bool,
    _ handler: @escaping @Sendable (RunProgress) -> Void
  ) {
    // A queue of the system's is most often the one on which the cell's handlers are called, and keeps the
    // order: reports that are on their way to it come before them. Of somebody else's executor nothing is
    // known.
    let keepsOrder = delivery.isPrompt
    if keepsOrder { noteOutcome(for: delivery) }
    let observer = ProgressObserver(delivery: delivery, isWanted: isWanted) { progress in
      if keepsOrder || isWanted() { handler(progress) }
    }
    observe(observer)
  }
}
