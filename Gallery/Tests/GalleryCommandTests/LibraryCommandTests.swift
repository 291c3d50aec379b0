import Errands
import Foundation
import GalleryDatabase
import GalleryJobs
import Testing

@testable import gallery

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

  /// Is interrupted while it reads a file.
  private struct InterruptedLibrary: LibraryStore {
    let library: Library

    var count: Int { get async throws { try await library.count } }
    var batches: any BatchStore { library.batches }
    func checkReady() async throws { try await library.checkReady() }
    func page(matching search: LibrarySearch, after cursor: LibraryCursor?, limit: Int) async throws
      -> LibraryPage
    { try await library.page(matching: search, after: cursor, limit: limit) }
    func thing(_ id: Int64) async throws -> SavedThing? { try await library.thing(id) }
    func numbers(of addresses: [String]) async throws -> [String: Int64] {
      try await library.numbers(of: addresses)
    }
    func keep(_ thing: NewThing) async throws -> KeptThing { try await library.keep(thing) }
    func delete(_ id: Int64) async throws -> Bool { try await library.delete(id) }
    func store<Model: StorableModel>(_ model: Model, from address: String) -> Errand<StoredModel<Model>> {
      library.store(model, from: address)
    }
    func file(of thing: SavedThing) async throws -> LibraryBytes? {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await library.file(of: thing)
    }
  }

  private func picture(_ name: String) -> NewThing {
    let file = NewThing.File(bytes: Data("the picture \(name)".utf8), mediaType: "image/jpeg", ending: "jpg")
    return NewThing(
      url: "/photos/\(name).jpg",
      kind: "photo",
      title: name,
      words: [],
      content: Data("{}".utf8),
      file: file
    )
  }

  /// It said “CancellationError()” of each thing, and wrote on.
  @Test("Interrupted, it writes nothing more, and what it has told is counted")
  func interrupted() async throws {
    let folder = try Folder()
    let library = try Library(at: DataFolder(folder.path).library)
    for name in ["a", "b"] { _ = try await library.keep(picture(name)) }
    let chart = NewThing(url: "c", kind: "chart", title: "c", words: [], content: Data("{}".utf8))
    _ = try await library.keep(chart)
    let command = try LibraryCommand.parse(["--to", folder.path])
    let task = Task {
      var (summary, titles) = (LibrarySummary(), [String]())
      await #expect(throws: CancellationError.self) {
        try await command.list(InterruptedLibrary(library: library), counting: &summary) { line in
          titles.append(line.title)
          return true
        }
      }
      return (summary.text, titles)
    }
    let (summary, titles) = await task.value
    #expect(summary == "3 found · 1 written · 0 failed" && titles == ["c"])
    #expect(folder.names.filter { !$0.hasPrefix("gallery") && !$0.hasPrefix(".") } == ["c.json"])
  }

  /// To keep it anew did nothing by itself: what was kept from the address stays as it is.
  @Test("Of a thing that has lost its file it is said what helps, and that does")
  func lost() async throws {
    let folder = try Folder()
    let library = try Library(at: DataFolder(folder.path).library)
    let thing = try await library.keep(picture("a")).thing
    let name = try #require(thing.file).name
    try FileManager.default.removeItem(atPath: folder.path + "/gallery-files/" + name)
    for command in [["library", "--to", folder.path + "/out"], ["backup", folder.path + "/backup"]] {
      let result = try await Program.run(command + ["--data", folder.path])
      #expect(result.code == 1)
      #expect(result.errors.hasSuffix("; delete it, and keep it anew.\n"))
    }
    #expect(try await library.keep(picture("a")).isNew == false)
    #expect(try await library.delete(thing.id))
    let again = try await library.keep(picture("a")).thing
    #expect(try await library.file(of: again) != nil)
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
    let refusal = try await Refusal(of: ["library"] + arguments)
    #expect(refusal.code == 2)
    #expect(refusal.errors.contains(arguments[0]))
  }

  @Test("A library that cannot be used is named")
  func unusable() async throws {
    let program = try Program(["library", "--data", "/dev/null"])
    #expect(try await program.exitCode() == 1)
    #expect(program.errors.text.contains("/dev/null/gallery.sqlite cannot be used"))
  }
}
