import Errands

/// The waiters for an operation's end. Made for the first of them, and let go of when all have been told.
final class OperationEnding: @unchecked Sendable {
  // Sendable: only touched under the lock of the operation, or by its deinit.
  typealias Handler = @Sendable ((any Error)?) -> Void

  /// Tasks that await the outcome. They are woken before any handler is called, and so wait for no handler that blocks.
  var tasks = WaitingList<AwaitingTask>()
  /// Handlers, and the operations that depend on this one, in the order in which they came.
  var handlers = WaitingList<Entry>()

  /// Whether some are being told.
  private var isTelling = false
  /// Whether handlers of executors are being told. One of them that comes now is told behind them; a handler of another
  /// kind need not wait for them, of which one may block.
  private var areQueuedInHand = false

  struct Entry: Sendable {
    let handler: Handler
    let kind: HandlerKind
  }

  /// To be told outside the lock.
  struct Told: Sendable {
    let tasks: [AwaitingTask]
    let handlers: [Entry]

    /// Handlers on the spot, those of executors, and each operation that depends on this one do not hold up one another.
    ///
    /// - Parameter takeQueued: Gives the handlers of executors that have come while the ones before were told.
    func callAsFunction(
      _ failure: (any Error)?,
      takeQueued: @escaping @Sendable () -> [Entry] = { [] }
    ) {
      for task in tasks { task.wake() }
      // Most operations have one, which needs no round.
      if handlers.count < 2 { return Self.tell(handlers, failure, takeQueued) }
      HandlerKind.tell(handlers.map(\.kind)) { [handlers] places in
        Self.tell(places.map { handlers[$0] }, failure, takeQueued)
      }
    }

    /// - Parameter entries: Of one kind.
    private static func tell(_ entries: [Entry], _ failure: (any Error)?, _ takeQueued: () -> [Entry]) {
      for entry in entries { entry.handler(failure) }
      guard entries.first?.kind == .queued else { return }
      var next = takeQueued()
      while !next.isEmpty {
        for entry in next { entry.handler(failure) }
        next = takeQueued()
      }
    }
  }

  /// Nil where the handler is to be called at once.
  func lineUp(_ entry: Entry) -> WaitingList<Entry>.Number? {
    if isTelling, entry.kind.isToldAtOnce(areQueuedInHand: areQueuedInHand) { return nil }
    return handlers.append(entry)
  }

  func takeQueued() -> [Entry] {
    let queued = handlers.removeAll { $0.kind == .queued }
    areQueuedInHand = !queued.isEmpty
    return queued
  }

  /// The waiters of now; nil where there are none.
  func takeAll() -> Told? {
    if tasks.isEmpty, handlers.isEmpty { return nil }
    let told = Told(tasks: tasks.removeAll(), handlers: handlers.removeAll())
    (isTelling, areQueuedInHand) = (true, told.handlers.contains { $0.kind == .queued })
    return told
  }
}

/// The waiters for an operation that will not be run any more.
final class UntoldEnding: Sendable {
  private let told: OperationEnding.Told

  init(_ told: OperationEnding.Told) {
    self.told = told
  }

  func tell() { told(AbandonedError(origin: nil)) }
}

/// How an operation goes: the waiters for its end are told, and then it leaves its queue.
final class OperationLeave: Sendable {
  private let operation: AnyAsyncOperation
  private let place: OperationJob?
  private let turn: WorkSlot?
  private let queue: WorkQueue?

  /// - Parameter turn: Kept, as ``OperationJob/end(_:)`` has it.
  init(
    of operation: AnyAsyncOperation,
    from place: OperationJob?,
    keeping turn: WorkSlot?,
    _ queue: WorkQueue?
  ) {
    self.operation = operation
    self.place = place
    self.turn = turn
    self.queue = queue
  }

  func take() {
    while let (waiting, failure) = operation.state.withLock({ state in
      state.takeWaiting().map { ($0, state.failure) }
    }) {
      waiting(failure) { [operation] in operation.state.withLock { $0.takeQueued() } }
    }
    if let place { withExtendedLifetime(queue) { place.left(keeping: turn) } }
  }
}
