/// What a run holds besides its settlement: what to stop, what to keep alive, whom to tell of progress, and
/// the line of deliveries. A value; ``Run`` takes the lock and performs what it answers.
@usableFromInline
struct RunState: Sendable {
  @usableFromInline typealias Hook = @Sendable () -> Void

  /// Everything that a run held for the sake of its work, handed out so that it is called and freed outside
  /// the lock: an object's deinit may come back to the run.
  @usableFromInline
  struct Belongings: Sendable {
    /// The task that does the work, where the work is a task.
    var task: Task<Void, Never>?
    /// What an operator runs.
    var children: (any Children)?
    /// Most other runs have one hook, and few have more.
    var hook: Hook?
    var further: Further?
    @usableFromInline var place: InFlight.Place?
    var job: ErrandJob?

    /// Gives back its places in queues, the last one first.
    func endJobs() {
      var next = job
      while let job = next {
        job.end()
        next = job.former
      }
    }

    @usableFromInline
    func callHooks() {
      task?.cancel()
      children?.cancel()
      hook?()
      guard let further else { return }
      for children in further.children { children.cancel() }
      for hook in further.hooks { hook() }
    }

    mutating func addFurther() -> Further {
      if let further { return further }
      let further = Further()
      self.further = further
      return further
    }
  }

  /// What few runs have: to make and free the lists, empty as they are, would cost more than all the rest of
  /// the state.
  final class Further: @unchecked Sendable {
    // Sendable: touched under the run's lock, and by the one who ends the run.
    var hooks: [Hook] = []
    var children: [any Children] = []
    var priorityHooks: [@Sendable (WorkPriority) -> Void] = []
    var kept: [any Sendable] = []
    var observers: [ProgressObserver] = []
    /// How many of the observers have left.
    var departed = 0
  }

  @usableFromInline
  enum HookAnswer: Sendable { case kept, call, drop }

  private enum Phase { case running, cancelled, finished }

  private var phase = Phase.running
  private var belongings = Belongings()
  private(set) var progress: RunProgress?
  var lines = DeliveryLines()
  var priority = PriorityState()

  @usableFromInline
  init() {}

  var isRunning: Bool { phase == .running }

  @usableFromInline
  mutating func end(cancelled: Bool) -> Belongings {
    var released = Belongings()
    // Not copied, which would retain all of it once more.
    swap(&released, &belongings)
    phase = cancelled ? .cancelled : .finished
    return released
  }

  /// Remembers the run's place in its scope. False where the run has ended.
  @usableFromInline
  mutating func take(_ place: InFlight.Place) -> Bool {
    guard phase == .running else { return false }
    belongings.place = place
    return true
  }

  /// The same for its place in a queue.
  mutating func take(_ job: ErrandJob) -> Bool {
    guard phase == .running else { return false }
    job.former = belongings.job
    belongings.job = job
    return true
  }

  @usableFromInline
  mutating func add(_ hook: @escaping Hook) -> HookAnswer {
    switch phase {
    case .running:
      if belongings.hook == nil {
        belongings.hook = hook
      } else {
        belongings.addFurther().hooks.append(hook)
      }
      return .kept
    case .cancelled: return .call
    case .finished: return .drop
    }
  }

  mutating func add(_ task: Task<Void, Never>) -> HookAnswer {
    switch phase {
    case .running:
      belongings.task = task
      return .kept
    case .cancelled: return .call
    case .finished: return .drop
    }
  }

  mutating func adopt(_ children: any Children) -> HookAnswer {
    switch phase {
    case .running:
      if belongings.children == nil {
        belongings.children = children
      } else {
        belongings.addFurther().children.append(children)
      }
      return .kept
    case .cancelled: return .call
    case .finished: return .drop
    }
  }

  mutating func add(_ hook: @escaping @Sendable (WorkPriority) -> Void) {
    if phase == .running { belongings.addFurther().priorityHooks.append(hook) }
  }

  /// Those that are to hear of a new priority; nil when there is nothing more to tell.
  mutating func takePriorityChange() -> PriorityChange? {
    guard let next = priority.next(), phase == .running else { return nil }
    return PriorityChange(
      priority: next,
      job: belongings.job,
      task: belongings.task,
      children: (belongings.children.map { [$0] } ?? []) + (belongings.further?.children ?? []),
      hooks: belongings.further?.priorityHooks ?? []
    )
  }

  mutating func keep(_ object: any Sendable) {
    if phase == .running { belongings.addFurther().kept.append(object) }
  }

  /// True where there is something to tell the observer already.
  mutating func add(_ observer: ProgressObserver) -> Bool {
    guard phase == .running else { return false }
    belongings.addFurther().observers.append(observer)
    return progress != nil
  }

  /// One of the observers has left. Gives those that are let go of, for which a list has to be walked: when half of them
  /// have left, or so many that leave would take quadratic time.
  mutating func observerLeft() -> [ProgressObserver] {
    guard let further = belongings.further else { return [] }
    further.departed += 1
    guard further.departed * 2 > further.observers.count else { return [] }
    let former = further.observers
    further.observers = former.filter { !$0.hasLeft }
    further.departed = 0
    return former
  }

  /// The observer's report, if it may begin now. Once the run has ended, none joins a line any more.
  mutating func join(_ report: DeliveryLine.Item, for observer: ProgressObserver) -> DeliveryLine.Item? {
    guard phase == .running, observer.queue() else { return nil }
    return lines.join(report)
  }

  /// What a report changes, or nil where it says nothing new or comes after the outcome.
  mutating func take(_ report: RunProgress) -> (progress: RunProgress, observers: [ProgressObserver])? {
    guard phase == .running, let next = report.following(progress) else { return nil }
    progress = next
    return (next, belongings.further?.observers ?? [])
  }
}
