import Errands
import ErrandsOperations
import Foundation

/// `errand.operation(in: scope)`, in a queue, and `whenSettled` for the one who waits.
struct OperationStyle: StyleUnderTest {
  enum Queue: Sendable { case ours, foundations }

  let queue: Queue
  let lacks: [Ability: String] = [:]

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
    return Asked(cancel: { operation.cancel() }, listen: listen)
  }

  func roundTrip(_ errand: Errand<Token>) -> Errand<Token> {
    switch queue {
    case .ours: .fromOperation(in: AsyncOperationQueue()) { errand.operation() }
    case .foundations: .fromOperation(in: OperationQueue()) { errand.operation() }
    }
  }
}
