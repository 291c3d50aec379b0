import Errands
import Foundation

/// An operation's place in a queue of ours.
///
/// The operation holds its place and is held by it for as long as it is in the queue, and the queue is not held.
final class OperationJob: QueuedJob {
  private let operation: AnyAsyncOperation
  /// The same, where it stands for one of Foundation's.
  private let foreign: ForeignOperation?
  private let members: OperationMembers
  private let membership: OperationMembers.Membership
  private let id: WorkID
  private let subscriptions: KeptSubscriptions?

  /// - Parameter keepsSubscriptions: Whether it waits for what may be hours away.
  init(
    of operation: AnyAsyncOperation,
    in queue: WorkQueue,
    _ members: OperationMembers,
    _ membership: OperationMembers.Membership,
    keepsSubscriptions: Bool = false
  ) {
    self.operation = operation
    foreign = operation as? ForeignOperation
    self.members = members
    self.membership = membership
    id = queue.reserve()
    subscriptions = keepsSubscriptions ? KeptSubscriptions() : nil
  }

  func keep(_ subscription: any Errands.Cancellable) { subscriptions?.keep(subscription) }

  var target: OperationTarget { OperationTarget(for: operation, membership, in: members) }

  /// What was added to the queue.
  var member: Operation { foreign?.foreign ?? operation }

  /// The queue, while there is one.
  var queue: WorkQueue? { members.queue }

  func enter(_ queue: WorkQueue, after dependencies: [any WorkDependency]) {
    operation.traceWait(in: queue.name)
    let priority = operation.queuePriority
    queue.enter(self, as: id, priority: WorkPriority(priority), after: dependencies)
    // It may have changed before the queue knew the place.
    if operation.queuePriority != priority { move() }
  }

  /// The work begins on a thread of its own: work that blocks holds up neither the thread that adds operations, nor the
  /// next operation.
  func start(_ turn: WorkSlot) {
    switch operation.state.withLock({ $0.take(turn) }) {
    case .begin(let isPrepared):
      // Foundation's begin on another thread by themselves; not so what is asked before.
      let isForeign = foreign?.hasBegun == false
      if isForeign, !isPrepared { operation.start() } else { target.start(operation) { $0.start() } }
    case .over: turn.end()
    case .notYet:
      standInLineAgain()
      turn.end()
    }
  }

  private func standInLineAgain() {
    guard let queue else { return }
    let place = OperationJob(of: operation, in: queue, members, membership)
    guard operation.state.withLock({ $0.change(to: place) }) else { return place.withdraw() }
    place.enter(queue, after: [OperationReadiness(operation: operation)])
  }

  func stop(with error: any Error) {
    if error is CancellationError { operation.cancel() } else { operation.end(with: error) }
  }

  func withdraw() {
    queue?.withdraw(id)
    subscriptions?.cancel()
  }

  /// The operation has another priority: of two changes at once the last one has seen the other.
  func move() { queue?.move(id) { WorkPriority(operation.queuePriority) } }

  /// The operation did not come to stay.
  func giveUp() {
    withdraw()
    left()
  }

  /// The operation is not of this queue, and never was.
  func refuse() {
    withdraw()
    members.refuse(membership)
  }

  /// The operation has finished, and the next one has its place.
  ///
  /// - Returns: The place, where it is kept until ``left(keeping:)``: one of Foundation's that was cancelled works on
  ///   until it looks.
  func end(_ turn: WorkSlot) -> WorkSlot? {
    if foreign?.isAtWork == true { return turn }
    turn.end()
    return nil
  }

  /// The operation has finished, and all its waiters have been told.
  func left(keeping turn: WorkSlot? = nil) {
    guard let turn, let foreign else { return members.leave(membership) }
    foreign.whenDone { [members, membership] in
      turn.end()
      members.leave(membership)
    }
  }
}

/// What a place has subscribed to, until it is given up.
private final class KeptSubscriptions: Sendable {
  private let subscriptions = Lock<[any Errands.Cancellable]?>([])

  func keep(_ subscription: any Errands.Cancellable) {
    let isOver = subscriptions.withLock { $0?.append(subscription) == nil }
    if isOver { subscription.cancel() }
  }

  func cancel() {
    for subscription in subscriptions.withLock({ $0.take() }) ?? [] { subscription.cancel() }
  }
}
