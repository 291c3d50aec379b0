import Errands

/// `for await event in errand.events(in: scope)`, in the actor that wants to know them.
struct StreamStyle: StyleUnderTest {
  let name = "async stream"
  let lacks: [Ability: String] = [
    .listening: "each loop over the events runs the errand anew",
    .joining: "each loop over the events runs the errand anew",
    .listeningInOrder: "each loop over the events runs the errand anew",
    .foreignExecutor: "a loop goes on in its actor, whose executor keeps to Swift's own rules",
    .chaining: "what comes behind a loop is the next line",
    .blockingSteps: "its steps run on threads of the cooperative pool, which must not block",
  ]

  func ask(_ errand: Errand<Token>, for owner: Owner, in scope: Scope?) -> Asked {
    let events = errand.events(in: scope)
    let place = owner.place
    let hear: @Sendable (RunEvent<Token>) -> Void = { [weak owner] in owner?.hear($0) }
    let task = Task { await Self.follow(events, hear, isolation: place.actor) }
    if scope != nil { owner.keep(task) }
    return Asked(cancel: { task.cancel() }, follow: { for await _ in errand.events() {} })
  }

  func roundTrip(_ errand: Errand<Token>) -> Errand<Token> {
    Errand { progress in
      for await event in errand.events() {
        switch event {
        case .progress(let units): progress(completed: units.completed, total: units.total)
        case .settled(let outcome): return try outcome.get()
        }
      }
      throw Violation("the events ended without an outcome")
    }
  }

  private static func follow(
    _ events: RunEvents<Token>,
    _ hear: @Sendable (RunEvent<Token>) -> Void,
    isolation: isolated any Actor
  ) async {
    for await event in events { hear(event) }
  }
}
