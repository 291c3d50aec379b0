import Dispatch
import Errands
import ErrandsPromises

/// `errand.promise(in: scope)`, and `tap(on: queue)` for the one who waits.
struct PromiseStyle: StyleUnderTest {
  let name = "promise"
  let lacks: [Ability: String] = [:]

  func ask(_ errand: Errand<Token>, for owner: Owner, in scope: Scope?) -> Asked {
    let promise = errand.promise(in: scope)
    promise.onProgress(on: .queue(owner.place.queue)) { [weak owner] in owner?.hear($0) }
    let listen: @Sendable (Owner) -> Void = { owner in
      _ = promise.tap(on: owner.place.queue) { [weak owner] in owner?.hear($0) }
    }
    listen(owner)
    return Asked(cancel: { promise.cancel() }, listen: listen)
  }

  func roundTrip(_ errand: Errand<Token>) -> Errand<Token> {
    .fromPromise { errand.promise() }
  }
}

extension Owner {
  fileprivate func hear(_ result: ErrandsPromises.Result<Token>) {
    switch result {
    case .fulfilled(let value): hear(.success(value))
    case .rejected(PMKError.cancelled): hear(.failure(CancellationError()))
    case .rejected(let error): hear(.failure(error))
    }
  }
}
