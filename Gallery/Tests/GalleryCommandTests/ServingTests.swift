import ErrandsAsyncHTTPClient
import ErrandsLoading
import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite("gallery serve and gallery upstream", .timeLimit(.minutes(2)))
struct ServingTests {
  private let fetcher = Fetcher.unguarded()

  private struct Exchange: Decodable, Equatable {
    let method: String
    let path: String
    let status: Int?
    let closedEarly: Bool
  }

  private struct Request: Decodable, Equatable {
    let method: String
    let path: String
    let status: Int
  }

  @Test("serve says where it listens, then a line for each request, and ends at an interrupt")
  func serve() async throws {
    let program = try Program(["serve", "--port", "0", "--json"])
    let address = try await program.listening()
    let health = try await fetcher.data(for: FetchRequest(address: address + "/health")).value()
    #expect(health.head.status == 200)
    let line = try JSONDecoder().decode(Request.self, from: Data(try await program.output.line(2).utf8))
    #expect(line == Request(method: "GET", path: "/health", status: 200))
    program.terminate()
    #expect(try await program.exitCode() == 0)
    #expect(program.errors.text.isEmpty)
  }

  @Test("A terminal that is closed ends a server as it ends others", arguments: ["serve", "upstream"])
  func hangup(_ command: String) async throws {
    // Where the tests themselves were started with `nohup`, the program would be, too, and go on.
    let former = signal(SIGHUP, SIG_DFL)
    defer { signal(SIGHUP, former) }
    let program = try Program([command, "--port", "0", "--json"])
    _ = try await program.listening()
    program.hangUp()
    #expect(try await program.exitCode() == 0)
    #expect(program.errors.text.isEmpty)
  }

  @Test("serve is what runs without a command, and its page shows charts")
  func page() async throws {
    let program = try Program(["--port", "0", "--json"])
    let address = try await program.listening()
    let page = try await fetcher.data(for: FetchRequest(address: address + "/")).value()
    #expect(String(decoding: page.body, as: UTF8.self).contains("<title>"))
    let chart = try await fetcher.data(for: FetchRequest(address: address + "/api/music?limit=3")).value()
    #expect(String(decoding: chart.body, as: UTF8.self).contains(#""count":3"#))
    program.interrupt()
    #expect(try await program.exitCode() == 0)
  }

  @Test(
    "serve that others reach warns of that, and says an address that opens",
    arguments: ["0.0.0.0", "[::]"]
  )
  func open(host: String) async throws {
    let program = try Program(["serve", "--host", host, "--port", "0", "--json"])
    let address = try await program.listening()
    #expect(address.hasPrefix(host == "0.0.0.0" ? "http://127.0.0.1:" : "http://[::1]:"))
    let health = try await fetcher.data(for: FetchRequest(address: address + "/health")).value()
    #expect(health.head.status == 200)
    program.terminate()
    #expect(try await program.exitCode() == 0)
    #expect(
      program.errors.text.contains("no password: whoever reaches this machine over a network can use it")
    )
  }

  @Test("serve ends at once, and with 0, though batches run and somebody listens")
  func endsWithBatches() async throws {
    let folder = try Folder()
    let program = try Program(["serve", "--port", "0", "--json", "--data", folder.path])
    let address = try await program.listening()
    let events = try await AsyncHTTPClientTransport.unguarded()
      .send(FetchRequest(address: address + "/api/events"))
    #expect(events.head.status == 200)
    var request = URLRequest(url: try #require(URL(string: address + "/api/photos")))
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    request.httpBody = Data(#"{"urls":["/photos/1.jpg?fault=stall","/photos/2.jpg?fault=stall"]}"#.utf8)
    let (_, response) = try await URLSession.shared.data(for: request)
    #expect((response as? HTTPURLResponse)?.statusCode == 202)
    program.terminate()
    #expect(try await program.exitCode() == 0)
    #expect(program.errors.text.isEmpty)
    // The one who listens hears that it is over.
    for try await _ in events.body {}
  }

  private struct Chart: Decodable {
    struct Item: Decodable { let artworkURL: String }
    let items: [Item]
  }

  /// An open page showed broken pictures for ever after the server had been started again.
  @Test("serve that is started again shows the pictures whose addresses it gave before")
  func startedAgain() async throws {
    let folder = try Folder()
    var cover = ""
    var pictures: [Data] = []
    for _ in 0..<2 {
      let program = try Program(["serve", "--port", "0", "--json", "--data", folder.path])
      let address = try await program.listening()
      if cover.isEmpty {
        let chart = try FetchRequest(address: address + "/api/music?limit=1")
        cover = try #require(try await fetcher.json(Chart.self, for: chart).value().items.first).artworkURL
      }
      pictures.append(try await fetcher.data(for: FetchRequest(address: address + cover)).value().body)
      program.terminate()
      #expect(try await program.exitCode() == 0)
    }
    #expect(pictures[0].count > 1000)
    #expect(pictures[0] == pictures[1])
  }

  @Test(
    "What serve keeps of pictures lies in --data, and within --cache-size",
    arguments: ["--cache-size", ""]
  )
  func cacheSize(_ option: String) async throws {
    let folder = try Folder()
    let limit = 100_000
    let variables = ["GALLERY_CACHE_SIZE": "\(limit)"]
    let program = try Program(
      ["serve", "--port", "0", "--json", "--data", folder.path]
        + (option.isEmpty ? [] : [option, "\(limit)"]),
      environment: option.isEmpty ? variables : [:]
    )
    let address = try await program.listening()
    let chart = try FetchRequest(address: address + "/api/music?limit=25")
    var loaded = 0
    for item in try await fetcher.json(Chart.self, for: chart).value().items {
      loaded += try await fetcher.data(for: FetchRequest(address: address + item.artworkURL)).value().body
        .count
    }
    program.terminate()
    #expect(try await program.exitCode() == 0)
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path + "/cache")
    let sizes = try files.map { file in
      try FileManager.default.attributesOfItem(atPath: folder.path + "/cache/" + file)[.size] as? Int ?? 0
    }
    #expect(loaded > 2 * limit, "or nothing has to go")
    #expect(sizes.reduce(0, +) <= limit && sizes.contains { $0 > 1_000 })
  }

  @Test("serve says that its signing key is damaged, and leaves it")
  func damagedKey() async throws {
    let folder = try Folder()
    let key = try folder.list(["no key"], in: "signing-key")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key)
    let result = try await Program.run("serve", "--port", "0", "--data", folder.path)
    #expect(result.code == 1)
    #expect(result.output.isEmpty)
    #expect(result.errors == "The signing key \(key) is damaged; delete it, and a new one is made.\n")
    #expect(try String(contentsOfFile: key, encoding: .utf8) == "no key\n")
  }

  @Test("serve and upstream say that their port is taken")
  func taken() async throws {
    let other = try await ScriptedUpstream.start { _ in .status(404) }
    let result = try await Program.run("serve", "--port", "\(other.port)")
    #expect(result.code == 1)
    #expect(result.output.isEmpty)
    #expect(result.errors.contains("\(other.port)"))
    #expect(result.errors.split(separator: "\n").count == 1)
    let upstream = try await Program.run("upstream", "--port", "\(other.port)")
    #expect(upstream.code == 1)
    #expect(
      upstream.errors.contains("127.0.0.1:\(other.port): address already in use. Port 0 takes any free one.")
    )
    await other.stop()
  }

  @Test("serve says that it does not know where to listen", arguments: ["nosuch.invalid", "a b"])
  func unknownHost(_ host: String) async throws {
    let result = try await Program.run("serve", "--host", host, "--port", "0")
    #expect(result.code == 1)
    #expect(
      result.errors.contains("Gallery cannot listen on \(host):0, because there is no host of this name")
    )
    #expect(!result.errors.contains("SocketAddressError"))
  }

  @Test("upstream tells of a client that left early")
  func closedEarly() async throws {
    let program = try Program(["upstream", "--port", "0", "--json", "--fault", "stall=1"])
    let address = try await program.listening()
    let request = try FetchRequest(address: address + "/api/v2/us/music/most-played/10/albums.json")
    let run = fetcher.data(for: request).run()
    let arrived = Gate()
    run.onProgress(on: .immediate) { if $0.completed > 0 { arrived.open() } }
    try await arrived.wait()
    run.cancel()
    let line = try JSONDecoder().decode(Exchange.self, from: Data(try await program.output.line(2).utf8))
    #expect(line == Exchange(method: "GET", path: request.url.path, status: 200, closedEarly: true))
    program.interrupt()
    #expect(try await program.exitCode() == 0)
  }

  @Test("upstream grows the same world from the same seed")
  func seeds() async throws {
    var charts: [Data] = []
    for seed in ["7", "7", "8"] {
      let program = try Program(["upstream", "--json", "--seed", seed])
      let address = try await program.listening()
      let request = try FetchRequest(address: address + "/api/v2/vn/music/most-played/10/songs.json")
      let chart = try await fetcher.data(for: request).value().body
      // The day may end between two of them.
      let text = String(decoding: chart, as: UTF8.self).replacing(address, with: "")
        .replacing(/"updated":"[^"]*"/, with: "")
      charts.append(Data(text.utf8))
      program.interrupt()
      #expect(try await program.exitCode() == 0)
    }
    #expect(charts[0] == charts[1])
    #expect(charts[1] != charts[2])
  }
}
