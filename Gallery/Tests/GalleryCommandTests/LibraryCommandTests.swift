import Foundation
import Testing

@Suite("gallery library", .timeLimit(.minutes(2)))
struct LibraryCommandTests {
  private struct Line: Decodable {
    struct Summary: Decodable, Equatable { let found, listed, written, failed: Int }

    let id: Int64?
    let kind: String?
    let title: String?
    let url: String?
    let bytes: Int?
    let path: String?
    let error: String?
    let summary: Summary?
  }

  /// Runs a test with a library in which three articles are kept.
  private func withArticles(_ test: (_ folder: String, _ titles: [String]) async throws -> Void) async throws
  {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "gallery-library-\(UUID().uuidString)"
    )
    defer { try? FileManager.default.removeItem(at: folder) }
    for number in 1...3 {
      let program = try Program(["models", "/articles/\(number).json", "--data", folder.path(), "--quiet"])
      #expect(try await program.exitCode() == 0)
    }
    let all = try await lines(["--data", folder.path()])
    try await test(folder.path(), all.compactMap(\.title))
  }

  private func lines(_ arguments: [String], exit code: Int32 = 0) async throws -> [Line] {
    let program = try Program(["library", "--json"] + arguments)
    #expect(try await program.exitCode() == code, "\(program.errors.text)")
    return try program.output.text.split(separator: "\n").map {
      try JSONDecoder().decode(Line.self, from: Data($0.utf8))
    }
  }

  @Test("What was kept is listed, the newest first, and found by its words")
  func list() async throws {
    try await withArticles { folder, titles in
      let all = try await lines(["--data", folder])
      #expect(all.compactMap(\.url) == ["/articles/3.json", "/articles/2.json", "/articles/1.json"])
      #expect(all.last?.summary == Line.Summary(found: 3, listed: 3, written: 0, failed: 0))
      let word = try #require(titles.first?.split(separator: " ").first).uppercased()
      #expect(
        try await lines(["--data", folder, word]).compactMap(\.title).contains(try #require(titles.first))
      )
      #expect(try await lines(["--data", folder, "nobodyhasthis"]).count == 1)
      let limited = try await lines(["--data", folder, "--limit", "2", "--kind", "article"])
      #expect(limited.compactMap(\.id) == [3, 2])
      #expect(limited.last?.summary == Line.Summary(found: 3, listed: 2, written: 0, failed: 0))
      #expect(try await lines(["--data", folder, "--kind", "gif"]).last?.summary?.found == 0)
    }
  }

  @Test("It is written to files that have its names, and two of one name do not overwrite each other")
  func write() async throws {
    try await withArticles { folder, titles in
      let place = folder + "/out"
      let written = try await lines(["--data", folder, "--to", place])
      #expect(written.last?.summary?.written == 3)
      let paths = written.compactMap(\.path)
      #expect(Set(paths).count == 3)
      for (path, title) in zip(paths, titles) {
        #expect(path.hasSuffix(".json"))
        let article = try #require(
          try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: path))) as? [String: Any]
        )
        #expect(article["title"] as? String == title)
      }
    }
  }

  @Test("For people there are lines to read")
  func people() async throws {
    try await withArticles { folder, titles in
      let program = try Program(["library", "--data", folder])
      #expect(try await program.exitCode() == 0)
      let text = program.output.text
      #expect(titles.allSatisfy { text.contains($0) })
      #expect(text.contains("· article · ") && text.hasSuffix("3 found\n"))
    }
  }

  @Test(
    "What is wrong with the command line is said",
    arguments: [["--kind", "film"], ["--limit", "0"], ["--to", ""], ["--data", ""]]
  )
  func wrong(_ arguments: [String]) async throws {
    let program = try Program(["library"] + arguments)
    #expect(try await program.exitCode() == 2)
    #expect(program.errors.text.contains(arguments[0]))
  }

  @Test("A library that cannot be used is named")
  func unusable() async throws {
    let program = try Program(["library", "--data", "/dev/null"])
    #expect(try await program.exitCode() == 1)
    #expect(program.errors.text.contains("/dev/null/gallery.sqlite cannot be used"))
  }
}
