import Errands

/// `errand.run(in: scope, on: delivery) { value, error in … }`, where the owner is captured weakly by hand.
struct ValueErrorClosureStyle: StyleUnderTest {
  let name = "closure (value, error)"
  let lacks: [Ability: String] = [.chaining: "nothing stands behind a closure"]

  func ask(_ errand: Errand<Token>, for owner: Owner, in scope: Scope?) -> Asked {
    let delivery = owner.place.delivery
    let run = errand.run(in: scope, on: delivery) { [weak owner] (value: Token?, error: (any Error)?) in
      owner?.hear(value, error)
    }
    run.onProgress(on: delivery) { [weak owner] in owner?.hear($0) }
    return Asked(
      cancel: { run.cancel() },
      listen: { other in run.whenSettled(on: other.place.delivery) { [weak other] in other?.hear($0) } },
      waits: Wait.all(for: run),
      follow: { _ = try await run.value }
    )
  }

  func roundTrip(_ errand: Errand<Token>) -> Errand<Token> {
    .fromCallback { callback in
      let run = errand.run(on: .immediate) { (value: Token?, error: (any Error)?) in callback(value, error) }
      run.onProgress(on: .immediate) { callback.report($0) }
      callback.onCancel { run.cancel() }
    }
  }
}

extension Owner {
  fileprivate func hear(_ value: Token?, _ error: (any Error)?) {
    switch (value, error) {
    case (let value?, nil): hear(.success(value))
    case (nil, let error?): hear(.failure(error))
    default: hear(.failure(Violation("neither a value nor an error, or both")))
    }
  }
}
