import Errands

/// Which transformations of a publisher's values are under way, as a value: no lock, no side effect.
struct AsyncMapState<Input, Output, Failure: Error> {
  typealias Outcome = Result<Output, Failure>

  /// How many may be under way, or be done and wait for the subscriber, at the same time.
  private let limit: Int
  /// Whether the results are passed on in the order of the values that they come from.
  let isOrdered: Bool
  private var upstream: InletConnection<Input, Failure>?
  /// How the upstream has ended, once it has: nil where it has let go without a word.
  private var completion: Subscribers.Completion<Failure>?
  private var hasBegun = false
  private var isOver = false
  /// Numbers of the transformations that are under way, with their tasks, which come a little later.
  private var running: [Int: Task<Void, Never>?] = [:]
  /// Results that have come before their turn.
  private var early: [Int: Outcome] = [:]
  private var started = 0
  private var passedOn = 0

  init(limit: Int, isOrdered: Bool) {
    self.limit = limit
    self.isOrdered = isOrdered
  }

  mutating func keep(_ upstream: InletConnection<Input, Failure>) {
    self.upstream = upstream
  }

  /// The upstream to ask at the first demand, and for how many.
  mutating func begin() -> (upstream: InletConnection<Input, Failure>, demand: Subscribers.Demand)? {
    guard !hasBegun, let upstream else { return nil }
    hasBegun = true
    return (upstream, .max(limit))
  }

  /// The upstream to ask for one more.
  var source: InletConnection<Input, Failure>? { upstream }

  /// The number of a new transformation; nil behind the end.
  mutating func start() -> Int? {
    guard !isOver else { return nil }
    defer { started += 1 }
    running[started] = .some(nil)
    return started
  }

  /// False where the task is to be cancelled.
  mutating func keep(_ task: Task<Void, Never>, number: Int) -> Bool {
    if running[number] != nil { running[number] = task }
    return !isOver
  }

  /// The results whose turn it is now, and the task to let go of.
  mutating func finish(_ number: Int, _ outcome: Outcome) -> (ready: [Outcome], task: Task<Void, Never>?) {
    guard let task = running.removeValue(forKey: number) else { return ([], nil) }
    guard isOrdered else { return ([outcome], task) }
    early[number] = outcome
    var ready: [Outcome] = []
    while let next = early.removeValue(forKey: passedOn) {
      ready.append(next)
      passedOn += 1
    }
    return (ready, task)
  }

  mutating func finishUpstream(_ completion: Subscribers.Completion<Failure>?) {
    upstream = nil
    self.completion = completion
  }

  /// Whether this is the end of all, and what to tell of it.
  var ending: (isOver: Bool, completion: Subscribers.Completion<Failure>?) {
    (isDone || completion?.isFailure == true, completion)
  }

  /// Whether nothing more can come.
  var isDone: Bool { upstream == nil && running.isEmpty }

  /// What to cancel, and what to let go of: a transformation that does not hear of it keeps all of this alive.
  mutating func end() -> (parts: [any Errands.Cancellable], unused: [Int: Outcome]) {
    defer {
      upstream = nil
      running = [:]
      early = [:]
    }
    isOver = true
    let tasks = running.sorted { $0.key < $1.key }.compactMap { $0.value.map(CancellableTask.init) }
    return ((upstream.map { [$0] } ?? []) + tasks, early)
  }

  private struct CancellableTask: Errands.Cancellable {
    let task: Task<Void, Never>

    func cancel() { task.cancel() }
  }
}
