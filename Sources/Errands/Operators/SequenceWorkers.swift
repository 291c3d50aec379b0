/// As many tasks as a sequence's limit, or fewer, each of which does one errand after the other.
///
/// A task for each errand would cost more than most errands do. Nobody but the whole can cancel a single one,
/// so they need none of their own.
@usableFromInline
final class SequenceWorkers<Member: Sendable>: @unchecked Sendable {
  // Sendable: the elements are only read by the worker whose turn it is.
  @usableFromInline let next: () -> Errand<Member>?
  @usableFromInline let children: SequenceChildren<Member>

  @inlinable
  init(_ children: SequenceChildren<Member>, next: @escaping () -> Errand<Member>?) {
    self.children = children
    self.next = next
  }

  /// Begins with the first worker.
  @inlinable
  func begin() {
    children.state.withLock { $0.addWorker() }
    startWorker()
  }

  @inlinable
  func startWorker() {
    children.start { await self.work() }
  }

  @inlinable
  func work() async {
    children.state.withLock { $0.isWorkerComing = false }
    var (done, hasWaited) = (0, false)
    while true {
      switch take(waits: !hasWaited && Self.mayYield) {
      case .none: return
      case .wait:
        hasWaited = true
        await Task.yield()
      case .member(let errand, let index):
        hasWaited = false
        let run = Run<Member>(label: errand.label, registry: nil, parent: children.callback.run)
        let (place, addsWorker) = children.state.withLock { $0.enterRead(run) }
        if addsWorker { startWorker() }
        if place == nil { run.cancel() }
        let outcome = await run.outcome(ofInline: errand.work)
        children.leave(place, outcome, at: index)
        // The errand has cancelled its own task, which is not what becomes of the errands behind it.
        if Task.isCancelled { return startWorker() }
        done += 1
        // Errands that never suspend would keep every other task from the thread.
        if done % 128 == 0 { await Task.yield() }
      }
    }
  }

  @usableFromInline
  enum Taken {
    case member(Errand<Member>, index: Int)
    /// Another worker is reading: once more, when other tasks have had their turn.
    case wait
    /// This worker is not needed any more.
    case none
  }

  @inlinable
  func take(waits: Bool) -> Taken {
    switch children.state.withLock({ $0.takeTurn(waits: waits) }) {
    case .read(let index):
      if let errand = next() { return .member(errand, index: index) }
      children.state.withLock { $0.endReading() }
    case .wait: return .wait
    case .leave: break
    }
    children.completeIfDone()
    return .none
  }

  /// A task that yields is lost for the explorer: there a worker leaves at once.
  @usableFromInline
  static var mayYield: Bool {
    #if ERRANDS_EXPLORED
      if Interleaving.current != nil { return false }
    #endif
    return true
  }
}
