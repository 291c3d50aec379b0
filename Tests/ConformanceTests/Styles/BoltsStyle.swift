import Dispatch
import Errands
import ErrandsBolts

/// `errand.boltsTask(in: scope)`, and `continueWith(.queue(…))` for the one who waits.
struct BoltsStyle: StyleUnderTest {
  let name = "Bolts task"
  let lacks: [Ability: String] = [:]

  func ask(_ errand: Errand<Token>, for owner: Owner, in scope: Scope?) -> Asked {
    let task = errand.boltsTask(in: scope)
    task.onProgress(.queue(owner.place.queue)) { [weak owner] in owner?.hear($0) }
    let listen: @Sendable (Owner) -> Void = { owner in
      task.continueWith(.queue(owner.place.queue)) { [weak owner] task in owner?.hear(task) }
    }
    listen(owner)
    return Asked(cancel: { task.cancel() }, listen: listen)
  }

  func roundTrip(_ errand: Errand<Token>) -> Errand<Token> {
    .fromBoltsTask { errand.boltsTask() }
  }
}

extension Owner {
  fileprivate func hear(_ task: ErrandsBolts.Task<Token>) {
    if let token = task.result {
      hear(.success(token))
    } else {
      hear(.failure(task.error ?? CancellationError()))
    }
  }
}
