import Foundation
import Testing

@Suite("--trace", .timeLimit(.minutes(2)))
struct TraceTests {
  /// An event of the file, as far as it matters here.
  private struct Event: Decodable {
    let name: String?
  }

  /// A file that breaks off is no JSON, although Perfetto would open it.
  private func names(in file: String) throws -> [String] {
    let data = try Data(contentsOf: URL(filePath: file))
    return try JSONDecoder().decode([Event].self, from: data).compactMap(\.name)
  }

  @Test("writes what happened while a chart was loaded")
  func music() async throws {
    let folder = try Folder()
    let file = folder.path + "/music.json"
    let result = try await Program.run("music", "--json", "--limit", "3", "--trace", file)
    #expect(result.code == 0)
    #expect(result.errors.isEmpty)
    #expect(try names(in: file).contains { $0.contains("music/most-played") })
  }

  @Test("has every GIF of a search in it, and not the key")
  func gifs() async throws {
    let folder = try Folder()
    let file = folder.path + "/gifs.json"
    let program = try Program(
      ["gifs", "fault:missing-rendition", "--limit", "1", "--json", "--trace", file, "--to", folder.path],
      environment: ["GIPHY_API_KEY": "s3cret-key"]
    )
    #expect(try await program.exitCode() == 0)
    let names = try names(in: file)
    #expect(names.contains("gifs of fault:missing-rendition"), "\(names)")
    #expect(names.contains { $0.contains("/v1/gifs/search?q=…") })
    #expect(names.contains { $0.contains("/media/") })
    let trace = try String(contentsOfFile: file, encoding: .utf8)
    #expect(!trace.contains("s3cret-key"))
  }

  @Test("has every photo of a batch in it, and those that fail")
  func photos() async throws {
    let folder = try Folder()
    let file = folder.path + "/photos.json"
    let paths = ["/photos/1.jpg?width=32", "/photos/missing.jpg"]
    let result = try await Program.run("photos", "--json", "--trace", file, paths[0], paths[1])
    #expect(result.code == 1)
    let names = try names(in: file)
    for path in paths { #expect(names.contains("photo \(path)"), "\(names)") }
  }

  @Test("is complete after an interrupt")
  func interrupted() async throws {
    let folder = try Folder()
    let file = folder.path + "/photos.json"
    let paths = ["/photos/1.jpg?width=32", "/photos/2.jpg?width=32&fault=stall"]
    let program = try Program(["photos", "--json", "--trace", file] + paths)
    _ = try await program.output.line(1)
    program.interrupt()
    #expect(try await program.exitCode() == 130)
    #expect(try names(in: file).contains("photo \(paths[1])"))
  }

  @Test("is complete after a server was interrupted", arguments: ["serve", "upstream"])
  func server(_ command: String) async throws {
    let folder = try Folder()
    let file = folder.path + "/trace.json"
    let program = try Program([command, "--port", "0", "--json", "--trace", file])
    _ = try await program.output.line(1)
    program.interrupt()
    #expect(try await program.exitCode() == 0)
    _ = try names(in: file)
  }

  @Test(
    "to where nothing can be written is a mistake, and nothing is begun",
    arguments: [
      ["music"], ["gifs", "cat"], ["photos", "/photos/1.jpg"], ["fetch", "/photos/1.jpg"],
      ["serve", "--port", "0"],
      ["upstream", "--port", "0"],
    ]
  )
  func unwritable(_ command: [String]) async throws {
    let program = try Program(command + ["--trace", "/no/such/folder/trace.json"])
    #expect(try await program.exitCode() == 2)
    #expect(program.output.text.isEmpty)
    #expect(program.errors.text.contains("/no/such/folder/trace.json"))
    #expect(program.errors.text.contains("no such file or directory. Choose a file in a folder that exists."))
    #expect(!program.errors.text.contains("Domain"))
  }

  // The command ended with 0, though nothing of the trace was there.
  @Test("to a disk that is full is said in a sentence, and the work is done all the same")
  func full() async throws {
    let program = try Program(["clock", "--ticks", "1", "--every", "1ms", "--trace", "/dev/full"])
    #expect(try await program.exitCode() == 1)
    #expect(program.output.lines.count == 1)
    #expect(program.errors.text.hasPrefix("The trace is incomplete"))
    #expect(program.errors.text.split(separator: "\n").count == 1 && !program.errors.text.contains("Domain"))
  }
}
