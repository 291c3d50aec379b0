import Errands
import ErrandsTesting
import Testing

@Suite("The snippets of law 6", .timeLimit(.minutes(1)))
struct InOrderWithinLimitsSnippets {
  @Test("Higher priority first, first come first served among equals")
  func order() async throws {
    let heard = Events<String>()
    let work: @Sendable (String) -> Errand<Void> = { name in Errand { heard.record(name) } }
    let (a, b, urgent) = (work("a"), work("b"), work("urgent"))

    let queue = WorkQueue("covers", limit: 1)
    queue.isSuspended = true
    queue.add(a)
    let last = queue.add(b)
    queue.add(urgent, priority: .high)
    queue.isSuspended = false
    try await last.run.value

    #expect(heard.all == ["urgent", "a", "b"])
  }

  @Test("Shared work has the highest priority of those who share it")
  func sharedWork() async throws {
    let heard = Events<String>()
    let fetch: @Sendable (String) -> Errand<Void> = { name in Errand { heard.record(name) } }
    let queue = WorkQueue("covers", limit: 1)
    queue.isSuspended = true

    let flights = SingleFlight<String, Void>()
    let cover = { name in flights.share(fetch(name).on(queue), for: name) }

    let runs = ["a", "b"].map { cover($0).run() } + [cover("b").priority(.high).run()]
    queue.isSuspended = false
    for run in runs { try await run.value }
    #expect(heard.all == ["b", "a"])
  }

  @Test("Where a dependency fails, the dependent settles with that error and never starts")
  func dependency() async throws {
    let heard = Events<String>()
    let fetchIndex = Errand<Void>.failure(Legacy.Refusal())
    let fetchCover = Errand { heard.record("cover") }

    let downloads = WorkQueue("downloads", limit: 4)
    let index = downloads.add(fetchIndex)
    let cover = downloads.add(fetchCover, after: [index])

    await #expect(throws: Legacy.Refusal()) { try await cover.run.value }
    #expect(heard.all.isEmpty)
  }
}
