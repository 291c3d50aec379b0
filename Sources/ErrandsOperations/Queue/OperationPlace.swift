import Errands

/// An operation's place in a queue of ours.
///
/// The operation holds its place and is held by it for as long as it is in the queue, and the queue is not held: what
/// waits in a suspended one must not keep it.
final class OperationPlace: QueuedJob {
  private let operation: AnyAsyncOperation
  private let members: OperationMembers
  private weak let queue: WorkQueue?
  private let membership: OperationMembers.Membership
  private let ticket: WorkTicket

  init(
    of operation: AnyAsyncOperation,
    in queue: WorkQueue,
    _ members: OperationMembers,
    _ membership: OperationMembers.Membership
  ) {
    self.operation = operation
    self.members = members
    self.membership = membership
    self.queue = queue
    ticket = queue.reserve()
  }

  /// The threads on which the operation works: of its own quality of service, where it has one, or of its queue's.
  var threads: OperationThreads {
    let own = operation.qualityOfService
    return OperationThreads.of(own == .default ? membership.qualityOfService : own)
  }

  /// What the queue knows of the operation, for those who ask what is in it.
  var member: AnyAsyncOperation { operation }

  /// The queue, while there is one.
  var queueInUse: WorkQueue? { queue }

  func enter(_ queue: WorkQueue, after dependencies: [any WorkDependency]) {
    let priority = operation.queuePriority
    queue.enter(self, as: ticket, priority: WorkPriority(priority), after: dependencies)
    // It may have changed before the queue knew whom to move.
    let current = operation.queuePriority
    if current != priority { move(to: WorkPriority(current)) }
  }

  /// The work begins on a thread of its own: one that blocks holds up neither whoever adds operations, nor the next.
  func start(settled: @escaping @Sendable () -> Void) {
    switch operation.state.withLock({ $0.takeTurn(settled) }) {
    case .begin: threads.start { [operation] in operation.start() }
    case .over: settled()
    case .notYet:
      standInLineAgain()
      settled()
    }
  }

  private func standInLineAgain() {
    guard let queue else { return }
    let place = OperationPlace(of: operation, in: queue, members, membership)
    guard operation.state.withLock({ $0.change(to: place) }) else { return place.withdraw() }
    place.enter(queue, after: [ReadyOperation(operation: operation)])
  }

  func stop(with error: any Error) {
    if error is CancellationError { operation.cancel() } else { operation.end(with: error) }
  }

  func withdraw() { queue?.withdraw(ticket) }

  func move(to priority: WorkPriority) { queue?.move(ticket, to: priority) }

  /// The operation did not come to stay.
  func giveUp() {
    withdraw()
    left()
  }

  /// The operation has finished, and everybody who waited for it has been told.
  func left() { members.leave(membership) }
}
