extension AnyRun {
  /// How urgent the run is, among the runs that wait for the same thing.
  ///
  /// ``WorkPriority/normal`` by default. It says which work of a ``WorkQueue`` begins first, and with which
  /// priority the tasks of the work run; the work itself hears of a change by
  /// ``Callback/onPriorityChange(_:)``.
  ///
  /// The runs of an operator (``Errand/all(_:fileID:line:)-([Errand<Member>],_,_)``,
  /// ``Errand/retry(_:clock:where:using:)`` and all others) begin with the priority of their parent run, and
  /// follow its changes, but for those that were given one of their own. Shared work has the highest priority
  /// of its subscribers. A task or a run that awaits this run, follows it or depends on it raises it to its
  /// own priority.
  ///
  /// The priority of a run that has settled may change, and no hook hears of it.
  public final var priority: WorkPriority {
    get { WorkPriority(rawValue: level.load(ordering: .relaxed)) ?? .normal }
    set { change(by: .said) { newValue } }
  }

  /// The parent run has another priority now.
  @usableFromInline
  final func inherit(from parent: AnyRun) { change(by: .parent) { parent.priority } }

  /// To be called when the parent knows of its child: a change between the child's beginning, which took the parent's priority,
  /// and that moment has not found it.
  @usableFromInline
  final func keepUp(with parent: AnyRun) {
    if level.load(ordering: .relaxed) != parent.level.load(ordering: .relaxed) { inherit(from: parent) }
  }

  /// Another run, or a task, of this priority waits for this one.
  @usableFromInline
  package final func escalate(to priority: WorkPriority) {
    if priority > self.priority { change(by: .waiter) { priority } }
  }

  /// - Parameter priority: Asked for inside the lock: of two changes at once, the last one has seen the
  ///   other.
  final func change(by cause: PriorityState.Cause, to priority: () -> WorkPriority) {
    let tells = state.withLock { state in
      let tells = state.priority.change(to: priority(), by: cause)
      level.store(state.priority.current.rawValue, ordering: .relaxed)
      return tells && state.isRunning
    }
    if tells { tellPriority() }
  }

  fileprivate final func add(_ hook: @escaping @Sendable (WorkPriority) -> Void) {
    if state.withLock({ $0.add(hook) }) { tellPriority() }
  }

  /// A child of a child of a child: each tells the next.
  private func tellPriority() { Trampoline.run(self) { $0.tellPriorities() } }

  private func tellPriorities() {
    while let change = state.withLock({ $0.takePriorityChange() }) { change.tell(of: self) }
  }
}

/// A new priority, and all that is to hear of it.
struct PriorityChange: Sendable {
  let priority: WorkPriority
  var jobs: [ErrandJob] = []
  var dependents: [RunState.Dependent] = []
  var hooks: [@Sendable (WorkPriority) -> Void]

  /// What waits in a queue, what goes on, and then the work that has asked to hear of it.
  func tell(of run: AnyRun) {
    for job in jobs { job.move() }
    for dependent in dependents { dependent.inherit(from: run) }
    for hook in hooks { hook(priority) }
  }
}

/// The priority of a run, as a value: what it is, and which thread passes a change on.
struct PriorityState: Sendable {
  enum Cause { case said, parent, waiter }

  /// What is to be told.
  enum News {
    case nothing
    /// It has changed and changed back. What has begun meanwhile may have the priority between; hooks have not heard of it.
    case thereAndBack
    case change
  }

  private(set) var current = WorkPriority.normal
  /// What hooks have been told.
  private var told = WorkPriority.normal
  private var isUntold = false
  /// It was set on this very run, and does not follow the parent any more.
  private var isOwn = false
  private var isTelling = false

  init() {}

  /// The run begins with the priority of its parent, of which no hook has to be told.
  mutating func begin(with priority: WorkPriority) { (current, told) = (priority, priority) }

  /// True where the caller has to tell the change; callers that come meanwhile leave theirs to it.
  mutating func change(to priority: WorkPriority, by cause: Cause) -> Bool {
    switch cause {
    case .said: isOwn = true
    case .parent: if isOwn { return false }
    case .waiter: if priority <= current { return false }
    }
    guard priority != current else { return false }
    (current, isUntold) = (priority, true)
    return beginTelling()
  }

  /// True where nobody is telling yet.
  mutating func beginTelling() -> Bool {
    defer { isTelling = true }
    return !isTelling
  }

  mutating func endTelling() { isTelling = false }

  /// What has not been told yet; it counts as told from here on.
  mutating func takeNews() -> News {
    defer { (isUntold, told) = (false, current) }
    return isUntold ? current == told ? .thereAndBack : .change : .nothing
  }
}

extension Errand {
  /// The same work, whose runs have this priority from their beginning, and not that of their parent run.
  ///
  /// ```swift
  /// let cover = picture(at: address).on(downloads).priority(.high)
  /// let later = picture(at: next).on(downloads).priority(.low)
  /// ```
  ///
  /// What a run is given by ``AnyRun/priority`` when it is under way counts from then on. Set it behind the
  /// queue, as here: in front of it, it is set when the work has its turn.
  public func priority(_ priority: WorkPriority) -> Errand {
    let deferred = Work<Value>.deferred { [work] run in
      run.priority = priority
      run.start(work)
    }
    return Errand(label: label, work: deferred)
  }
}

extension Callback {
  /// How urgent the run is by now.
  public var priority: WorkPriority { run.priority }

  /// Calls the hook with the run's priority, now and whenever it changes, until the run settles. It is called by the
  /// thread that registers it or changes the priority, or by one that tells hooks at this moment, behind those; one call
  /// after the other, and of several changes at once with the newest: be quick, and do not block.
  ///
  /// ```swift
  /// let page = Errand<Data>.fromCallback { callback in
  ///   let request = legacyRequest { data, error in callback(data, error) }
  ///   callback.onPriorityChange { priority in request.isUrgent = priority > .normal }
  /// }
  /// ```
  public func onPriorityChange(_ hook: @escaping @Sendable (WorkPriority) -> Void) { run.add(hook) }
}

extension WorkPriority {
  /// The priority of the tasks in which such work is done; nil for the priority of the task that begins it.
  @usableFromInline
  var ofTasks: TaskPriority? {
    switch self {
    case .veryLow: .background
    case .low: .low
    case .normal: nil
    case .high, .veryHigh: .high
    }
  }

  /// The priority that a task of this priority gives to a run it waits for.
  @usableFromInline
  package init(of task: TaskPriority) {
    self = task > .medium ? .high : task < .low ? .veryLow : task < .medium ? .low : .normal
  }
}

extension Task {
  /// A task is only ever raised: that is all the language knows.
  @usableFromInline
  func escalate(to priority: WorkPriority) {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      escalatePriority(to: priority.ofTasks ?? .medium)
    }
  }
}
