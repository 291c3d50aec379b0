/// The children of an operator, or of a scope: runs that are in flight on its behalf. A value; the holder of
/// the lock cancels and frees what it answers, outside.
///
/// A child enters before its work starts and leaves when it has settled. When the set is closed it gives all
/// children, and takes none any more. Where a child started first and was remembered afterwards, it might
/// have settled in between, and the operator might have been cancelled: two races, which every operator had
/// to handle for itself.
@usableFromInline
struct InFlight: Sendable {
  @usableFromInline typealias Place = LinkedSlots<AnyRun>.Index

  @usableFromInline var runs = LinkedSlots<AnyRun>()
  @usableFromInline private(set) var isClosed = false

  @inlinable
  init() {}

  var count: Int { runs.count }

  /// The child's place, to leave by; nil where the set has been closed, so that the work must not start.
  @inlinable
  mutating func enter(_ run: AnyRun) -> Place? {
    isClosed ? nil : runs.append(run)
  }

  /// The child, to be freed; nil where the set has given it away.
  @inlinable
  mutating func leave(_ place: Place?) -> AnyRun? {
    place.flatMap { runs.remove($0) }
  }

  /// The children, oldest first.
  var all: [AnyRun] { Array(runs) }

  /// The children, oldest first, to be cancelled; none the second time.
  @usableFromInline
  mutating func close() -> [AnyRun] {
    isClosed = true
    defer { runs = LinkedSlots() }
    return Array(runs)
  }
}

extension Errand {
  /// Runs the errand as the child of another run.
  ///
  /// - Parameters:
  ///   - enter: Takes the child into a set of children, and gives its place there. Where there is none, the
  ///     child is cancelled, and its work never starts.
  ///   - handler: Makes what is called on the spot when the child has settled, of its place. Not a function
  ///     of both: there would be two closures for each child, one in the other.
  @inlinable @inline(__always)
  func begin<Place: Sendable>(
    childOf parent: AnyRun,
    entering enter: (AnyRun) -> Place?,
    handler: (Place?) -> Settlement<Value>.Handler
  ) {
    let run = Run<Value>(label: label, registry: nil, parent: parent)
    let place = enter(run)
    run.keepUp(with: parent)
    run.settlement.whenSettled(handler(place))
    if place == nil { run.cancel() } else { run.start(work) }
  }

  /// Runs the errand as a part of another run: with its priority, as that changes, and cancelled with it.
  ///
  /// - Parameter handler: Called on the spot when it has settled.
  package func begin(asPartOf whole: AnyRun, _ handler: @escaping Settlement<Value>.Handler) {
    begin(childOf: whole, entering: { whole.adopt($0) }, handler: { _ in handler })
  }
}
