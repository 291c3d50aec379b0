import Synchronization

/// One execution of a chain of steps: runs the errand at its beginning, then takes one step after the other,
/// in a loop. An errand that a step answers with is put in front of the steps that are left.
final class Chain: Children {
  private struct State {
    /// The steps to come, the next one last, while a run is waited for.
    var steps: [Step] = []
    var current: AnyRun?
    var context: TaskContext?
    var isOver = false
  }

  private let callback: any ErasedCallback
  private let state = Lock(State())
  /// Read between two steps, where nothing is waited for.
  private let isCancelled = AtomicCell<Bool>(false)
  /// Whether a step has to be taken however the chain ends: where it is cancelled, too, and then by the
  /// thread that cancels.
  private let looksAtEnd = AtomicCell<Bool>(false)

  init(_ callback: any ErasedCallback) {
    self.callback = callback
  }

  func start(_ last: Step) {
    callback.anyRun.adopt(self)
    var steps: [Step] = []
    proceed(with: .step(last), &steps)
  }

  /// The steps are handed on, and never shared: a copy at every wait made long chains take quadratic time.
  private func proceed(with first: AnyErrand, _ steps: inout [Step]) {
    var errand = first
    while true {
      switch errand {
      case .step(let step):
        guard !step.isAround else { return wait(&steps) { step.begin(step, $0) } }
        if case .ending = step.role { looksAtEnd.store(true, ordering: .relaxed) }
        steps.append(step)
        errand = step.upstream
      case .root(let root):
        return wait(&steps, inItsContext: root.isTask, for: root.begin)
      case .value(let value):
        guard let step = steps.popLast() else { return callback.receive(.value(value)) }
        if isCancelled.load(ordering: .relaxed) { return end(steps + [step]) }
        errand = step.take(value)
      case .failure(let error):
        guard let step = steps.popLast() else { return callback.receive(.failure(error)) }
        if isCancelled.load(ordering: .relaxed) { return end(steps + [step]) }
        errand = step.take(error)
      }
    }
  }

  /// Runs an errand; the chain goes on when it has settled, which may be before `begin` returns.
  ///
  /// - Parameter staysInContext: The run is a task, and settles inside it, with the task-local values of the
  ///   errand's caller. Any other run may end on any thread, and what follows needs that caller's context.
  private func wait(
    _ steps: inout [Step],
    inItsContext staysInContext: Bool = false,
    for begin: (ErasedObserver) -> Void
  ) {
    let needsNone = steps.isEmpty || staysInContext && !looksAtEnd.load(ordering: .relaxed)
    let context = needsNone ? nil : TaskContext()
    let isOver = state.withLock { state in
      guard !state.isOver else { return true }
      swap(&state.steps, &steps)
      state.context = context
      return false
    }
    if isOver { return end(steps) }
    begin(
      ErasedObserver(
        parent: callback.anyRun,
        places: callback.anyRun.places,
        begins: { self.keep($0) },
        report: { self.callback.report($0) },
        receive: { self.receive($0) }
      )
    )
  }

  private func keep(_ run: AnyRun) {
    let isOver = state.withLock { state in
      if !state.isOver { state.current = run }
      return state.isOver
    }
    if isOver { run.cancel() }
  }

  private func receive(_ signal: ErasedOutcome) {
    var steps: [Step] = []
    let (isWaitedFor, former, context) = state.withLock { state in
      swap(&state.steps, &steps)
      return (!state.isOver, state.current.take(), state.context.take())
    }
    withExtendedLifetime(former) {}
    guard isWaitedFor else { return }
    guard let context, !steps.isEmpty else { return proceed(with: signal.errand, &steps) }
    context.call { proceed(with: signal.errand, &steps) }
  }

  func inherit(from parent: AnyRun) {
    let current = state.withLock { $0.current }
    current?.inherit(from: parent)
  }

  func cancel() {
    isCancelled.store(true, ordering: .relaxed)
    let former = state.withLock { state in
      defer { state = State(isOver: true) }
      return state
    }
    former.current?.cancel()
    if former.steps.isEmpty { return }
    if let context = former.context { context.call { end(former.steps) } } else { end(former.steps) }
  }

  /// Takes the steps that look on at the end, of a chain that was cancelled.
  private func end(_ steps: [Step]) {
    for step in steps.reversed() {
      if case .ending(let look) = step.role { look() }
    }
  }
}

extension Step {
  fileprivate var isAround: Bool {
    if case .around = role { true } else { false }
  }

  fileprivate func take(_ value: AnyObject & Sendable) -> AnyErrand {
    switch role {
    case .value(let transform): return transform(value)
    case .ending(let look): look()
    case .failure, .around: break
    }
    return .value(value)
  }

  fileprivate func take(_ error: any Error) -> AnyErrand {
    switch role {
    case .failure(let transform): return transform(error)
    case .ending(let look): look()
    case .value, .around: break
    }
    return .failure(error)
  }
}
