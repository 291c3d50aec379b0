import Errands

/// `errand.run(for: self, in: scope, on: delivery) { owner, outcome in … }`
struct ResultClosureStyle: StyleUnderTest {
  let name = "closure (Result)"
  let lacks: [Ability: String] = [.chaining: "nothing stands behind a closure"]

  func ask(_ errand: Errand<Token>, for owner: Owner, in scope: Scope?) -> Asked {
    let delivery = owner.place.delivery
    let run = errand.run(for: owner, in: scope, on: delivery) { $0.hear($1) }
    run.onProgress(on: delivery) { [weak owner] in owner?.hear($0) }
    return Asked(
      cancel: { run.cancel() },
      listen: { other in run.whenSettled(for: other, on: other.place.delivery) { $0.hear($1) } },
      waits: Wait.all(for: run),
      follow: { _ = try await run.value }
    )
  }

  func roundTrip(_ errand: Errand<Token>) -> Errand<Token> {
    .fromCallback { callback in
      let run = errand.run(on: .immediate) { callback($0) }
      run.onProgress(on: .immediate) { callback.report($0) }
      callback.onCancel { run.cancel() }
    }
  }
}
