/// A run that waits for its turn, and the work to start it with when the turn has come.
///
/// It knows nothing of the run's value: of each value another class, with a lock of another type, would have
/// to be looked up at run time, which took a third of the time of a queued work.
@usableFromInline
final class ErrandJob: QueuedJob, @unchecked Sendable {
  // Sendable: what changes lies behind a lock, this one's or the run's.
  private struct State: Sendable {
    /// Let go of at the start: the queue knows the jobs that run, and must not keep alive what only the start
    /// needs.
    var begin: (@Sendable () -> Void)?
    var context: TaskContext?
    /// To what has to end before it starts. Let go of at the start: they hold that, a chain of a hundred thousand would
    /// be freed in one another.
    var subscription: (any Cancellable)?
    var subscriptions: [any Cancellable] = []
    var turn: WorkSlot?
    var isOver = false

    /// What only the start needs, to be freed outside the lock. Not a function by itself: each way in and out would make
    /// an object of it.
    struct Start: Sendable {
      let begin: (@Sendable () -> Void)?
      let context: TaskContext?
      let subscription: (any Cancellable)?
      var subscriptions: [any Cancellable] = []
    }

    mutating func takeStart() -> Start {
      var start = Start(begin: begin.take(), context: context.take(), subscription: subscription.take())
      if !subscriptions.isEmpty { swap(&start.subscriptions, &subscriptions) }
      return start
    }

    mutating func keep(_ subscription: any Cancellable) {
      if self.subscription == nil {
        self.subscription = subscription
      } else {
        subscriptions.append(subscription)
      }
    }
  }

  let run: AnyRun
  let id: WorkID
  /// The queue holds the job while it waits, so the job must not hold the queue.
  private weak let queue: WorkQueue?
  /// The priority of the job alone, whatever the run's is; nil where it has the run's.
  private let ownPriority: WorkPriority?
  private let beginsWithTask: Bool
  private let state: Lock<State>
  /// The run's place in the queue in which it has had its turn before. Only touched under the run's lock, or
  /// by the thread that has taken the job from the run.
  var former: ErrandJob?

  @usableFromInline
  init(
    _ run: AnyRun,
    as id: WorkID,
    in queue: WorkQueue,
    priority: WorkPriority?,
    beginsWithTask: Bool,
    begin: @escaping @Sendable () -> Void
  ) {
    self.run = run
    self.id = id
    self.queue = queue
    ownPriority = priority
    self.beginsWithTask = beginsWithTask
    state = Lock(State(begin: begin))
  }

  var priority: WorkPriority { ownPriority ?? run.priority }

  /// The run has another priority, and with it the job, and those that it waits for.
  func move() {
    guard ownPriority == nil else { return }
    queue?.move(id) { run.priority }
    let (first, others) = state.withLock { ($0.subscription, $0.subscriptions) }
    // One after the other, and not as one list: most jobs have none, and some change their priority a thousand times.
    if let first { raise(first) }
    for subscription in others { raise(subscription) }
  }

  private func raise(_ subscription: any Cancellable) {
    (subscription as? any RaisingSubscription)?.raise(to: run.priority)
  }

  /// The work begins inside the call that adds it.
  func begin(_ turn: WorkSlot) { take(turn)?() }

  /// The work begins on a thread of its own: work that blocks there holds up neither the thread that made
  /// room for it, nor the next job.
  func start(_ turn: WorkSlot) {
    guard let begin = take(turn) else { return }
    if beginsWithTask { begin() } else { WorkerThreads.shared.start(begin) }
  }

  /// What begins the work, once. A run that was cancelled after it was taken from the queue never starts, and
  /// gives its place back at once.
  private func take(_ turn: WorkSlot) -> (@Sendable () -> Void)? {
    let (start, isOver) = state.withLock { state in
      if !state.isOver { state.turn = turn }
      return (state.takeStart(), state.isOver)
    }
    if isOver { turn.end() }
    guard let begin = start.begin, !isOver else { return nil }
    run.places.add(turn.queueID)
    guard let context = start.context else { return begin }
    return { context.call(begin) }
  }

  /// The work is started later, by the thread that makes room for it, with the context of the caller that
  /// added it.
  func keep(_ context: TaskContext) {
    state.withLock { $0.context = context }
  }

  /// What has ended already may have let the job start before its subscription comes.
  func keep(_ subscription: any Cancellable) {
    let isWaiting = state.withLock { state in
      if state.begin != nil { state.keep(subscription) }
      return state.begin != nil
    }
    if !isWaiting { subscription.cancel() }
  }

  func stop(with error: any Error) {
    run.stop(with: error)
  }

  /// The run has ended, and no handler has been told yet: a job that waits leaves the queue; where it had its
  /// turn, its place is free and the next job starts. The queue is held until the run lets go of this.
  func end() {
    let last = state.withLock { state in
      defer { state = State(turn: state.turn, isOver: true) }
      return state
    }
    last.subscription?.cancel()
    for subscription in last.subscriptions { subscription.cancel() }
    if let turn = last.turn { turn.end() } else { queue?.withdraw(id) }
  }
}
