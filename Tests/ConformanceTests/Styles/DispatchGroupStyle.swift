import Dispatch
import Errands
import ErrandsTesting

/// `errand.run(entering: group, in: scope, …)`, and `group.notify` for the one who waits.
struct DispatchGroupStyle: StyleUnderTest {
  let name = "dispatch group"
  let lacks: [Ability: String] = [
    .progress: "a group only says when everybody has left",
    .progressRoundTrip: "a group only says when everybody has left",
  ]

  func ask(_ errand: Errand<Token>, for owner: Owner, in scope: Scope?) -> Asked {
    let group = DispatchGroup()
    let outcome = Kept<Result<Token, any Error>>()
    let run = errand.run(entering: group, in: scope, on: .immediate) { outcome.set($0) }
    let listen: @Sendable (Owner) -> Void = { owner in
      group.notify(queue: owner.place.queue) { @Sendable [weak owner] in
        if let outcome = outcome.value { owner?.hear(outcome) }
      }
    }
    listen(owner)
    return Asked(cancel: { run.cancel() }, listen: listen)
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
