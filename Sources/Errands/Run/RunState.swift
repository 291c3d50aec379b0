/// What a run holds besides its settlement: what to stop, what to keep alive, its observers, and its queues
/// of deliveries. A value; ``AnyRun`` takes the lock and performs what it answers.
@usableFromInline
struct RunState: Sendable {
  @usableFromInline typealias Hook = @Sendable () -> Void

  /// Everything that a run held for the sake of its work, handed out so that it is called and freed outside
  /// the lock: an object's deinit may come back to the run.
  @usableFromInline
  struct Resources: Sendable {
    /// Most runs have one, and few have more.
    var dependent: Dependent?
    var overflow: Overflow?
    @usableFromInline var place: InFlight.Place?
    var job: ErrandJob?

    /// Its places in queues, the last one first.
    var jobs: [ErrandJob] { job.map { Array(sequence(first: $0, next: \.former)) } ?? [] }

    /// Gives all of them back.
    func endJobs() {
      var next = job
      while let job = next {
        job.end()
        next = job.former
      }
    }

    /// To those who pass it on.
    func tellLastReport() {
      guard let overflow, let last = overflow.lastReport else { return }
      for observer in overflow.observers where observer.passesOn { observer.deliver { last } }
    }

    @usableFromInline
    func cancelDependents() {
      dependent?.cancel()
      guard let overflow else { return }
      for dependent in overflow.dependents { dependent.cancel() }
    }

    /// The task goes before hooks: a hook that the task itself adds may come earlier than the task.
    mutating func add(_ new: Dependent) {
      guard let first = dependent else { return dependent = new }
      if case .task = new {
        dependent = new
        addOverflow().dependents.insert(first, at: 0)
      } else {
        addOverflow().dependents.append(new)
      }
    }

    mutating func addOverflow() -> Overflow {
      if let overflow { return overflow }
      let overflow = Overflow()
      self.overflow = overflow
      return overflow
    }
  }

  /// What ends when the run is cancelled.
  enum Dependent: Sendable {
    /// The task that does the work.
    case task(Task<Void, Never>)
    /// What an operator runs.
    case children(any Children)
    case hook(Hook)

    func cancel() {
      switch self {
      case .task(let task): task.cancel()
      case .children(let children): children.cancel()
      case .hook(let hook): hook()
      }
    }

    func inherit(from run: AnyRun) {
      switch self {
      case .task(let task): task.escalate(to: run.priority)
      case .children(let children): children.inherit(from: run)
      case .hook: break
      }
    }
  }

  /// What few runs have: making and freeing the lists, empty as they are, would cost more than all the rest
  /// of the state.
  final class Overflow: @unchecked Sendable {
    // Sendable: touched under the run's lock, and by the thread that ends the run.
    var dependents: [Dependent] = []
    var priorityHooks: [@Sendable (WorkPriority) -> Void] = []
    /// Those that have not been told any priority yet.
    var newPriorityHooks: [@Sendable (WorkPriority) -> Void] = []
    var kept: [any Sendable] = []
    var observers: [ProgressObserver] = []
    /// How many of the observers have left.
    var departed = 0
    /// Set at the end.
    var lastReport: RunProgress?

    func takeNewPriorityHooks() -> [@Sendable (WorkPriority) -> Void] {
      let new = newPriorityHooks
      newPriorityHooks = []
      priorityHooks += new
      return new
    }
  }

  @usableFromInline
  enum DependentAnswer: Sendable { case kept, call, drop }

  private enum Phase { case running, cancelled, finished }

  private var phase = Phase.running
  private var resources = Resources()
  private(set) var progress: RunProgress?
  var deliveries = DeliveryQueues()
  var priority = PriorityState()

  @usableFromInline
  init() {}

  var isRunning: Bool { phase == .running }
  var wasStopped: Bool { phase == .cancelled }

  @usableFromInline
  mutating func end(cancelled: Bool) -> Resources {
    var released = Resources()
    // Not copied, which would retain all of it once more.
    swap(&released, &resources)
    if let progress { released.overflow?.lastReport = progress }
    phase = cancelled ? .cancelled : .finished
    return released
  }

  /// Remembers the run's place in its scope. False where the run has ended.
  @usableFromInline
  mutating func take(_ place: InFlight.Place) -> Bool {
    guard phase == .running else { return false }
    resources.place = place
    return true
  }

  /// The same for its place in a queue.
  mutating func take(_ job: ErrandJob) -> Bool {
    guard phase == .running else { return false }
    job.former = resources.job
    resources.job = job
    return true
  }

  /// Remembers what ends with the run.
  mutating func add(_ dependent: Dependent) -> DependentAnswer {
    switch phase {
    case .running:
      resources.add(dependent)
      return .kept
    case .cancelled: return .call
    case .finished: return .drop
    }
  }

  /// True where the caller has to tell the hook; otherwise somebody does who is at it.
  mutating func add(_ hook: @escaping @Sendable (WorkPriority) -> Void) -> Bool {
    guard phase == .running else { return false }
    resources.addOverflow().newPriorityHooks.append(hook)
    return priority.beginTelling()
  }

  /// A new priority and all that is to hear of it, or the present one and the hooks that have not heard any; nil when there
  /// is nothing more to tell.
  mutating func takePriorityChange() -> PriorityChange? {
    guard phase == .running else { return nil }
    let (news, newHooks) = (priority.takeNews(), resources.overflow?.takeNewPriorityHooks() ?? [])
    if news == .nothing, newHooks.isEmpty {
      priority.endTelling()
      return nil
    }
    var change = PriorityChange(priority: priority.current, hooks: newHooks)
    if news == .nothing { return change }
    change.jobs = resources.jobs
    change.dependents = (resources.dependent.map { [$0] } ?? []) + (resources.overflow?.dependents ?? [])
    if news == .change { change.hooks = resources.overflow?.priorityHooks ?? [] }
    return change
  }

  mutating func keep(_ object: any Sendable) {
    if phase == .running { resources.addOverflow().kept.append(object) }
  }

  /// The report to begin now, where there is progress to tell the observer already.
  mutating func add(_ observer: ProgressObserver) -> DeliveryQueue.Item? {
    guard phase == .running else { return nil }
    resources.addOverflow().observers.append(observer)
    return progress == nil ? nil : enqueueReport(to: observer)
  }

  /// An observer has left. Answers with the former list, to be freed outside the lock. The list is only
  /// walked when half of its observers have left, or a long one would take quadratic time to empty.
  mutating func observerLeft() -> [ProgressObserver] {
    guard let overflow = resources.overflow else { return [] }
    overflow.departed += 1
    guard overflow.departed * 2 > overflow.observers.count else { return [] }
    let former = overflow.observers
    overflow.observers = former.filter { !$0.hasLeft }
    overflow.departed = 0
    return former
  }

  /// What a report changes, or nil where it says nothing new or comes after the outcome.
  ///
  /// It joins the observers' queues in the same step: an outcome that came between used to leave it behind.
  mutating func take(_ report: RunProgress) -> TakenReport? {
    guard phase == .running, let next = report.following(progress) else { return nil }
    progress = next
    var taken = TakenReport(progress: next)
    guard let observers = resources.overflow?.observers else { return taken }
    if observers.count == 1 {
      taken.first = enqueueReport(to: observers[0])
      return taken
    }
    for observer in observers where !observer.delivery.isImmediate {
      if let item = enqueueReport(to: observer) { taken.others.append(item) }
    }
    for observer in observers where observer.delivery.isImmediate {
      if let item = enqueueReport(to: observer) { taken.others.append(item) }
    }
    return taken
  }

  /// The observer's report, if it may begin now.
  private mutating func enqueueReport(to observer: ProgressObserver) -> DeliveryQueue.Item? {
    observer.queue() ? deliveries.enqueue(.report(observer)) : nil
  }

  /// A report that says something new, and the deliveries of it that are to begin.
  struct TakenReport: Sendable {
    let progress: RunProgress
    /// Of the only observer: most have one, and a list would be made for each report.
    var first: DeliveryQueue.Item?
    /// Observers on the spot come last, as one of them may take long. Among the others of one executor the order stays.
    var others: [DeliveryQueue.Item] = []
  }
}
