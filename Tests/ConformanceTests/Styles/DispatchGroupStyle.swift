import Dispatch
import Errands
import ErrandsTesting

/// `errand.run(entering: group, in: scope, …)`, and `group.notify` for the one who waits.
struct DispatchGroupStyle: StyleUnderTest {
  let name = "dispatch group"
  let lacks: [Ability: String] = [
    .progress: "a group only says when everybody has left",
    .progressRoundTrip: "a group only says when everybody has left",
    .chaining: "nothing stands behind a group",
  ]

  func ask(_ errand: Errand<Token>, for owner: Owner, in scope: Scope?) -> Asked {
    let group = DispatchGroup()
    // A group calls on system queues only; an executor of somebody else's can have the completion, behind
    // which the group is left.
    let isForeign = owner.place.isForeign
    let run = errand.run(
      for: owner,
      entering: group,
      in: scope,
      on: isForeign ? owner.place.delivery : .immediate
    ) { owner, outcome in if isForeign { owner.hear(outcome) } }
    let listen: @Sendable (Owner) -> Void = { owner in
      group.notify(queue: owner.place.queue) { @Sendable [weak owner] in
        if let outcome = run.outcome { owner?.hear(outcome) }
      }
    }
    if !isForeign { listen(owner) }
    let block = Wait("a thread that waits for the group") {
      await onThread { group.wait() }
      return run.outcome ?? .failure(Violation("the group was left before the outcome"))
    }
    return Asked(
      cancel: { run.cancel() },
      listen: listen,
      waits: Wait.all(for: run) + [block],
      follow: { _ = try await run.value }
    )
  }

  func roundTrip(_ errand: Errand<Token>) -> Errand<Token> {
    .fromCallback { callback in
      let group = DispatchGroup()
      let outcome = Kept<Result<Token, any Error>>()
      let run = errand.run(entering: group, on: .immediate) { outcome.set($0) }
      callback.onCancel { run.cancel() }
      Errand<Void>.waiting(for: group).run(on: .immediate) { _ in
        if let outcome = outcome.take() { callback(outcome) }
      }
    }
  }
}
