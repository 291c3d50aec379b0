import Errands
import ErrandsOperations
import ErrandsTesting
import Foundation

/// `errand.operation(in: scope)`, in a queue, and `whenSettled` for the one who waits.
struct OperationStyle: StyleUnderTest {
  enum Queue: Sendable { case ours, foundations }

  let queue: Queue
  let lacks: [Ability: String] = [
    .chaining: "what depends on an operation stands behind it, and not behind its handlers",
    .workInContext: "an operation is begun by its queue, on a thread of the queue's",
  ]

  var name: String {
    switch queue {
    case .ours: "operation"
    case .foundations: "operation (Foundation's queue)"
    }
  }

  func ask(_ errand: Errand<Token>, for owner: Owner, in scope: Scope?) -> Asked {
    let operation = errand.operation(in: scope)
    operation.onProgress(on: owner.place.delivery) { [weak owner] in owner?.hear($0) }
    let listen: @Sendable (Owner) -> Void = { owner in
      operation.whenSettled(for: owner, on: owner.place.delivery) { $0.hear($1) }
    }
    listen(owner)
    switch queue {
    case .ours: AsyncOperationQueue().addOperation(operation)
    case .foundations: OperationQueue().enqueue(operation)
    }
    return Asked(
      cancel: { operation.cancel() },
      listen: listen,
      waits: waits(for: operation),
      follow: { _ = try await operation.value }
    )
  }

  private func waits(for operation: ErrandOperation<Token>) -> [Wait] {
    let ended: @Sendable () -> Result<Token, any Error> = {
      operation.outcome ?? .failure(Violation("the operation has no outcome"))
    }
    return [
      Wait("a task that awaits") { await outcomeOf { try await operation.value } },
      Wait("a thread that waits") {
        await onThread { operation.waitUntilFinished() }
        return ended()
      },
      Wait("an operation that depends on it") {
        let dependent = Errand.success(()).operation()
        dependent.addDependency(operation)
        let queue = AsyncOperationQueue()
        queue.addOperation(dependent)
        // A queue that goes cancels what still waits in it.
        defer { withExtendedLifetime(queue) {} }
        return await outcomeOf {
          try await dependent.value
          return try ended().get()
        }
      },
    ]
  }

  func roundTrip(_ errand: Errand<Token>) -> Errand<Token> {
    switch queue {
    case .ours: .fromOperation(in: AsyncOperationQueue()) { errand.operation() }
    case .foundations: .fromOperation(in: OperationQueue()) { errand.operation() }
    }
  }
}
