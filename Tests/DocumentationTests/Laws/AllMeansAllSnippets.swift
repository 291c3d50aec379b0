import Errands
import ErrandsTesting
import Testing

@Suite("The snippets of law 5", .timeLimit(.minutes(1)))
struct AllMeansAllSnippets {
  private func cover(of album: String) -> Errand<String> {
    Errand {
      if album == "lost" { throw Legacy.Refusal() }
      return "\(album).png"
    }
  }

  @Test("A group gives every outcome, in the order of entering")
  func outcomes() async throws {
    let albums = ["a", "lost", "b"]

    let covers = Group<String>()
    for album in albums { covers.add(cover(of: album)) }
    let outcomes = try await covers.outcomes()

    #expect(outcomes.map { try? $0.get() } == ["a.png", nil, "b.png"])
  }

  @Test("Failing fast is a wish of its own")
  func failingFast() async throws {
    let albums = ["a", "b"]

    let pictures = try await Errand.all(albums.map { album in cover(of: album) }).value()
    let outcomes = try await Errand.allSettled(albums.map { album in cover(of: album) }).value()

    #expect(pictures == ["a.png", "b.png"])
    #expect(outcomes.count == 2)
    await #expect(throws: Legacy.Refusal()) {
      try await Errand.all([cover(of: "a"), cover(of: "lost")]).value()
    }
  }

  @Test("A wait with a limit leaves the work as it is")
  func limit() async throws {
    let clock = VirtualClock()
    let covers = Group<String>()
    let callback = covers.enter()
    async let waited = covers.outcomes(within: .seconds(1), clock: clock)
    try await clock.sleepers(atLeast: 1)
    clock.advance(by: .seconds(1))

    switch try await waited {
    case .completed(let outcomes): print("all \(outcomes.count) are done")
    case .timedOut(let settled, let members): print("\(settled) of \(members) are done, the others go on")
    }
    #expect(covers.pendingCount == 1)
    callback.succeed("late.png")
    #expect(covers.pendingCount == 0)
  }
}
