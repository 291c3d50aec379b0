/// A run that waits for its turn, and the work to start it with when the turn has come.
///
/// It knows nothing of the run's value: of each value another class, with a lock of another type, would have to be
/// looked up at run time, which took a third of the time of a queued work.
final class ErrandJob: QueuedJob {
  private struct State: Sendable {
    /// Let go of at the start: the queue knows who runs, and must not keep alive what only the start needs.
    var begin: (@Sendable () -> Void)?
    var context: TaskContext?
    var subscription: (any Cancellable)?
    var subscriptions: [any Cancellable] = []
    var turn: QueueTurn?
    var isOver = false

    mutating func keep(_ subscription: any Cancellable) {
      if self.subscription == nil {
        self.subscription = subscription
      } else {
        subscriptions.append(subscription)
      }
    }
  }

  private let run: AnyRun
  private let state: Lock<State>

  init<Value: Sendable>(_ work: Work<Value>, _ run: Run<Value>) {
    self.run = run
    state = Lock(State(begin: { run.start(work) }))
    run.settlement.whenSettled { _ in self.end() }
  }

  /// A run that was cancelled after it was taken from the line never starts, and gives its place back at
  /// once.
  func start(_ turn: QueueTurn) {
    let (begin, context, isOver) = state.withLock { state in
      if !state.isOver { state.turn = turn }
      return (Begin(call: state.begin.take()), state.context.take(), state.isOver)
    }
    if isOver { return turn.end() }
    guard let begin = begin.call else { return }
    guard run.take(self) else { return turn.end() }
    run.places.add(turn.queueID)
    if let context { context.call(begin) } else { begin() }
  }

  /// A type of its own: of a function that is an element by itself, each way in and out makes an object.
  private struct Begin: Sendable {
    let call: (@Sendable () -> Void)?
  }

  /// It is started later, by whoever makes room for it, and is work of whoever added it.
  func keep(_ context: TaskContext) {
    state.withLock { $0.context = context }
  }

  func keep(_ subscription: any Cancellable) {
    let isOver = state.withLock { state in
      if !state.isOver { state.keep(subscription) }
      return state.isOver
    }
    if isOver { subscription.cancel() }
  }

  /// The run has ended, and nobody has been told yet.
  func giveBack() { state.withLock { $0.turn }?.giveBack() }

  func stop(with error: any Error) {
    run.stop(with: error)
  }

  /// The run has given its place back, and whoever awaits it goes on: so the next job, whose start may take
  /// long, holds nobody up.
  private func end() {
    let former = state.withLock { state in
      defer { state = State(isOver: true) }
      return state
    }
    former.subscription?.cancel()
    for subscription in former.subscriptions { subscription.cancel() }
    former.turn?.startNext()
  }
}
