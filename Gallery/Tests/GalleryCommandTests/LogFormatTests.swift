import ErrandsAsyncHTTPClient
import ErrandsLoading
import Foundation
import Testing

@testable import gallery

@Suite("The log of gallery serve", .timeLimit(.minutes(2)))
struct LogFormatTests {
  private struct Entry: Decodable {
    let time: String
    let level: String
    let message: String
    let id: String?
    let method: String?
    let path: String?
    let status: Int?
    let milliseconds: Int?
  }

  private func serve(
    _ format: String,
    with options: [String] = [],
    asking path: String = "/health"
  ) async throws -> (program: Program, address: String, name: String?) {
    let program = try Program(["serve", "--port", "0", "--log-format", format] + options)
    let line = try await program.output.line(1)
    let address = try #require(line.firstMatch(of: /http:\/\/[0-9.:]+/).map { String($0.output) })
    let answer = try await AsyncHTTPClientTransport.unguarded().send(FetchRequest(address: address + path))
    return (program, address, answer.head.fields["X-Request-ID"])
  }

  @Test("is one object a line in JSON, which names the request as its answer does")
  func json() async throws {
    let (program, _, name) = try await serve("json")
    let entry = try JSONDecoder().decode(Entry.self, from: Data(try await program.errors.line(1).utf8))
    #expect(entry.level == "info")
    #expect(entry.id != nil && entry.id == name)
    #expect(entry.method == "GET" && entry.path == "/health" && entry.status == 200)
    #expect(entry.message == "GET /health 200 \(entry.milliseconds ?? -1) ms")
    #expect(entry.time.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}\.[0-9]{3}Z/) != nil)
    program.terminate()
    #expect(try await program.exitCode() == 0)
  }

  @Test("is on standard output with --json, and as whole there as in the log")
  func results() async throws {
    let (program, _, name) = try await serve("json", with: ["--json"])
    let entry = try JSONDecoder().decode(Entry.self, from: Data(try await program.output.line(2).utf8))
    #expect(entry.level == "info" && entry.id == name && entry.status == 200)
    program.terminate()
    #expect(try await program.exitCode() == 0)
  }

  /// What went wrong had a number of Hummingbird's with it, which stood nowhere else.
  @Test("names the request in the line that says what went wrong with it, too")
  func mishap() async throws {
    let folder = try Folder()
    try Data(repeating: 0x41, count: 9000).write(to: URL(filePath: folder.path + "/gallery.sqlite"))
    let (program, _, name) = try await serve("json", with: ["--data", folder.path], asking: "/api/library")
    // The first is of the batches, which have no request.
    var lines: [String] = []
    for number in 1...3 { lines.append(try await program.errors.line(number)) }
    let entries = try lines.map { try JSONDecoder().decode(Entry.self, from: Data($0.utf8)) }
    let ofRequest = entries.filter { $0.id != nil }
    #expect(ofRequest.map(\.id) == [name, name] && name != nil)
    let mishap = try #require(ofRequest.first { $0.level == "error" }, "\(lines)")
    #expect(mishap.message.hasPrefix("/api/library: ") && mishap.method == nil)
    #expect(!lines.contains { $0.contains("metadata") || $0.contains("hb.") })
    program.terminate()
    #expect(try await program.exitCode() == 0)
  }

  @Test("is a line for people otherwise")
  func text() async throws {
    let (program, _, _) = try await serve("text")
    #expect(try await program.errors.line(1).wholeMatch(of: /GET \/health 200 [0-9]+ ms/) != nil)
    program.terminate()
    #expect(try await program.exitCode() == 0)
    let wrong = try await Program.run("serve", "--log-format", "xml")
    #expect(wrong.code == 2)
    #expect(wrong.errors.contains("--log-format"))
  }

  /// The option was taken, and read by nobody.
  @Test("has no line a request with --quiet, but for programs that read JSON")
  func quiet() async throws {
    let (program, _, _) = try await serve("text", with: ["--quiet"])
    program.terminate()
    #expect(try await program.exitCode() == 0)
    #expect(!program.errors.text.contains("/health"))
    let (told, _, name) = try await serve("json", with: ["--quiet", "--json"])
    let entry = try JSONDecoder().decode(Entry.self, from: Data(try await told.output.line(2).utf8))
    #expect(entry.id == name && entry.path == "/health")
    told.terminate()
    #expect(try await told.exitCode() == 0)
  }

  @Test("has every sentence on a line of its own, whatever is in it")
  func oneLine() {
    let line = Output.json(LogEntry(level: "error", message: "a\n\"b\"\u{1B}[2J"))
    #expect(!line.contains("\n") && !line.contains("\u{1B}"))
    #expect(line.contains(#""message":"a\n\"b\""#))
    #expect(!line.contains("status"), "what there is not is left out")
  }
}
