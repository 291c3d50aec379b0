import Errands

/// `errand.run(actions: self, in: scope, on: delivery)`: one method for every event.
struct ActionDelegateStyle: StyleUnderTest {
  let name = "delegate (actions)"
  let lacks: [Ability: String] = [
    .listening: "a run has one delegate, who is there from its beginning",
    .listeningInOrder: "a run has one delegate, who is there from its beginning",
    .chaining: "nothing stands behind a delegate",
  ]

  func ask(_ errand: Errand<Token>, for owner: Owner, in scope: Scope?) -> Asked {
    let run = errand.run(actions: owner, in: scope, on: owner.place.delivery)
    return Asked(cancel: { run.cancel() }, waits: Wait.all(for: run), follow: { _ = try await run.value })
  }

  func roundTrip(_ errand: Errand<Token>) -> Errand<Token> {
    .fromCallback { callback in
      let relay = Relay(callback)
      callback.keepAlive(relay)
      let run = errand.run(actions: relay, on: .immediate)
      callback.onCancel { run.cancel() }
    }
  }
}

extension Owner: RunActionDelegate {
  func perform(_ action: RunEvent<Token>) { hear(action) }
}
