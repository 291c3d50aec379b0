import ErrandsAsyncHTTPClient
import ErrandsLoading
import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

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
    for path in ["/photos/1.jpg?width=…", paths[1]] { #expect(names.contains("photo \(path)"), "\(names)") }
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
    #expect(try names(in: file).contains("photo /photos/2.jpg?width=…&fault=…"))
  }

  /// Commands, and what they end with.
  private static let secrets: [([String], Int32)] = [
    (["music", "--feed", "http://127.0.0.1:1/feed.json?token=s3cret"], 1),
    (["music", "--feed", "http://user:s3cret@127.0.0.1:99999/feed.json?token=s3cret"], 2),
    (["gifs", "cat", "--giphy", "http://127.0.0.1:1/?token=s3cret"], 2),
    (["covers", "--count", "2", "--articles", "http://127.0.0.1:1/?token=s3cret"], 1),
    (["photos", "/photos/1.jpg?width=32&token=s3cret", "/photos/2.jpg?fault=error500&token=s3cret"], 1),
    (
      ["photos", "/articles/1.json?token=s3cret", "/photos/3.jpg?width=32&fault=wrong-length&token=s3cret"],
      1
    ),
    (["photos", "nowhere://user:s3cret@host/1.jpg?token=s3cret", "http://a b/?token=s3cret"], 1),
    (["fetch", "/files/a?bytes=10&token=s3cret", "/files/b?bytes=many&token=s3cret"], 1),
    (["fetch", "a b?token=s3cret"], 2), (["models", "/articles/1.json?token=s3cret"], 0),
    (["models", "/articles/x.json?token=s3cret", "http://127.0.0.1:1/?token=s3cret"], 1),
    (["models", "/articles/1.json?token=s3cret", "/articles/1.json?token=s3cret"], 2),
  ]

  /// A trace is sent to whoever is to find out what was slow, and a log is kept by whoever gets it.
  @Test("has no secret of an address in it, and neither has what is said to people", arguments: secrets)
  func secret(_ command: [String], _ code: Int32) async throws {
    let folder = try Folder()
    let file = folder.path + "/trace.json"
    let rest = ["--json", "--retries", "0", "--data", folder.path + "/data", "--trace", file]
    let files = command[0] == "fetch" || command[0] == "photos" ? ["--to", folder.path + "/files"] : []
    let program = try Program(command + files + rest)
    #expect(try await program.exitCode() == code)
    #expect(!program.errors.text.contains("s3cret"), "\(program.errors.text)")
    // What is not told to scripts is told to people.
    let told = try Program(command + files + ["--retries", "0", "--data", folder.path + "/data"])
    #expect(try await told.exitCode() == code)
    let words = told.errors.text + told.output.text
    #expect(words.contains("token=…") && !words.contains("s3cret"), "\(words)")
    // Of a command line that is wrong there is none.
    guard code != 2 else { return }
    let trace = try String(contentsOfFile: file, encoding: .utf8)
    #expect(trace.contains("token=…") && !trace.contains("s3cret"))
  }

  @Test("of a server has none either, and neither has its log")
  func secretOfServer() async throws {
    let folder = try Folder()
    let file = folder.path + "/trace.json"
    let program = try Program(["serve", "--port", "0", "--json", "--data", folder.path, "--trace", file])
    let address = try await program.listening()
    let client = AsyncHTTPClientTransport.unguarded()
    let events = try await client.send(FetchRequest(address: address + "/api/events?topics=photos"))
    var order = URLRequest(url: try #require(URL(string: address + "/api/photos")))
    order.httpMethod = "POST"
    order.setValue("application/json", forHTTPHeaderField: "Content-Type")
    let urls = [
      "/photos/1.jpg?width=32&token=s3cret", "/photos/2.jpg?fault=error500&token=s3cret", "a b?s3cret",
    ]
    order.httpBody = try JSONEncoder().encode(["urls": urls])
    #expect((try await URLSession.shared.data(for: order).1 as? HTTPURLResponse)?.statusCode == 202)
    var told = ""
    for try await chunk in events.body {
      told += String(decoding: chunk, as: UTF8.self)
      if told.contains("photos-done") { break }
    }
    let image = try #require(told.firstMatch(of: #/"image":"([^"]+)"/#)?.1)
    #expect(try await client.send(FetchRequest(address: address + image)).head.status == 200)
    program.interrupt()
    #expect(try await program.exitCode() == 0)
    let shown = program.output.text + program.errors.text
    #expect(!shown.contains("s3cret") && !shown.contains(image), "\(shown)")
    #expect(!(try String(contentsOfFile: file, encoding: .utf8)).contains("s3cret"))
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
