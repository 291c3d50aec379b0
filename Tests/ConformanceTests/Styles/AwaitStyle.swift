import Errands

/// `let outcome = await errand.outcome()`, in the actor that wants to know it.
struct AwaitStyle: StyleUnderTest {
  let name = "async/await"
  let lacks: [Ability: String] = [
    .progress: "an awaiting call says nothing before its value, unless it waits inside an errand",
    .listeningInOrder: "Swift does not say in which order the tasks that await one value go on",
    .foreignExecutor: "code that awaits goes on in its actor, whose executor keeps to Swift's own rules",
    .chaining: "what comes behind an await is the next line",
    .blockingSteps: "its steps run on threads of the cooperative pool, which must not block",
  ]

  func ask(_ errand: Errand<Token>, for owner: Owner, in scope: Scope?) -> Asked {
    let task = Task { await errand.outcome(in: scope) }
    let listen: @Sendable (Owner) -> Void = { owner in
      let place = owner.place
      let hear: @Sendable (Result<Token, any Error>) -> Void = { [weak owner] in owner?.hear($0) }
      Task { await Self.follow(task, hear, isolation: place.actor) }
    }
    listen(owner)
    if scope != nil { owner.keep(task) }
    return Asked(cancel: { task.cancel() }, listen: listen, follow: { _ = try await errand.value() })
  }

  func roundTrip(_ errand: Errand<Token>) -> Errand<Token> {
    Errand { progress in try await errand.value(reporting: progress) }
  }

  private static func follow(
    _ task: Task<Result<Token, any Error>, Never>,
    _ hear: @Sendable (Result<Token, any Error>) -> Void,
    isolation: isolated any Actor
  ) async {
    hear(await task.value)
  }
}
