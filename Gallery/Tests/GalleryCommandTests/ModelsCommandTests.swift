import Foundation
import GalleryJobs
import Testing

@testable import gallery

@Suite("gallery models", .timeLimit(.minutes(2)))
struct ModelsCommandTests {
  struct Line: Decodable, Equatable {
    let url: String
    let state: String
    let error: String?
    let storedID: Int64?
  }

  private func lines(_ output: String) throws -> [Line] {
    try output.split(separator: "\n").map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
  }

  @Test("loads, keeps, and says each change of state, in every style", arguments: JobStyle.allCases)
  func loads(style: JobStyle) async throws {
    let folder = try Folder()
    let arguments = ["models", "--json", "--data", folder.path + "/new", "--style", style.rawValue]
    let program = try Program(arguments + ["/articles/1.json", "/articles/2.json"])
    #expect(try await program.exitCode() == 0)
    #expect(program.errors.text.isEmpty)
    let lines = try lines(program.output.text)
    for url in ["/articles/1.json", "/articles/2.json"] {
      #expect(lines.filter { $0.url == url }.map(\.state) == ["loading", "loaded"])
    }
    #expect(Set(lines.compactMap(\.storedID)) == [1, 2])
    // The same address in another process, whose upstream is on another port, is the same thing.
    let again = try Program(arguments + ["/articles/1.json"])
    #expect(try await again.exitCode() == 0)
    let first = lines.first { $0.url == "/articles/1.json" && $0.state == "loaded" }
    #expect(try self.lines(again.output.text).last == first)
  }

  @Test("says what failed, and ends with 1")
  func fails() async throws {
    let folder = try Folder()
    let result = try await Program.run(
      "models",
      "--json",
      "--data",
      folder.path,
      "--retries",
      "0",
      "/articles/1.json",
      "/articles/x.json"
    )
    #expect(result.code == 1)
    let lines = try lines(result.output)
    let failed = try #require(lines.first { $0.state == "failed" })
    #expect(failed.url == "/articles/x.json")
    #expect(failed.error?.contains("answered 404 (Not Found); check the address.") == true)
    #expect(result.errors == (failed.error ?? "") + "\n")
    #expect(lines.contains { $0.state == "loaded" })
  }

  /// Two hundred articles of a slow host failed from the eighty-first on, and of twenty thousand those failed at once that were
  /// more than may wait.
  @Test("has a place in the queue for all of a list, and the time of each begins with its place")
  func longList() throws {
    // Parsed as a command line, they would keep the parser of the debug build for half a minute.
    var command = try ModelsCommand.parse(["/articles/0.json"])
    command.urls = (0..<10_100).map { "/articles/\($0).json" }
    let carrier = command.carrier(own: [])
    #expect(carrier.admission.limits.waiting == 10_100)
    for content in [LoadedContent.json, .image, .file] {
      #expect(!command.options.fetcher(of: content, over: carrier).configuration.deadlineCountsWait)
    }
  }

  @Test("shows people a table")
  func people() async throws {
    let folder = try Folder()
    let result = try await Program.run("models", "--data", folder.path, "/articles/1.json")
    #expect(result.code == 0)
    #expect(result.output.hasPrefix("1  "))
    #expect(result.output.hasSuffix("1 loaded · 0 failed\n"))
  }

  @Test("names a library that cannot be used, and ends with 1")
  func damaged() async throws {
    let folder = try Folder()
    let file = folder.path + "/gallery.sqlite"
    try Data(repeating: 0x41, count: 9000).write(to: URL(filePath: file))
    let result = try await Program.run("models", "--json", "--data", folder.path, "/articles/1.json")
    #expect(result.code == 1)
    #expect(result.output.isEmpty)
    #expect(
      result.errors.hasPrefix(
        "The library \(file) is damaged (file is not a database) and was left as it is; "
      )
    )
  }

  @Test("interrupted, says that nothing is being loaded any more, and ends with 130")
  func interrupted() async throws {
    let upstream = try Program(["upstream", "--json", "--fault", "stall=1"])
    let folder = try Folder()
    let address = try await upstream.listening() + "/articles/1.json"
    let program = try Program(
      ["models", "--json", "--data", folder.path, "--allow-private-addresses", address]
    )
    #expect(try await program.output.line(1).contains(#""loading""#))
    program.interrupt()
    #expect(try await program.exitCode() == 130)
    #expect(try lines(program.output.text).map(\.state) == ["loading", "idle"])
    upstream.interrupt()
    _ = try await upstream.exitCode()
  }

  @Test(
    "ends with 2 where it does not know what to load",
    arguments: [
      ([], "There is nothing to load; name addresses."), (["nonsense"], "nonsense"), (["ftp://x/y"], "ftp"),
      (["/a.json", "/a.json"], "/a.json is named twice; name it once."),
      (["/a.json", "--upstream", "real"], "/a.json"),
      (["/a.json", "--data", ""], "--data is empty; name a folder."),
    ]
  )
  func wrong(arguments: [String], sentence: String) async throws {
    let refusal = try await Refusal(of: ["models"] + arguments)
    #expect(refusal.code == 2)
    #expect(refusal.output.isEmpty)
    #expect(refusal.errors.contains(sentence))
  }

  @Test("keeps things where the platform keeps data, unless it is told otherwise")
  func folders() {
    #expect(DataFolder("/x", environment: ["GALLERY_DATA": "/y", "XDG_DATA_HOME": "/data"]).path == "/x")
    #expect(DataFolder(nil, environment: ["GALLERY_DATA": "/y", "XDG_DATA_HOME": "/data"]).path == "/y")
    #if !canImport(Darwin)
      #expect(DataFolder(nil, environment: ["XDG_DATA_HOME": "/data"]).path == "/data/gallery")
      #expect(
        DataFolder(nil, environment: ["XDG_DATA_HOME": "data", "HOME": "/h"]).path
          == "/h/.local/share/gallery"
      )
      #expect(DataFolder(nil, environment: ["HOME": "/h"]).path == "/h/.local/share/gallery")
    #endif
  }
}
