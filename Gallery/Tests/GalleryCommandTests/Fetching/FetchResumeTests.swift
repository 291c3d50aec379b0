import ErrandsTesting
import ErrandsUpstream
import Foundation
import GalleryJobs
import Testing

@Suite("gallery fetch, broken off", .timeLimit(.minutes(2)))
struct FetchResumeTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  /// The first answer is given up to a byte, and the later ones whole.
  private static func stalling(_ request: RecordedRequest, at position: Int = 300_000) -> Script {
    request.headers["Range"] == nil
      ? FetchedFile.file.answer(to: request, breakingOffAt: position, by: .stall)
      : FetchedFile.file.answer(to: request)
  }

  /// What a program that fetches has on the disk, once it has.
  private func begun(_ program: Program, bytes: Int) async throws {
    for number in 1... {
      guard try await program.output.line(number).contains("\"completed\":\(bytes),") else { continue }
      return
    }
  }

  @Test("Goes on by itself where the server breaks off, twice")
  func breaks() async throws {
    try await withServer({ request in
      FetchedFile.file.answer(to: request, breakingOffAt: [280_000, 320_000][safely: request.number - 1])
    }) { server in
      let result = try await Program.fetch(["--to", folder.path, server.url("/a.bin").absoluteString])
      #expect(result.code == 0)
      let file = result.lines.files[0]
      #expect((file.attempts, file.httpStatus, file.bytes) == (3, 206, 400_000))
      #expect(file.sha256 == FetchedFile.sha256 && file.resumedFrom ?? 0 > 0)
      let ranges = server.requests.map { $0.headers["Range"] }
      #expect(ranges.count == 3 && ranges[0] == nil && ranges[1] != nil && ranges[2] != nil)
      #expect(server.requests[2].headers["If-Range"] == "\"a1\"")
      #expect(folder.names == ["a.bin"] && folder.content(of: "a.bin") == FetchedFile.content)
    }
  }

  @Test("Goes on where the embedded upstream breaks off at the byte that its address names")
  func breakInAddress() async throws {
    let result = try await Program.fetch(["--to", folder.path, "/files/a.bin?bytes=400000&break=300000"])
    #expect(result.code == 0)
    let file = result.lines.files[0]
    #expect((file.httpStatus, file.bytes) == (206, 400_000))
    #expect(file.attempts > 1 && file.resumedFrom ?? 0 > 0)
  }

  @Test("Goes on in the next run where it was interrupted, in every style", arguments: JobStyle.allCases)
  func interrupted(style: JobStyle) async throws {
    try await withServer({ Self.stalling($0) }) { server in
      let arguments = ["--style", style.rawValue, "--to", folder.path, server.url("/a.bin").absoluteString]
      let program = try Program(["fetch", "--json", "--allow-private-addresses"] + arguments)
      try await begun(program, bytes: 300_000)
      program.interrupt()
      #expect(try await program.exitCode() == 130)
      #expect(program.errors.text.isEmpty)
      let lines = try FetchLines(program.output.text)
      #expect(lines.files.map(\.status) == ["cancelled"] && lines.files[0].bytes == 300_000)
      #expect(lines.summary == FetchLines.Summary(cancelled: 1, bytes: 300_000))
      #expect(folder.names == [".a.bin.part", ".a.bin.part.json"])
      #expect(folder.content(of: ".a.bin.part")?.count == 300_000)

      let again = try await Program.fetch(arguments)
      #expect(again.code == 0 && again.lines.files[0].resumedFrom == 300_000)
      #expect(folder.names == ["a.bin"] && folder.content(of: "a.bin") == FetchedFile.content)
    }
  }

  @Test("Goes on in the next run where it was killed")
  func killed() async throws {
    try await withServer({ Self.stalling($0) }) { server in
      let arguments = ["--to", folder.path, server.url("/a.bin").absoluteString]
      let program = try Program(["fetch", "--json", "--allow-private-addresses"] + arguments)
      try await begun(program, bytes: 300_000)
      program.kill()
      _ = try await program.exitCode()
      // What was gathered to be written is lost.
      let held = try #require(folder.content(of: ".a.bin.part")?.count)
      #expect(held >= 262_144 && !folder.names.contains("a.bin"))
      let again = try await Program.fetch(arguments)
      #expect(again.code == 0 && again.lines.files[0].resumedFrom == held)
      #expect(folder.names == ["a.bin"] && folder.content(of: "a.bin") == FetchedFile.content)
    }
  }

  @Test("Begins anew where it is told to, and leaves nothing behind")
  func noResume() async throws {
    try await withServer({ Self.stalling($0) }) { server in
      let arguments = ["--no-resume", "--to", folder.path, server.url("/a.bin").absoluteString]
      let program = try Program(["fetch", "--json", "--allow-private-addresses"] + arguments)
      try await begun(program, bytes: 300_000)
      program.terminate()
      #expect(try await program.exitCode() == 130)
      #expect(folder.names.isEmpty)
    }
  }

  @Test("Begins anew where the server has another file by then")
  func changed() async throws {
    var other = FetchedFile.file
    other.entityTag = "\"b2\""
    let changed = Gate()
    try await withServer({ [other] in
      $0.headers["Range"] == nil ? Self.stalling($0) : other.answer(to: $0)
    }) { server in
      let arguments = ["--to", folder.path, server.url("/a.bin").absoluteString]
      let program = try Program(["fetch", "--json", "--allow-private-addresses"] + arguments)
      try await begun(program, bytes: 300_000)
      program.interrupt()
      _ = try await program.exitCode()
      changed.open()
      let again = try await Program.fetch(arguments)
      #expect(
        again.code == 0 && again.lines.files[0].resumedFrom == nil && again.lines.files[0].httpStatus == 200
      )
      #expect(folder.content(of: "a.bin") == FetchedFile.content)
    }
  }

  @Test("Leaves what was at the place as it was, and nothing else, where the server refuses")
  func refused() async throws {
    try folder.put("old", in: "a.bin")
    try await withServer({ _ in .status(404) }) { server in
      let result = try await Program.fetch(["--to", folder.path, server.url("/a.bin").absoluteString])
      #expect(
        result.code == 1 && result.lines.files[0].httpStatus == 404 && result.lines.files[0].attempts == 1
      )
      #expect(folder.names == ["a.bin"] && folder.content(of: "a.bin") == Array("old".utf8))
    }
  }

  @Test("Ends a silence that is too long, and says so")
  func silence() async throws {
    try await withServer({ FetchedFile.file.answer(to: $0, breakingOffAt: 100_000, by: .stall) }) { server in
      let url = server.url("/a.bin").absoluteString
      let result = try await Program.fetch(["--timeout", "2s", "--retries", "0", "--to", folder.path, url])
      #expect(result.code == 1)
      #expect(
        result.errors == "\(url) sent nothing for 2 seconds; try again later, or allow more time.\n"
      )
      #expect(folder.content(of: ".a.bin.part")?.count == 100_000)
    }
  }

  @Test("Ends what takes too long in all, and keeps what has come")
  func maxTime() async throws {
    try await withServer({ FetchedFile.file.answer(to: $0, breakingOffAt: 100_000, by: .stall) }) { server in
      let url = server.url("/a.bin").absoluteString
      let result = try await Program.fetch(["--max-time", "2s", "--to", folder.path, url])
      #expect(result.code == 1 && result.lines.files[0].bytes == 100_000)
      #expect(result.errors.contains("was not done within 2 seconds; allow more time"))
      #expect(folder.content(of: ".a.bin.part")?.count == 100_000)
    }
  }
}

extension Array {
  fileprivate subscript(safely index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
