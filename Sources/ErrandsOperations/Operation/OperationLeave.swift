import Errands

/// How an operation goes: those who wait for its end are told, and then it leaves its queue.
final class OperationLeave: Sendable {
  private let operation: AnyAsyncOperation
  private let place: OperationPlace?
  private let queue: WorkQueue?

  init(of operation: AnyAsyncOperation, from place: OperationPlace?, _ queue: WorkQueue?) {
    self.operation = operation
    self.place = place
    self.queue = queue
  }

  func take() {
    while let (waiting, failure) = operation.state.withLock({ state in
      state.takeWaiting().map { ($0, state.failure) }
    }) {
      waiting(failure) { [operation] in operation.state.withLock { $0.takeQueued() } }
    }
    if let place { withExtendedLifetime(queue) { place.left() } }
  }
}
