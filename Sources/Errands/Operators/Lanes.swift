/// As many tasks as a window's limit, or fewer, each of which does one errand of a sequence after the other.
///
/// A task for each errand would cost more than most errands do. Nobody but the whole can cancel a single one,
/// so they need none of their own.
@usableFromInline
final class Lanes<Member: Sendable>: @unchecked Sendable {
  // Sendable: the sequence is only read while the lock is held.
  @usableFromInline let next: () -> Errand<Member>?
  @usableFromInline let window: Window<Member>
  /// How many lanes there are.
  @usableFromInline let lock = Lock(0)

  @inlinable
  init(_ window: Window<Member>, next: @escaping () -> Errand<Member>?) {
    self.window = window
    self.next = next
  }

  @inlinable
  func addLane() {
    window.keep(Task { await self.work() })
  }

  @inlinable
  func work() async {
    var isFirst = true
    while let (errand, index, addsLane) = take(isFirst: isFirst) {
      isFirst = false
      if addsLane { addLane() }
      let run = Run<Member>(label: errand.label, registry: nil, parent: window.callback.run.id)
      let place = window.enter(run)
      let outcome = await run.outcome(ofInline: errand.work)
      window.leave(place, outcome, at: index)
    }
  }

  /// The next errand. A lane that found work has the next lane made.
  @inlinable
  func take(isFirst: Bool) -> (errand: Errand<Member>, index: Int, addsLane: Bool)? {
    let taken: (Errand<Member>, Int, Bool)? = lock.withLock { lanes in
      guard let index = window.takeIndex() else { return nil }
      guard let errand = next() else {
        window.close(returning: index)
        return nil
      }
      if isFirst { lanes += 1 }
      return (errand, index, isFirst && lanes < window.limit)
    }
    if taken == nil { window.completeIfDone() }
    return taken
  }
}
