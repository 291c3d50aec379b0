import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

@testable import gallery

@Suite("The options of gallery fetch", .timeLimit(.minutes(2)))
struct FetchOptionsTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func fetch(_ server: ScriptedUpstream, _ path: String = "/a.bin", _ options: String...) async throws
    -> (code: Int32, lines: FetchLines, errors: String)
  {
    try await Program.fetch(options + ["--to", folder.path, server.url(path).absoluteString])
  }

  @Test("--if-changed leaves a file alone that is what the server has")
  func unchanged() async throws {
    try await withServer({ FetchedFile.file.answer(to: $0) }) { server in
      #expect(try await fetch(server).lines.summary.fetched == 1)
      let again = try await fetch(server, "/a.bin", "--if-changed")
      let file = again.lines.files[0]
      #expect(again.code == 0 && again.lines.summary == FetchLines.Summary(unchanged: 1))
      #expect(file.status == "unchanged" && file.path == folder.path + "/a.bin" && file.httpStatus == 304)
      #expect(file.bytes == nil && file.sha256 == nil && file.attempts == 1)
      #expect(server.requests[1].headers["If-None-Match"] == "\"a1\"")
      #expect(folder.names == ["a.bin"] && folder.content(of: "a.bin") == FetchedFile.content)
    }
  }

  @Test("--if-changed fetches what has changed on the server, or here")
  func changed() async throws {
    var newer = FetchedFile.file
    newer.entityTag = "\"b2\""
    try await withServer({ [newer] in $0.number < 3 ? FetchedFile.file.answer(to: $0) : newer.answer(to: $0) }
    ) {
      server in
      _ = try await fetch(server)
      try folder.put("mine", in: "a.bin")
      #expect(try await fetch(server, "/a.bin", "--if-changed").lines.summary.fetched == 1)
      #expect(try await fetch(server, "/a.bin", "--if-changed").lines.summary.fetched == 1)
      #expect(try await fetch(server, "/a.bin", "--if-changed").lines.summary.unchanged == 1)
    }
  }

  /// curl and wget leave a file with the server's time and nothing else.
  @Test("--if-changed asks by the time of a file that another program has fetched")
  func byTime() async throws {
    try await withServer({ FetchedFile.file.answer(to: $0) }) { server in
      try folder.put("old", in: "a.bin")
      let time = Date(timeIntervalSince1970: 1_700_000_000)
      try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: folder.path + "/a.bin")
      let result = try await fetch(server, "/a.bin", "--if-changed")
      #expect(result.lines.summary.unchanged == 1)
      #expect(try await server.request(1).headers["If-Modified-Since"] == "Tue, 14 Nov 2023 22:13:20 GMT")
    }
  }

  @Test("--data says where it is kept what servers said")
  func data() async throws {
    try await withServer({ FetchedFile.file.answer(to: $0) }) { server in
      let data = folder.path + "/data"
      _ = try await fetch(server, "/a.bin", "--data", data)
      #expect(try FileManager.default.contentsOfDirectory(atPath: data + "/validators").count == 1)
      #expect(try await fetch(server, "/a.bin", "--if-changed", "--data", data).lines.summary.unchanged == 1)
      #expect(server.requests[1].headers["If-None-Match"] == "\"a1\"")
    }
  }

  @Test("--exists says what becomes of a file that is there")
  func exists() async throws {
    try await withServer({ FetchedFile.file.answer(to: $0) }) { server in
      try folder.put("old", in: "a.bin")
      let failed = try await fetch(server, "/a.bin", "--exists", "fail")
      #expect(failed.code == 1)
      #expect(
        failed.errors
          == "\(folder.path)/a.bin is there already; name another, or allow that it is replaced.\n"
      )
      #expect(folder.content(of: "a.bin") == Array("old".utf8))
      let kept = try await fetch(server, "/a.bin", "--exists", "keep-both")
      #expect(kept.lines.files[0].path == folder.path + "/a 2.bin")
      #expect(folder.names == ["a 2.bin", "a.bin"] && folder.content(of: "a.bin") == Array("old".utf8))
      _ = try await fetch(server, "/a.bin", "--exists", "replace")
      #expect(folder.names == ["a 2.bin", "a.bin"] && folder.content(of: "a.bin") == FetchedFile.content)
    }
  }

  @Test("--header sends fields, and a redirect to another server does not take credentials along")
  func headers() async throws {
    try await withServer({ FetchedFile.file.answer(to: $0) }) { target in
      let address = target.url("/there.bin").absoluteString
      try await withServer({ _ in .redirect(to: address) }) { server in
        let result = try await fetch(
          server,
          "/a.bin",
          "--header",
          "X-Trip: one: two",
          "--header",
          "Authorization: Bearer s3cret"
        )
        #expect(result.code == 0 && result.lines.files[0].httpStatus == 200)
        #expect(folder.names == ["a.bin"])
        let (first, second) = (try await server.request(1).headers, try await target.request(1).headers)
        #expect(first["X-Trip"] == "one: two" && first["Authorization"] == "Bearer s3cret")
        #expect(second["X-Trip"] == "one: two" && second["Authorization"] == nil)
      }
    }
  }

  @Test("--max-bytes refuses a file that is larger, before it has come")
  func maxBytes() async throws {
    try await withServer({ FetchedFile.file.answer(to: $0) }) { server in
      let result = try await fetch(server, "/a.bin", "--max-bytes", "300KB")
      #expect(result.code == 1 && folder.names.isEmpty)
      #expect(
        result.errors.contains("is larger than the limit of 300000 bytes; raise the limit if you trust it.")
      )
      #expect(try await fetch(server, "/a.bin", "--max-bytes", "400KB").code == 0)
    }
  }

  @Test("--retries says how many further tries there are")
  func retries() async throws {
    try await withServer({ _ in .status(503, headers: ["Retry-After": "0"]) }) { server in
      let result = try await fetch(server, "/a.bin", "--retries", "2")
      #expect(result.code == 1 && result.lines.files[0].attempts == 3 && server.requestCount == 3)
    }
  }

  @Test(
    "--concurrency and --per-host say how many are fetched at once",
    arguments: ["--concurrency", "--per-host"]
  )
  func atOnce(option: String) async throws {
    // No answer comes before as many are asked for as may be.
    let arrived = Events<Void>()
    let respond: @Sendable (RecordedRequest) async throws -> Script = {
      arrived.record(())
      _ = try await arrived.event(2)
      return FetchedFile.file.answer(to: $0)
    }
    try await withServer(respond) { server in
      let urls = (0..<12).map { server.url("/\($0).bin").absoluteString }
      let result = try await Program.fetch([option, "2", "--to", folder.path] + urls)
      #expect(result.lines.summary.fetched == 12 && server.mostRequestsAtOnce == 2)
    }
  }

  /// Without the limit it takes a few milliseconds. A time that is measured says only that it is not shorter.
  @Test("--limit-rate slows all of them together, and progress comes ten times a second at most")
  func limitRate() async throws {
    try await withServer({ FetchedFile.file.answer(to: $0) }) { server in
      let start = ContinuousClock.now
      let urls = ["/a.bin", "/b.bin"].map { server.url($0).absoluteString }
      let result = try await Program.fetch(["--limit-rate", "800KB", "--to", folder.path] + urls)
      let time = start.duration(to: .now)
      #expect(result.code == 0 && result.lines.summary.bytes == 800_000)
      // What is read last is not waited for.
      #expect(time > .milliseconds(500))
      let most = Int(time / .milliseconds(100)) + 1
      for url in urls {
        let progress = result.lines.progress.filter { $0.url == url }
        #expect(progress.count <= most)
        #expect(progress.map(\.completed) == progress.map(\.completed).sorted())
      }
    }
  }

  @Test("--trace has every file in it")
  func trace() async throws {
    try await withServer({ FetchedFile.file.answer(to: $0) }) { server in
      let file = folder.path + "/trace.json"
      #expect(try await fetch(server, "/a.bin?key=s3cret", "--trace", file).code == 0)
      let trace = try String(contentsOfFile: file, encoding: .utf8)
      #expect(trace.contains("/a.bin?key=…") && !trace.contains("s3cret"))
    }
  }

  @Test("A folder that cannot be written to is said before anything is asked for")
  func unwritable() async throws {
    try await withServer({ FetchedFile.file.answer(to: $0) }) { server in
      try folder.put("a file", in: "taken")
      let url = server.url("/a.bin").absoluteString
      for place in [
        ["--to", folder.path + "/taken"], ["-o", folder.path + "/taken/a.bin"], ["-o", folder.path],
      ] {
        let result = try await Program.fetch(place + [url])
        #expect(result.code == 1 && result.lines.files[0].attempts == 0)
        #expect(result.errors.contains(folder.path) && result.errors.split(separator: "\n").count == 1)
      }
      #expect(server.requestCount == 0)
      #expect(folder.names == ["taken"])
    }
  }

  @Test(
    "Reads a header field as curl does",
    arguments: [
      ("X-A: b", "X-A", "b"), ("X-A:b", "X-A", "b"), ("X-A:", "X-A", ""), ("X-A:  b: c \t", "X-A", "b: c"),
    ]
  )
  func fields(_ text: String, _ name: String, _ value: String) throws {
    let field = try ValueReader.field.read(text)
    #expect((field.name, field.value) == (name, value))
  }

  @Test(
    "Refuses what is no header field",
    arguments: ["", "X-A", ": b", "X A: b", "X-Ä: b", "X-A: b\r\nX-B: c"]
  )
  func noFields(_ text: String) {
    #expect(throws: (any Error).self) { try ValueReader.field.read(text) }
  }

  /// The list's was passed over without a word.
  @Test("does not choose between two digests of one file")
  func digests() async throws {
    let (own, listed) = (String(repeating: "a", count: 64), String(repeating: "b", count: 64))
    for (list, isRefused) in [(listed, true), (own.uppercased(), false)] {
      let line = "\(list)  https://nowhere.invalid/a\n"
      let program = try Program(["fetch", "--from", "-", "--sha256", own, "--retries", "0"], reading: line)
      #expect(try await program.exitCode() == (isRefused ? 2 : 1))
      let sentence = "--sha256 is another one than the list has for the address; give one of them."
      #expect(program.errors.text.contains(sentence) == isRefused)
    }
  }
}
