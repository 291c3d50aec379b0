import ErrandsUpstream
import Foundation
import Testing

/// What `gallery fetch --json` wrote, line by line.
struct FetchLines {
  struct Progress: Decodable, Equatable {
    let url: String
    let completed: Int
    let total: Int?
  }

  struct File: Decodable, Equatable {
    let url: String
    let path: String?
    let status: String
    let bytes: Int?
    let resumedFrom: Int?
    let attempts: Int
    let httpStatus: Int?
    let sha256: String?
    let error: String?
  }

  struct Summary: Decodable, Equatable {
    var fetched = 0
    var unchanged = 0
    var failed = 0
    var cancelled = 0
    var bytes = 0
  }

  private static let keys = [
    "attempts", "bytes", "error", "httpStatus", "path", "resumedFrom", "sha256", "status", "url",
  ]

  let progress: [Progress]
  /// In the order in which they ended.
  let files: [File]
  let summary: Summary

  /// The last line is the summary: so it comes once, and last. Every other one is progress, or a file with every key.
  init(_ output: String) throws {
    let lines = output.split(separator: "\n").map { Data($0.utf8) }
    let last = try #require(lines.last)
    var (progress, files) = ([Progress](), [File]())
    for line in lines.dropLast() {
      let object = try #require(try JSONSerialization.jsonObject(with: line) as? [String: Any])
      if object["status"] == nil {
        #expect(object.keys.sorted() == ["completed", "total", "url"])
        progress.append(try JSONDecoder().decode(Progress.self, from: line))
      } else {
        #expect(object.keys.sorted() == Self.keys)
        files.append(try JSONDecoder().decode(File.self, from: line))
      }
    }
    (self.progress, self.files) = (progress, files)
    summary = try #require(try JSONDecoder().decode([String: Summary].self, from: last)["summary"])
  }
}

/// What is fetched in tests.
enum FetchedFile {
  static let content = (0..<400_000).map { UInt8(truncatingIfNeeded: ($0 &* 2_654_435_761) >> 7) }
  /// As `sha256sum` has it.
  static let sha256 = "19802e6d66da710329778827e512c05c7aee9ea6d2d1a47852cf25262ca80eb4"
  static let file = ServedFile(
    content,
    entityTag: "\"a1\"",
    lastModified: Date(timeIntervalSince1970: 1_700_000_000)
  )
}

extension Program {
  /// Runs `gallery fetch --json` to its end.
  static func fetch(_ arguments: [String]) async throws -> (code: Int32, lines: FetchLines, errors: String) {
    let program = try Program(["fetch", "--json", "--allow-private-addresses"] + arguments)
    let code = try await program.exitCode()
    return (code, try FetchLines(program.output.text), program.errors.text)
  }
}

extension Folder {
  func content(of name: String) -> [UInt8]? {
    FileManager.default.contents(atPath: path + "/" + name).map(Array.init)
  }

  func put(_ text: String, in name: String) throws {
    try Data(text.utf8).write(to: URL(filePath: path + "/" + name))
  }

  func modified(_ name: String) throws -> Date? {
    try FileManager.default.attributesOfItem(atPath: path + "/" + name)[.modificationDate] as? Date
  }
}

/// Runs a test against a server, and stops the server afterwards, however the test ends.
func withServer(
  _ respond: @escaping @Sendable (RecordedRequest) async throws -> Script,
  _ test: (ScriptedUpstream) async throws -> Void
) async throws {
  let upstream = try await ScriptedUpstream.start(respond: respond)
  let result: Result<Void, any Error>
  do {
    result = .success(try await test(upstream))
  } catch {
    result = .failure(error)
  }
  await upstream.stop()
  try result.get()
}
