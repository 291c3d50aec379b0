import Synchronization

/// One execution of a chain of steps: runs the errand at its beginning, then takes one step after the other,
/// in a loop. An errand that a step answers with is put in front of the steps that are left.
final class Chain: Children {
  private struct State {
    /// The steps to come, the next one last, while a run is waited for.
    var steps: [Step] = []
    /// How many of the steps are behind work that has begun. The others have no end to look at: a run that was cancelled
    /// when it was about to begin was tidied up after all the same.
    var begun = 0
    var current: AnyRun?
    var context: TaskContext?
    var isOver = false
  }

  private let run: AnyRun
  /// Settles the run.
  private let settle: @Sendable (ErasedOutcome) -> Void
  private let state = Lock(State())
  /// Read between two steps, where nothing is waited for.
  private let isCancelled = AtomicCell<Bool>(false)
  /// Whether a step has to be taken however the chain ends: where it is cancelled, too, and then by the
  /// thread that cancels.
  private let looksAtEnd = AtomicCell<Bool>(false)

  init(_ run: AnyRun, settle: @escaping @Sendable (ErasedOutcome) -> Void) {
    self.run = run
    self.settle = settle
  }

  func start(_ last: Step) {
    run.adopt(self)
    var steps: [Step] = []
    proceed(with: .step(last), &steps)
  }

  /// The steps are handed on, and never shared: a copy at every wait made long chains take quadratic time.
  ///
  /// Work that never begins has no end for its steps to look at.
  private func proceed(with first: AnyErrand, _ steps: inout [Step]) {
    var errand = first
    /// How many of the steps are behind work that has begun.
    var begun = steps.count
    while true {
      switch errand {
      case .step(let step):
        guard !step.isAround else { return wait(&steps, begun) { step.begin(step, $0) } }
        if case .ending = step.role { looksAtEnd.store(true, ordering: .relaxed) }
        steps.append(step)
        errand = step.upstream
      case .root(let root):
        return wait(&steps, begun, inItsContext: root.isTask, for: root.begin)
      case .value(let value):
        guard let step = steps.popLast() else { return settle(.value(value)) }
        if isCancelled.load(ordering: .relaxed) { return end((steps + [step]).prefix(begun)) }
        begun = steps.count
        errand = step.take(value)
      case .failure(let error):
        guard let step = steps.popLast() else { return settle(.failure(error)) }
        if isCancelled.load(ordering: .relaxed) { return end((steps + [step]).prefix(begun)) }
        begun = steps.count
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
    _ begun: Int,
    inItsContext staysInContext: Bool = false,
    for begin: (ErasedObserver) -> Void
  ) {
    let needsNone = steps.isEmpty || staysInContext && !looksAtEnd.load(ordering: .relaxed)
    let context = needsNone ? nil : TaskContext()
    let isOver = state.withLock { state in
      guard !state.isOver else { return true }
      swap(&state.steps, &steps)
      (state.begun, state.context) = (begun, context)
      return false
    }
    if isOver { return end(steps.prefix(begun)) }
    begin(
      ErasedObserver(
        parent: run,
        places: run.places,
        begins: { self.mayBegin($0) },
        report: { self.run.report($0) },
        receive: { self.receive($0) }
      )
    )
  }

  /// The run's work begins, unless the chain has been cancelled before: from here on its end is looked at.
  private func mayBegin(_ run: AnyRun) -> Bool {
    let isOver = state.withLock { state in
      if !state.isOver { (state.current, state.begun) = (run, state.steps.count) }
      return state.isOver
    }
    if isOver { run.cancel() }
    return !isOver
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
    let steps = former.steps.prefix(former.begun)
    if steps.isEmpty { return }
    if let context = former.context { context.call { end(steps) } } else { end(steps) }
  }

  /// Takes the steps that look on at the end, of a chain that was cancelled.
  private func end(_ steps: ArraySlice<Step>) {
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

/// An operator on an errand: part of a chain.
///
/// A chain is held by its last step, and is as deep as it is long. So it must not be walked, run or let go of
/// by recursion: 512 KiB of stack have to do for a million steps.
@usableFromInline
final class Step: @unchecked Sendable {
  // Sendable: nothing changes, but that the last owner takes the chain apart when it lets go of it.

  /// What the step does.
  @usableFromInline
  enum Role: Sendable {
    /// Goes on with a value, which is an object of class ``ValueBox``; failures pass by.
    case value(@Sendable (AnyObject) -> AnyErrand)
    /// Goes on with an error; values pass by.
    case failure(@Sendable (any Error) -> AnyErrand)
    /// Looks on at the end, however it comes, cancellation too.
    case ending(@Sendable () -> Void)
    /// Runs the errand before it by itself, as a deadline or a retry does.
    case around(Around)
  }

  /// How a step runs the errand before it.
  @usableFromInline
  final class Around: Sendable {
    /// The name of the whole, so that none of a thousand deadlines around one another has to walk to the
    /// chain's beginning for it.
    let label: Label
    let begin: @Sendable (AnyErrand, any ErasedCallback) -> Void

    @usableFromInline
    init(label: Label, begin: @escaping @Sendable (AnyErrand, any ErasedCallback) -> Void) {
      self.label = label
      self.begin = begin
    }
  }

  @exclusivity(unchecked) private(set) var upstream: AnyErrand
  @exclusivity(unchecked) private(set) var role: Role
  /// Runs the errand that ends with this step, as the child of another run.
  let begin: @Sendable (Step, ErasedObserver) -> Void

  @usableFromInline
  init(
    _ upstream: AnyErrand,
    role: Role,
    begin: @escaping @Sendable (Step, ErasedObserver) -> Void
  ) {
    self.upstream = upstream
    self.role = role
    self.begin = begin
  }

  /// Stands for an upstream that has been taken away. One for all steps: an error for each would cost an
  /// allocation.
  private static let taken = AnyErrand.failure(CancellationError())
  private static let nothing = Role.ending {}

  deinit {
    var last = takeUpstream()
    while last != nil, isKnownUniquelyReferenced(&last) {
      // Freed here, one after the other, each without anything behind it.
      last = last?.takeUpstream()
    }
    // The closure of a step may hold errands, whose steps hold others.
    if Trampoline.hasRoom { return }
    var held = Self.nothing
    swap(&held, &role)
    Trampoline.free(consume held)
  }

  private func takeUpstream() -> Step? {
    guard case .step(let step) = upstream else { return nil }
    upstream = Self.taken
    return step
  }

  /// Begins the errand that ends with this step.
  ///
  /// - Parameter settle: Settles the callback's run. It is compiled where the type is known: by way of the callback all of that was
  ///   looked up at run time.
  @usableFromInline
  func start(_ callback: any ErasedCallback, settle: @escaping @Sendable (ErasedOutcome) -> Void) {
    guard case .around(let around) = role else { return Chain(callback.anyRun, settle: settle).start(self) }
    // Each of a thousand deadlines around one errand begins the next: not inside one another.
    if Trampoline.hasRoom { return around.begin(upstream, callback) }
    Trampoline.callLater { around.begin(self.upstream, callback) }
  }
}

extension Errand {
  /// This errand with one step more.
  @inlinable
  func step<Next>(_ role: Step.Role, to type: Next.Type = Next.self) -> Errand<Next> {
    let step = Step(erased, role: role) { step, sink in
      Errand<Next>(label: step.label, work: .step(step)).begin(for: sink)
    }
    return Errand<Next>(label: label, work: .step(step))
  }
}

extension Errand {
  /// An errand that runs this one in its own way: `begin` is given it, and the callback to settle.
  @inlinable
  func around(_ begin: @escaping @Sendable (AnyErrand, Callback<Value>) -> Void) -> Errand {
    step(.around(Step.Around(label: label) { begin($0, unsafeDowncast($1, to: Callback<Value>.self)) }))
  }
}

extension Step {
  @usableFromInline var label: Label { AnyErrand.step(self).label }
}
