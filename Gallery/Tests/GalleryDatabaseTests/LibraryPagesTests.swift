import GalleryDatabase
import Testing

@Suite("Pages of the library", .timeLimit(.minutes(1)))
struct LibraryPagesTests {
  private func fill(_ library: any LibraryStore, _ count: Int) async throws {
    for number in 1...count { try await library.note("\(number)", at: "\(number)") }
  }

  @Test(
    "Page after page gives everything once, and the last has no next one",
    arguments: LibraryStores.allCases
  )
  func pages(_ kind: LibraryStores) async throws {
    try await kind.with { library, _ in
      try await fill(library, 7)
      let first = try await library.page(limit: 3)
      let behindFirst: LibraryCursor = try #require(first.next)
      let second = try await library.page(after: behindFirst, limit: 3)
      let behindSecond: LibraryCursor = try #require(second.next)
      let third = try await library.page(after: behindSecond, limit: 3)
      let notes = (first.things + second.things + third.things).map(\.note)
      #expect(notes == ["7", "6", "5", "4", "3", "2", "1"])
      #expect(third.next == nil)
    }
  }

  @Test("A page that the things just fill is the last", arguments: LibraryStores.allCases)
  func exact(_ kind: LibraryStores) async throws {
    try await kind.with { library, _ in
      try await fill(library, 3)
      #expect(try await library.page(limit: 3).next == nil)
    }
  }

  /// With an offset instead of a cursor, each thing that is saved while somebody turns the pages shows the last one
  /// of a page again on the next.
  @Test(
    "What is saved or deleted meanwhile repeats nothing and hides nothing",
    arguments: LibraryStores.allCases
  )
  func stable(_ kind: LibraryStores) async throws {
    try await kind.with { library, _ in
      try await fill(library, 6)
      let first = try await library.page(limit: 2)
      try await library.note("7", at: "7")
      #expect(try await library.delete(try #require(first.things.last).id))
      try await library.note("3, again", at: "3")
      #expect(try await library.notes(after: first.next, limit: 9) == ["4", "2", "1"])
      #expect(try await library.notes(limit: 2) == ["3, again", "7"])
    }
  }

  @Test("An empty library is one empty page", arguments: LibraryStores.allCases)
  func empty(_ kind: LibraryStores) async throws {
    try await kind.with { library, _ in
      let page = try await library.page()
      #expect(page.things.isEmpty)
      #expect(page.next == nil)
    }
  }

  @Test(
    "A page has at least one thing and at most two hundred",
    arguments: [(-5, 1), (0, 1), (5000, 200)],
    LibraryStores.allCases
  )
  func limits(_ page: (limit: Int, count: Int), _ kind: LibraryStores) async throws {
    try await kind.with { library, _ in
      try await fill(library, 201)
      #expect(try await library.page(limit: page.limit).things.count == page.count)
    }
  }

  @Test("A cursor is its text", arguments: LibraryStores.allCases)
  func text(_ kind: LibraryStores) async throws {
    try await kind.with { library, _ in
      try await fill(library, 3)
      let cursor = try #require(try await library.page(limit: 1).next)
      #expect(LibraryCursor("\(cursor)") == cursor)
    }
  }

  @Test(
    "Other texts are no cursor",
    arguments: ["", "x", "-1", "0", "+3", "03", "3 ", "1e9", "9223372036854775808"]
  )
  func none(text: String) {
    #expect(LibraryCursor(text) == nil)
  }
}
