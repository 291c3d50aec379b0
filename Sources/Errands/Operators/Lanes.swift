/// As many tasks as a window's limit, or fewer, each of which does one errand of a sequence after the other.
///
/// A task for each errand would cost more than most errands do. Nobody but the whole can cancel a single one,
/// so they need none of their own.
@usableFromInline
final class Lanes<Member: Sendable>: @unchecked Sendable {
  // Sendable: the elements are only read by the lane that has the right to read.
  @usableFromInline
  struct State: Sendable {
    @usableFromInline var lanes = 1
    /// A lane reads the next element. It does so outside the lock, as the iterator is somebody else's.
    @usableFromInline var isReading = false
    /// A lane has been made and has not begun.
    @usableFromInline var isComing = false

    @inlinable
    init() {}
  }

  @usableFromInline let next: () -> Errand<Member>?
  @usableFromInline let window: Window<Member>
  @usableFromInline let state = Lock(State())

  @inlinable
  init(_ window: Window<Member>, next: @escaping () -> Errand<Member>?) {
    self.window = window
    self.next = next
  }

  /// Begins with the first lane.
  @inlinable
  func begin() { addLane() }

  @inlinable
  func addLane() {
    window.keep(Task { await self.work() })
  }

  @inlinable
  func work() async {
    state.withLock { $0.isComing = false }
    var done = 0
    while let (errand, index) = take() {
      let run = Run<Member>(label: errand.label, registry: nil, parent: window.callback.run.id)
      let place = window.enter(run)
      if place == nil { run.cancel() }
      let outcome = await run.outcome(ofInline: errand.work)
      window.leave(place, outcome, at: index)
      // The errand has cancelled its own task, and what comes behind it is none of its own.
      if Task.isCancelled { return addLane() }
      done += 1
      // Errands that never suspend would keep everybody else from the thread.
      if done % 128 == 0 { await Task.yield() }
    }
  }

  /// The next errand; nil where this lane is not needed any more: nothing is left, or another lane is
  /// reading, which has a new lane made when it comes back.
  @inlinable
  func take() -> (errand: Errand<Member>, index: Int)? {
    let reads = state.withLock { state in
      if state.isReading {
        state.lanes -= 1
        return false
      }
      state.isReading = true
      return true
    }
    guard reads else { return nil }
    guard let index = window.takeIndex() else {
      state.withLock { $0.isReading = false }
      window.completeIfDone()
      return nil
    }
    let errand = next()
    let addsLane = state.withLock { state in
      state.isReading = false
      guard errand != nil, state.lanes < window.limit, !state.isComing else { return false }
      state.lanes += 1
      state.isComing = true
      return true
    }
    guard let errand else {
      window.close(returning: index)
      window.completeIfDone()
      return nil
    }
    if addsLane { addLane() }
    return (errand, index)
  }
}
