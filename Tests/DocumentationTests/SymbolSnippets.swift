import Errands
import ErrandsTesting
import Testing

private struct Picture: Sendable {}

private func cover(of album: String) -> Errand<Picture> { .success(Picture()) }

/// Those of the documentation comments that no other suite holds.
@Suite("The snippets of groups, queues and cells", .timeLimit(.minutes(1)))
struct SymbolSnippets {
  @Test("A group is added to, and awaited")
  func group() async throws {
    let albums = ["a", "b"]

    let covers = Group<Picture>()
    for album in albums { covers.add(cover(of: album)) }
    let outcomes = try await covers.outcomes()

    #expect(outcomes.count == 2)
  }

  @Test("A queue runs errands in order and within a limit")
  func queue() async throws {
    let (fetchPage, fetchIndex, fetchCover) = (Errand { "page" }, Errand { "index" }, Errand { "cover" })

    let downloads = WorkQueue("downloads", limit: 4)

    let page = try await fetchPage.on(downloads, priority: .high).value()
    let index = downloads.add(fetchIndex)
    let cover = downloads.add(fetchCover, priority: .low, after: [index])
    cover.priority = .veryHigh

    #expect(page == "page")
    #expect(try await cover.run.value == "cover")
  }

  @Test("A cell is settled once, and tells whoever waits")
  func cell() {
    let heard = Events<Int>()
    let print: @Sendable (Result<Int, any Error>) -> Void = { heard.record((try? $0.get()) ?? 0) }

    let answer = Settlement<Int>()
    answer.whenSettled { outcome in print(outcome) }
    answer.settle(.success(42))

    #expect(heard.all == [42])
    #expect(!answer.settle(.success(43)))
  }
}
