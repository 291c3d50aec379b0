import Errands
import ErrandsOperations
import Foundation

/// `errand.operation(in: scope)`, in a queue, and `whenSettled` for the one who waits.
struct OperationStyle: StyleUnderTest {
  let name = "operation"
  let lacks: [Ability: String] = [:]

  func ask(_ errand: Errand<Token>, for owner: Owner, in scope: Scope?) -> Asked {
    let operation = errand.operation(in: scope)
    operation.onProgress(on: owner.place.delivery) { [weak owner] in owner?.hear($0) }
    let listen: @Sendable (Owner) -> Void = { owner in
      operation.whenSettled(for: owner, on: owner.place.delivery) { $0.hear($1) }
    }
    listen(owner)
    AsyncOperationQueue().addOperation(operation)
    return Asked(cancel: { operation.cancel() }, listen: listen)
  }

  func roundTrip(_ errand: Errand<Token>) -> Errand<Token> {
    .fromOperation(in: AsyncOperationQueue()) { errand.operation() }
  }
}

/// The same in Foundation's queue.
struct FoundationOperationStyle: StyleUnderTest {
  let name = "operation (Foundation's queue)"
  let lacks: [Ability: String] = [:]

  func ask(_ errand: Errand<Token>, for owner: Owner, in scope: Scope?) -> Asked {
    let operation = errand.operation(in: scope)
    operation.onProgress(on: owner.place.delivery) { [weak owner] in owner?.hear($0) }
    let listen: @Sendable (Owner) -> Void = { owner in
      operation.whenSettled(for: owner, on: owner.place.delivery) { $0.hear($1) }
    }
    listen(owner)
    OperationQueue().enqueue(operation)
    return Asked(cancel: { operation.cancel() }, listen: listen)
  }

  func roundTrip(_ errand: Errand<Token>) -> Errand<Token> {
    .fromOperation(in: OperationQueue()) { errand.operation() }
  }
}
