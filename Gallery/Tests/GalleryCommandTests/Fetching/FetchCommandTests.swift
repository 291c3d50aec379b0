import ErrandsUpstream
import Foundation
import GalleryJobs
import Testing

@Suite("gallery fetch", .timeLimit(.minutes(2)))
struct FetchCommandTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  @Test("Fetches a file, whole, with the time that the server gives it", arguments: JobStyle.allCases)
  func whole(style: JobStyle) async throws {
    try await withServer({ FetchedFile.file.answer(to: $0) }) { server in
      let url = server.url("/a.bin?key=1").absoluteString
      let result = try await Program.fetch(["--style", style.rawValue, "--to", folder.path + "/new", url])
      #expect(result.code == 0 && result.errors.isEmpty)
      let file = try #require(result.lines.files.first)
      #expect(file.url == url && file.path == folder.path + "/new/a.bin" && file.status == "fetched")
      #expect((file.bytes, file.attempts, file.httpStatus) == (400_000, 1, 200))
      #expect(file.sha256 == FetchedFile.sha256 && file.resumedFrom == nil && file.error == nil)
      #expect(result.lines.summary == FetchLines.Summary(fetched: 1, bytes: 400_000))
      #expect(result.lines.progress.first?.total == 400_000)
      #expect(folder.names == ["new"] && folder.content(of: "new/a.bin") == FetchedFile.content)
      #expect(try folder.modified("new/a.bin") == Date(timeIntervalSince1970: 1_700_000_000))
    }
  }

  /// What is called a.tar.gz was unpacked, and had another digest than the one that is published.
  @Test("Writes what the server has, also where that says that it is compressed")
  func compressed() async throws {
    try await withServer({ _ in .ok("as it is", headers: ["Content-Encoding": "gzip"]) }) { server in
      let result = try await Program.fetch(["--to", folder.path, server.url("/a.tar.gz").absoluteString])
      #expect(result.code == 0 && folder.content(of: "a.tar.gz") == Array("as it is".utf8))
    }
  }

  @Test("Asks as the one who stands in the address, unless a field says otherwise")
  func login() async throws {
    try await withServer({ .ok($0.headers["Authorization"] ?? "nobody") }) { server in
      let url = server.url("/a").absoluteString.replacing("://", with: "://an%40na:p%3Aw@")
      let first = try await Program.fetch(["-o", folder.path + "/a", url])
      #expect(first.code == 0 && folder.content(of: "a") == Array("Basic YW5AbmE6cDp3".utf8))
      let field = ["--header", "Authorization: Bearer x"]
      let second = try await Program.fetch(["-o", folder.path + "/b", url] + field)
      #expect(second.code == 0 && folder.content(of: "b") == Array("Bearer x".utf8))
    }
  }

  @Test("Tells people where the files are, and on standard error what went wrong")
  func people() async throws {
    try await withServer({ $0.path == "/no" ? .status(404) : FetchedFile.file.answer(to: $0) }) { server in
      let urls = ["/a.bin", "/no", "/b.bin"].map { server.url($0).absoluteString }
      let program = try Program(["fetch", "--allow-private-addresses", "--to", folder.path] + urls)
      #expect(try await program.exitCode() == 1)
      #expect(
        program.output.lines == [
          "\(folder.path)/a.bin · 400 kB", "\(folder.path)/b.bin · 400 kB",
          "2 fetched · 0 unchanged · 1 failed · 0 cancelled · 800 kB",
        ]
      )
      #expect(program.errors.text == "\(urls[1]) answered 404 (Not Found); check the address.\n")
    }
  }

  @Test("Writes to the file that is named, also where its folder is missing")
  func output() async throws {
    try await withServer({ FetchedFile.file.answer(to: $0) }) { server in
      let path = folder.path + "/deep/er/mine.bin"
      let result = try await Program.fetch(["-o", path, server.url("/a.bin").absoluteString])
      #expect(result.code == 0 && result.lines.files[0].path == path)
      #expect(folder.content(of: "deep/er/mine.bin") == FetchedFile.content)
    }
  }

  @Test("Gives two files of one name two names, in the order of the addresses")
  func sameName() async throws {
    try await withServer({ .ok($0.path) }) { server in
      let urls = ["/1/a.txt", "/2/a.txt"].map { server.url($0).absoluteString }
      let result = try await Program.fetch(["--to", folder.path] + urls)
      #expect(result.code == 0 && folder.names == ["a 2.txt", "a.txt"])
      #expect(folder.content(of: "a 2.txt") == Array("/2/a.txt".utf8))
    }
  }

  @Test("Says of a digest that is right nothing, and writes nothing where it is wrong")
  func digest() async throws {
    try await withServer({ FetchedFile.file.answer(to: $0) }) { server in
      let url = server.url("/a.bin").absoluteString
      try folder.put("old", in: "a.bin")
      let wrong = String(repeating: "a", count: 64)
      let bad = try await Program.fetch(["--sha256", wrong, "--to", folder.path, url])
      #expect(bad.code == 1 && bad.lines.summary.failed == 1)
      #expect(bad.errors.contains("its SHA-256 was to be \(wrong) and is \(FetchedFile.sha256)"))
      #expect(folder.names == ["a.bin"] && folder.content(of: "a.bin") == Array("old".utf8))
      let good = try await Program.fetch([
        "--sha256", FetchedFile.sha256.uppercased(), "--to", folder.path, url,
      ])
      #expect(good.code == 0 && folder.content(of: "a.bin") == FetchedFile.content)
    }
  }

  @Test("Reads a list with remarks and digests, from a file and from standard input")
  func list() async throws {
    try await withServer({ FetchedFile.file.answer(to: $0) }) { server in
      let list = try folder.list([
        "# two files", "", server.url("/a.bin").absoluteString,
        "\(FetchedFile.sha256)  \(server.url("/b.bin").absoluteString)",
        "\(String(repeating: "0", count: 64))  \(server.url("/c.bin").absoluteString)",
      ])
      let result = try await Program.fetch(["--from", list, "--to", folder.path + "/new"])
      #expect(result.code == 1 && result.lines.summary.fetched == 2)
      #expect(result.lines.files.first { $0.status == "failed" }?.url.hasSuffix("/c.bin") == true)
      #expect(try Folder.names(in: folder.path + "/new") == ["a.bin", "b.bin"])
    }
    // Standard input is empty in tests.
    let empty = try await Program.fetch(["--from", "-", "--to", folder.path])
    #expect(empty.code == 0 && empty.lines.summary == FetchLines.Summary())
  }

  @Test("Fetches nothing where a line of a list is wrong, and names it")
  func wrongLine() async throws {
    try await withServer({ FetchedFile.file.answer(to: $0) }) { server in
      let list = try folder.list([server.url("/a.bin").absoluteString, "# next", "a.test/x"])
      let program = try Program(["fetch", "--json", "--from", list, "--to", folder.path])
      #expect(try await program.exitCode() == 2)
      #expect(program.output.text.isEmpty && server.requestCount == 0)
      #expect(
        program.errors.text
          == "Error: \(list), line 3: “a.test/x” cannot be fetched: it has no scheme; write https:// before it.\n"
      )
    }
  }

  @Test("Takes what begins with a slash from the embedded upstream, and has no way there with the real one")
  func embedded() async throws {
    let path = "/photos/1.jpg?width=32"
    let result = try await Program.fetch(["--to", folder.path, path])
    #expect(result.code == 0 && result.lines.files[0].url == path && folder.names == ["1.jpg"])
    let program = try Program(["fetch", "--upstream", "real", path])
    #expect(try await program.exitCode() == 2)
    #expect(program.errors.text.contains("it has no scheme; write https:// before it."))
  }

  @Test("Reaches into this machine only where that is allowed")
  func privateAddress() async throws {
    try await withServer({ FetchedFile.file.answer(to: $0) }) { server in
      let program = try Program(["fetch", "--json", "--to", folder.path, server.url("/a").absoluteString])
      #expect(try await program.exitCode() == 1)
      #expect(program.errors.text.contains("an address on this machine"))
      #expect(server.requestCount == 0 && folder.names.isEmpty)
    }
  }
}

extension Folder {
  fileprivate static func names(in path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }
}
