import Foundation
import Testing

@testable import GalleryDatabase

@Suite("Searching the library", .timeLimit(.minutes(1)))
struct LibrarySearchTests {
  private func withSongs(
    in kind: LibraryStores,
    _ test: (any LibraryStore) async throws -> Void
  ) async throws {
    try await kind.with { library, _ in
      for title in ["Hoà bình", "Đường xa", "Hoài niệm", "東京タワー", "Don't look back"] {
        _ = try await library.keep(.chart(title, words: ["Trịnh", "vn"]))
      }
      _ = try await library.keep(.picture("moon", title: "Mặt trăng"))
      try await test(library)
    }
  }

  @Test(
    "finds what has a word that begins with each of these, the newest first",
    arguments: [
      ("hoa", ["Hoài niệm", "Hoà bình"]), ("hoà", ["Hoài niệm", "Hoà bình"]), ("HOÀ B", ["Hoà bình"]),
      ("binh hoa", ["Hoà bình"]), ("duong", ["Đường xa"]), ("đường", ["Đường xa"]),
      ("dont", ["Don't look back"]),
      ("don't", ["Don't look back"]), ("京タ", ["東京タワー"]), ("京東", []), ("oa", []), ("hoa xa", []),
      ("trinh d", ["Don't look back", "Đường xa"]), ("trang", ["Mặt trăng"]),
      // A word of its own, which the index did not have, it kept everything from being found.
      ("binh $", ["Hoà bình"]), ("$binh", ["Hoà bình"]), ("$", []),
    ],
    LibraryStores.allCases
  )
  func finds(_ search: (text: String, titles: [String]), _ kind: LibraryStores) async throws {
    try await withSongs(in: kind) { library in
      let found = try await library.titles(search.text)
      #expect(found == search.titles)
    }
  }

  @Test(
    "finds everything for nothing, and nothing for what has no words",
    arguments: ["", "  \n "],
    LibraryStores.allCases
  )
  func nothing(_ text: String, _ kind: LibraryStores) async throws {
    try await withSongs(in: kind) { library in
      let (all, none) = (try await library.titles(text), try await library.titles("!?"))
      #expect(all.count == 6)
      #expect(none.isEmpty)
    }
  }

  /// They are words of the index's own language.
  @Test(
    "takes whatever is typed for words",
    arguments: [
      "\"", "a\"b", "*", "AND", "OR NOT", "NEAR(a b)", "words:a", "^a", "-a", "(", "{a b}:c",
      "'; DROP TABLE saved", "\0",
      String(repeating: "a ", count: 500), String(repeating: "x", count: 5000),
    ],
    LibraryStores.allCases
  )
  func language(_ text: String, _ kind: LibraryStores) async throws {
    try await withSongs(in: kind) { library in
      let found = try await library.titles(text)
      #expect(found.isEmpty)
    }
  }

  /// A letter may have any number of marks, and be longer than what an index takes: a thing with such a word could not be kept.
  @Test("finds what has a letter of thousands of marks", arguments: LibraryStores.allCases)
  func longLetter(_ kind: LibraryStores) async throws {
    let letter = "क" + String(repeating: "\u{941}", count: 1_000)
    #expect(letter.count == 1)
    try await kind.with { library, _ in
      _ = try await library.keep(.chart("one", words: [letter]))
      #expect(try await library.titles("क") == ["one"])
      #expect(try await library.titles(letter) == ["one"])
    }
  }

  /// What the index has of a long word was not found by more of it than that.
  @Test("finds a long word by as much of it as is typed", arguments: LibraryStores.allCases)
  func longWord(_ kind: LibraryStores) async throws {
    try await kind.with { library, _ in
      _ = try await library.keep(.chart("one", words: [String(repeating: "x", count: 600), "y"]))
      _ = try await library.keep(.chart("two", words: [String(repeating: "x", count: 300)]))
      for count in [1, 125, 126, 200, 300] {
        #expect(try await library.titles(String(repeating: "x", count: count)) == ["two", "one"], "\(count)")
      }
      #expect(try await library.titles(String(repeating: "x", count: 200) + " y") == ["one"])
    }
  }

  @Test("finds things of a kind, and counts what it finds", arguments: LibraryStores.allCases)
  func kinds(_ kind: LibraryStores) async throws {
    try await withSongs(in: kind) { library in
      #expect(try await library.titles(kind: "photo") == ["Mặt trăng"])
      #expect(try await library.titles("hoa", kind: "photo").isEmpty)
      let page = try await library.page(matching: LibrarySearch("vn", kind: "chart"), after: nil, limit: 2)
      #expect(page.things.count == 2 && page.count == 5)
    }
  }

  @Test("goes page after page, whatever is kept and deleted meanwhile", arguments: LibraryStores.allCases)
  func pages(_ kind: LibraryStores) async throws {
    try await kind.with { library, _ in
      for number in 1...6 {
        _ = try await library.keep(.chart("even \(number)", words: [number % 2 == 0 ? "x" : "y"]))
      }
      let search = LibrarySearch("x")
      let first = try await library.page(matching: search, after: nil, limit: 2)
      #expect(first.things.map(\.title) == ["even 6", "even 4"])
      _ = try await library.keep(.chart("even 8", words: ["x"]))
      #expect(try await library.delete(try #require(first.things.last).id))
      let second = try await library.page(matching: search, after: first.next, limit: 2)
      #expect(second.things.map(\.title) == ["even 2"])
      #expect(second.next == nil)
    }
  }

  @Test("finds a model by what is in it now, and not by what was", arguments: LibraryStores.allCases)
  func replaced(_ kind: LibraryStores) async throws {
    try await kind.with { library, _ in
      try await library.note("Hoà bình", at: "a")
      try await library.note("Chiến tranh", at: "a")
      let found = {
        try await library.page(matching: LibrarySearch($0), after: nil, limit: 9).things.map(\.note)
      }
      #expect(try await found("hoa").isEmpty)
      #expect(try await found("chien") == ["Chiến tranh"])
      #expect(try await library.delete(try #require(await library.page().things.first).id))
      #expect(try await found("chien").isEmpty)
    }
  }
}
