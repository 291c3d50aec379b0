import Errands
import Foundation

/// Where an operation is between its making and its end, as a value: no lock, no side effect.
struct OperationState: Sendable {
  enum Phase: Sendable {
    /// Waits for its dependencies, its queue, or to be put into one.
    case waiting
    /// Its outcome came before its turn: it was cancelled, or a dependency failed. Foundation's queue has to
    /// start it all the same before it may call itself finished.
    case over
    case executing
    case finished
  }

  /// What the end of an operation leaves to be done outside the lock.
  struct Completion: Sendable {
    /// Dependencies to let go of, where one of them has not ended.
    let waitedFor: [OperationDependency]
    /// Whether there are waiters for the end.
    let isAwaited: Bool
    let place: OperationJob?
    /// To be given back, where the operation's turn had come.
    let turn: WorkSlot?
    /// Otherwise only to be freed.
    fileprivate let dependencies: OperationDependencies
    fileprivate let work: OperationWork?
    fileprivate let pending: Pending?

    /// Told when the operation has become ready, which it has by its end too.
    var ready: (@Sendable () -> Void)? { pending?.ready }
  }

  /// What is kept for the time before the work; most operations have none of it.
  fileprivate struct Pending: Sendable {
    var ready: (@Sendable () -> Void)?
    var preparation = OperationPreparation()
    var openings: [@Sendable () -> Void] = []

    var isPrepared: Bool { !openings.isEmpty || !preparation.isEmpty }
  }

  init(_ work: OperationWork) {
    self.work = work
  }

  private(set) var phase = Phase.waiting
  private(set) var failure: (any Error)?
  /// In the order in which they were added; kept until the end, so that their results can be had.
  private var waitedFor = OperationDependencies()
  private var missing = 0
  private var work: OperationWork?
  private var pending: Pending?
  private var ending: OperationEnding?
  /// In one of our queues, until the end; nil in Foundation's, or in none.
  private(set) var place: OperationJob?
  private var turn: WorkSlot?
  var priority = Operation.QueuePriority.normal
  /// Whether it is in a queue of Foundation's, as far as is known.
  private var isInFoundation = false
  /// Whether another operation waits for this one, so that a cycle could close here.
  var hasDependents = false

  var isOver: Bool {
    switch phase {
    case .over, .finished: true
    case .waiting, .executing: false
    }
  }
  var isReady: Bool { missing == 0 || isOver }

  var dependencies: [Operation] { waitedFor.all.map(\.operation) }
  var links: [DependencyLink] { waitedFor.all.map(\.link) }

  /// False where it is too late: its turn has come, or it is over.
  mutating func add(_ dependency: OperationDependency) -> Bool {
    guard phase == .waiting, turn == nil else { return false }
    waitedFor.append(dependency)
    missing += 1
    return true
  }

  /// The number of the dependent among the handlers of the dependency. False where it does not wait any more.
  mutating func note(_ number: WaitingList<OperationEnding.Handler>.Number, for link: DependencyLink) -> Bool
  {
    guard phase == .waiting, link.isOpen else { return false }
    link.number = number
    return true
  }

  /// Nil where the priority is as high already, or where it is too late.
  mutating func raise(to priority: WorkPriority) -> (place: OperationJob?, dependencies: [Operation])? {
    guard !isOver, WorkPriority(self.priority) < priority else { return nil }
    self.priority = Operation.QueuePriority(priority)
    return (place, dependencies)
  }

  /// Forgets a dependency, and answers with what is to be let go of.
  mutating func remove(_ operation: Operation) -> (removed: [OperationDependency], ready: Ready) {
    let removed = waitedFor.remove(operation)
    let missed = removed.count { $0.link.close() }
    missing -= missed
    return (removed, becameReady(missed > 0))
  }

  /// Whether the operation has just become ready, and which queue is to be told.
  enum Ready: Sendable {
    case no
    case tellFoundation
    case tell(@Sendable () -> Void)
  }

  /// A dependency has ended as it should.
  mutating func ended(_ link: DependencyLink) -> Ready {
    guard link.close() else { return .no }
    missing -= 1
    return becameReady(true)
  }

  func isOpen(_ link: DependencyLink) -> Bool { link.isOpen }

  private mutating func becameReady(_ changed: Bool) -> Ready {
    guard changed, missing == 0, phase == .waiting else { return .no }
    return pending?.ready.take().map { .tell($0) } ?? .tellFoundation
  }

  /// True where the operation is ready now, and `handler` is to be called at once.
  mutating func whenReady(_ handler: @escaping @Sendable () -> Void) -> Bool {
    if isReady { return true }
    change { $0.ready = handler }
    return false
  }

  enum Start: Sendable {
    case nothing, finish
    /// By hand, before its dependencies have ended.
    case tooEarly
    case work(OperationWork, openings: [@Sendable () -> Void], OperationPreparation?)
  }

  mutating func start() -> Start {
    switch phase {
    case .waiting where missing > 0: return place == nil ? .tooEarly : .nothing
    case .waiting:
      guard let work else { return .nothing }
      phase = .executing
      defer { (self.work, pending) = (nil, nil) }
      return .work(work, openings: pending?.openings ?? [], pending?.preparation)
    case .over:
      phase = .finished
      return .finish
    case .executing, .finished: return .nothing
    }
  }

  var needsContext: Bool { phase == .waiting && work?.context == nil }

  /// The work has the task-local values of the caller that made the context. No effect on an operation that has begun, or
  /// has those of another one.
  ///
  /// - Returns: The context where it has not been kept, to be freed outside the lock.
  mutating func keep(_ context: TaskContext) -> TaskContext? {
    guard needsContext else { return context }
    work?.context = context
    return nil
  }

  /// No effect on an operation that has begun.
  mutating func prepare(_ change: (inout OperationPreparation) -> Void) {
    if phase == .waiting { self.change { change(&$0.preparation) } }
  }

  /// Called on the thread that starts the operation, before it works. No effect on one that has begun.
  mutating func open(with opening: @escaping @Sendable () -> Void) {
    if phase == .waiting { change { $0.openings.append(opening) } }
  }

  private mutating func change(_ change: (inout Pending) -> Void) {
    var pending = self.pending.take() ?? Pending()
    change(&pending)
    self.pending = pending
  }

  /// The outcome came before the turn. Nil where the turn came first.
  mutating func endEarly(_ error: any Error) -> Completion? {
    guard phase == .waiting else { return nil }
    phase = .over
    failure = error
    return complete()
  }

  mutating func finish(_ failure: (any Error)?) -> Completion? {
    guard phase == .executing else { return nil }
    phase = .finished
    self.failure = failure
    return complete()
  }

  private mutating func complete() -> Completion {
    defer {
      (waitedFor, missing) = (OperationDependencies(), 0)
      (place, turn, work, pending) = (nil, nil, nil, nil)
    }
    return Completion(
      waitedFor: missing > 0 ? waitedFor.all : [],
      isAwaited: ending != nil,
      place: place,
      turn: turn,
      dependencies: waitedFor,
      work: work,
      pending: pending
    )
  }

  /// Takes the dependencies of an operation that goes away without having ended.
  mutating func takeDependencies() -> [OperationDependency] {
    defer { waitedFor = OperationDependencies() }
    return waitedFor.all
  }
}

/// The waiters for the end.
extension OperationState {
  /// A waiter that comes while others of its kind are being told is told behind them. Nil where all have been told.
  private mutating func endingToCome() -> OperationEnding? {
    if let ending { return ending }
    if isOver { return nil }
    let made = OperationEnding()
    ending = made
    return made
  }

  /// How many wait for the end, tasks and operations among them.
  var waitingCount: Int { ending.map { $0.tasks.count + $0.handlers.count } ?? 0 }

  /// Nil where the handler is to be called at once.
  mutating func whenEnded(
    _ handler: @escaping OperationEnding.Handler,
    as kind: HandlerKind
  ) -> WaitingList<OperationEnding.Entry>.Number? {
    endingToCome()?.lineUp(OperationEnding.Entry(handler: handler, kind: kind))
  }

  /// Answers with what is to be freed outside the lock.
  mutating func forget(_ number: WaitingList<OperationEnding.Entry>.Number) -> OperationEnding.Entry? {
    ending?.handlers.remove(number)
  }

  /// Nil where the outcome is there: a task waits for that, and not until all handlers have been called.
  mutating func await(_ task: AwaitingTask) -> WaitingList<AwaitingTask>.Number? {
    isOver ? nil : endingToCome()?.tasks.append(task)
  }

  mutating func giveUp(_ number: WaitingList<AwaitingTask>.Number) { _ = ending?.tasks.remove(number) }

  /// The next waiters to be told; nil when all have been.
  mutating func takeWaiting() -> OperationEnding.Told? {
    let next = ending?.takeAll()
    if next == nil { ending = nil }
    return next
  }

  /// The handlers of executors that have come while others of theirs were being told.
  func takeQueued() -> [OperationEnding.Entry] { ending?.takeQueued() ?? [] }
}

/// In a queue of ours.
extension OperationState {
  enum Entry: Sendable {
    /// It is in a queue already, or has begun.
    case refused
    /// No need to wait: it has its outcome.
    case over
    /// Ready, or to wait until it is.
    case enters(isReady: Bool)
  }

  mutating func take(_ place: OperationJob) -> Entry {
    guard self.place == nil, !isInFoundation else { return .refused }
    switch phase {
    case .executing, .finished: return .refused
    case .over: return .over
    case .waiting:
      self.place = place
      return .enters(isReady: missing == 0)
    }
  }

  enum Turn: Sendable {
    /// - Parameter isPrepared: Whether something is called or asked before the work.
    case begin(isPrepared: Bool)
    case over
    /// A dependency was added since the operation entered the queue.
    case notYet
  }

  /// Its turn has come.
  mutating func take(_ turn: WorkSlot) -> Turn {
    guard phase == .waiting else { return .over }
    guard missing == 0 else { return .notYet }
    self.turn = turn
    return .begin(isPrepared: pending?.isPrepared ?? false)
  }

  /// False where the operation has ended since.
  mutating func change(to place: OperationJob) -> Bool {
    guard phase == .waiting else { return false }
    self.place = place
    return true
  }
}

/// In a queue of Foundation's.
extension OperationState {
  enum FoundationEntry: Sendable { case wait, finish, refuse }

  mutating func enterFoundation() -> FoundationEntry {
    guard place == nil, !isInFoundation else { return .refuse }
    switch phase {
    case .executing, .finished: return .refuse
    case .over: return .finish
    case .waiting:
      isInFoundation = true
      return .wait
    }
  }
}
