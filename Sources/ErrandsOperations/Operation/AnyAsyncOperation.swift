import Errands
public import Foundation

/// An asynchronous operation, whatever its value: state, notifications, dependencies and cancellation.
///
/// Use its subclasses: ``ErrandOperation`` for work that is an errand or an asynchronous function, and
/// ``AsyncOperation`` to write a subclass of your own. All of them work in ``AsyncOperationQueue`` and in
/// Foundation's `OperationQueue`; the manner of putting them into the latter is
/// `OperationQueue.enqueue(_:)`.
open class AnyAsyncOperation: Operation, @unchecked Sendable {
  // Sendable: what changes lies behind a lock.
  final let state: Lock<OperationState>
  final let anyRun: AnyRun & WorkDependency

  @usableFromInline
  init(run: AnyRun & WorkDependency, _ work: OperationWork) {
    anyRun = run
    state = Lock(OperationState(work))
    super.init()
  }

  /// An operation that was never run. Its awaiters get an outcome all the same; and a chain of a million such
  /// operations would release itself by recursion.
  deinit {
    if state.withLock({ $0.isOver }) { return }
    var waiting = releaseDependencies()
    while var last = waiting.popLast() {
      if isKnownUniquelyReferenced(&last) { waiting += last.releaseDependencies() }
    }
    anyRun.stop(with: AbandonedError(origin: nil))
    // In a loop: handlers may hold the last reference to the next operation that was never run.
    if let untold = state.withLock({ $0.takeWaiting() }) {
      Trampoline.run(UntoldEnding(untold)) { $0.tell() }
    }
  }

  private func releaseDependencies() -> [AnyAsyncOperation] {
    state.withLock { $0.takeDependencies() }.compactMap { dependency in
      dependency.letGo()
      return dependency.operation as? AnyAsyncOperation
    }
  }

  /// True: its end comes later than its start.
  public final override var isAsynchronous: Bool { true }
  /// Whether it is under way: from its start until it has finished.
  public final override var isExecuting: Bool { state.withLock { $0.phase == .executing } }
  /// Whether it has finished; by then it has its outcome.
  public final override var isFinished: Bool { state.withLock { $0.phase == .finished } }

  /// Whether it waits for no dependency any more. A cancelled operation is ready, so that its queue lets go of it.
  public final override var isReady: Bool {
    let (isReady, isOver) = state.withLock { ($0.isReady, $0.isOver) }
    return isOver || super.isCancelled || (isReady && super.isReady)
  }

  /// Whether it was told to end before its work did. False where that came too late, and true also where it
  /// was cancelled by a dependency's cancellation.
  public final override var isCancelled: Bool {
    let (isOver, failure) = state.withLock { ($0.isOver, $0.failure) }
    if failure is CancellationError { return true }
    // Not before the outcome is decided: work that ended because of this would seem to have forgotten its callback.
    return super.isCancelled && (failure != nil || !isOver && !anyRun.isRunning)
  }

  /// Called by its queue. An operation whose outcome is there already, cancelled say, finishes without having worked;
  /// one that still waits for dependencies begins once they have ended.
  public final override func start() {
    // Foundation's queue hears of the cancellation before this does, and starts it: maybe too early, by its
    // dependencies.
    if state.withLock({ $0.place == nil }), super.isCancelled { end(with: CancellationError()) }
    let start = changeExecuting { state.withLock { $0.start() } }
    switch start {
    case .nothing: break
    case .finish:
      willChangeValue(forKey: "isFinished")
      didChangeValue(forKey: "isFinished")
    case .tooEarly:
      if state.withLock({ $0.whenReady { [weak self] in self?.start() } }) { self.start() }
    case .work(let work, let openings, let preparation):
      // Called now where the operation was cancelled since.
      work.watch(self)
      work.inContext {
        for open in openings { open() }
        if let preparation, !preparation.isEmpty { prepare(preparation, work) } else { work.begin(self) }
      }
    }
  }

  /// Settles it as cancelled, at once. Work that waits never starts; work that is under way is stopped. Its
  /// dependents are cancelled with it, but for those that were told to run regardless.
  public final override func cancel() { callOff(with: CancellationError()) }

  /// Work that is under way may look at `isCancelled` to learn that it is to stop.
  final func callOff(with error: any Error) {
    super.cancel()
    end(with: error)
  }

  /// Called when the operation has finished. It is let go of then, as on Apple's platforms: on Linux
  /// Foundation keeps it, and one that captures its operation leaked.
  public final override var completionBlock: (@Sendable () -> Void)? {
    get { super.completionBlock }
    set {
      guard let block = newValue else { return super.completionBlock = nil }
      super.completionBlock = { [weak self] in
        block()
        self?.forgetCompletionBlock()
      }
    }
  }

  private func forgetCompletionBlock() { super.completionBlock = nil }

  /// Its place in a queue of ours, until it has ended.
  final var place: OperationJob? { state.withLock { $0.place } }

  /// Higher ones are started first. A change takes effect while the operation waits; its run has the same priority, and
  /// the work hears of it.
  ///
  /// It is raised, and never lowered, to the priority of what waits for the operation: of an operation that depends on
  /// it, of a task that awaits it, and of the run of an errand that was made of it.
  public final override var queuePriority: Operation.QueuePriority {
    get { state.withLock { $0.priority } }
    set {
      let (place, dependencies) = state.withLock { state in
        state.priority = newValue
        return (state.place, state.dependencies)
      }
      passPriority()
      place?.move()
      for case let dependency as AnyAsyncOperation in dependencies {
        dependency.escalate(to: WorkPriority(newValue))
      }
    }
  }

  /// As ``addDependency(_:whenItFails:)`` with ``DependencyPolicy/fail``.
  public final override func addDependency(_ operation: Operation) {
    addDependency(operation, whenItFails: .fail)
  }

  /// Removes a dependency, whichever policy it was added with. Takes logarithmic time among many dependencies.
  public final override func removeDependency(_ operation: Operation) {
    removeDependencies(on: operation)
  }

  /// What it waits for, in the order in which it was added; empty once it has ended.
  public final override var dependencies: [Operation] {
    state.withLock { $0.dependencies }
  }

  /// The work has ended. Foundation observes by these notifications on Apple platforms; elsewhere the second
  /// call of each drives its queue.
  @usableFromInline
  final func finish(_ failure: (any Error)?) {
    let completion = changeExecuting {
      willChangeValue(forKey: "isFinished")
      defer { didChangeValue(forKey: "isFinished") }
      return state.withLock { $0.finish(failure) }
    }
    guard let completion else { return }
    for dependency in completion.waitedFor { dependency.letGo() }
    let queue = completion.place?.queue
    let kept = completion.turn.flatMap { completion.place?.end($0) }
    leave(completion, keeping: kept, queue)
  }

  /// Only observers by keys, which there are on Apple's platforms, need this notification: elsewhere nothing hears it,
  /// and it costs.
  private func changeExecuting<Answer>(_ change: () -> Answer) -> Answer {
    #if canImport(ObjectiveC)
      willChangeValue(forKey: "isExecuting")
      defer { didChangeValue(forKey: "isExecuting") }
    #endif
    return change()
  }

  /// Settles it with an error. No effect on one that has settled.
  final func end(with error: any Error) {
    // Held from before the end: what it waited for may end meanwhile, and would be the last that holds the queue.
    let queue = place?.queue
    guard anyRun.stop(with: error) else { return }
    willChangeValue(forKey: "isReady")
    let completion = state.withLock { $0.endEarly(error) }
    didChangeValue(forKey: "isReady")
    guard let completion else { return }
    for dependency in completion.waitedFor { dependency.letGo() }
    if let place = completion.place {
      place.withdraw()
      start()
      completion.turn?.end()
    } else {
      // Its queue may have started it in the meantime, and found that it still waited.
      completion.ready?()
    }
    leave(completion, queue)
  }

  /// - Parameters:
  ///   - turn: The turn that is not over by the end of the operation.
  ///   - queue: May have no other owner: it is held until the dependents of this operation are queued or have
  ///     ended themselves, and the operation has left.
  private func leave(
    _ completion: OperationState.Completion,
    keeping turn: WorkSlot? = nil,
    _ queue: WorkQueue?
  ) {
    if completion.isAwaited {
      // The end of one operation is that of its dependents, where it has failed.
      Trampoline.run(OperationLeave(of: self, from: completion.place, keeping: turn, queue)) { $0.take() }
    } else if let place = completion.place {
      withExtendedLifetime(queue) { place.left(keeping: turn) }
    }
  }
}
