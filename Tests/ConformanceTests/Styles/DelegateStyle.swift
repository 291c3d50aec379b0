import Errands

/// `errand.run(delegate: self, in: scope, on: delivery)`: a method for each event.
struct DelegateStyle: StyleUnderTest {
  let name = "delegate (methods)"
  let lacks: [Ability: String] = [
    .listening: "a run has one delegate, who is there from its beginning",
    .listeningInOrder: "a run has one delegate, who is there from its beginning",
    .chaining: "nothing stands behind a delegate",
  ]

  func ask(_ errand: Errand<Token>, for owner: Owner, in scope: Scope?) -> Asked {
    let run = errand.run(delegate: owner, in: scope, on: owner.place.delivery)
    return Asked(cancel: { run.cancel() }, waits: Wait.all(for: run), follow: { _ = try await run.value })
  }

  func roundTrip(_ errand: Errand<Token>) -> Errand<Token> {
    .fromCallback { callback in
      let relay = Relay(callback)
      callback.keepAlive(relay)
      let run = errand.run(delegate: relay, on: .immediate)
      callback.onCancel { run.cancel() }
    }
  }
}

extension Owner: RunDelegate {
  func run(_ run: Run<Token>, didReport progress: RunProgress) { hear(progress) }
  func run(_ run: Run<Token>, didSettle outcome: Result<Token, any Error>) { hear(outcome) }
}
