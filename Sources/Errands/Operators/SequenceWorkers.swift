/// As many tasks as a sequence's limit, or fewer, each of which does one errand after the other.
///
/// A task for each errand would cost more than most errands do. An errand is only cancelled with the whole
/// sequence, so it needs no task of its own.
@usableFromInline
final class SequenceWorkers<Member: Sendable>: @unchecked Sendable {
  // Sendable: the elements are only read by the one worker that has the turn.
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
        if children.state.withLock({ $0.endRead() }) { startWorker() }
        if let function = errand.work.asyncFunction, !Trace.isObserved {
          await perform(function, at: index)
        } else {
          await run(errand, at: index)
        }
        // The errand has cancelled this task: a new worker does the errands behind it, which are not
        // cancelled.
        if Task.isCancelled { return startWorker() }
        done += 1
        // Errands that never suspend would keep every other task from the thread.
        if done % 128 == 0 { await Task.yield() }
      }
    }
  }

  @inlinable @inline(__always)
  func run(_ errand: Errand<Member>, at index: Int) async {
    let run = Run<Member>(label: errand.label, registry: nil, parent: children.callback.run)
    let place = children.state.withLock { $0.inFlight.enter(run) }
    run.keepUp(with: children.callback.run)
    if place == nil { run.cancel() }
    children.leave(place, await run.outcome(ofInline: errand.work), at: index)
  }

  /// As ``run(_:at:)``, without a run: only the trace would see the run of a function, as the worker's task
  /// is cancelled with the whole sequence. To make one costs more than most functions do.
  @inlinable @inline(__always)
  func perform(_ function: () async throws -> Member, at index: Int) async {
    guard !children.state.withLock({ $0.isOver }) else {
      return children.leave(nil, failing: .failure(CancellationError()))
    }
    do {
      children.leave(nil, .success(try await function()), at: index)
    } catch {
      children.leave(nil, failing: .failure(error))
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

  /// The explorer loses a task that yields: there a worker leaves at once.
  @usableFromInline
  static var mayYield: Bool {
    #if ERRANDS_EXPLORED
      if Interleaving.current != nil { return false }
    #endif
    return true
  }
}
