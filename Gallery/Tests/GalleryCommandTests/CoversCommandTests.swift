import ErrandsTesting
import ErrandsUpstream
import Foundation
import GalleryConnections
import GalleryJobs
import GalleryUpstream
import Testing

@testable import gallery

@Suite("gallery covers", .timeLimit(.minutes(2)))
struct CoversCommandTests {
  @Test(
    "says of every cover once what became of it, and adds it up, in every style",
    arguments: JobStyle.allCases
  )
  func scrolls(style: JobStyle) async throws {
    let result = try await Program.run(
      "covers",
      "--json",
      "--style",
      style.rawValue,
      "--count",
      "40",
      "--visible",
      "4",
      "--scroll",
      "200",
      "--filter",
      "mono"
    )
    #expect(result.code == 0)
    #expect(result.errors.isEmpty)
    let lines = try CoverLines(result.output)
    #expect(lines.covers.map(\.index).sorted() == Array(0..<40))
    #expect(lines.covers.allSatisfy { ["shown", "cancelled"].contains($0.status) && $0.error == nil })
    // Who has stopped scrolling waits for what is on screen.
    #expect(lines.covers.filter { $0.index >= 36 }.allSatisfy { $0.status == "shown" && $0.bytes > 10_000 })
    #expect(lines.summary.shown == lines.covers.count { $0.status == "shown" })
    #expect(lines.summary.cancelled == 40 - lines.summary.shown)
    #expect(lines.summary.failed == 0)
    #expect(lines.summary.bytesFetched == lines.covers.reduce(0) { $0 + $1.bytes })
  }

  /// The margin beyond the covers that were shown: of each that was cancelled what a connection holds, and never more
  /// connections at a time than `--concurrency` allows.
  @Test("fetches what is seen, and of what is passed no more than had come when it left")
  func bytes() async throws {
    var configuration = EmbeddedUpstream.Configuration()
    configuration.network.bandwidth = 200_000
    let exchanges = Events<Exchange>()
    let upstream = try await EmbeddedUpstream.start(configuration) { exchanges.record($0) }
    let result = try await Program.run(
      "covers",
      "--json",
      "--articles",
      upstream.url.absoluteString,
      "--allow-private-addresses",
      "--count",
      "400",
      "--visible",
      "8",
      "--scroll",
      "100"
    )
    #expect(result.code == 0)
    let lines = try CoverLines(result.output)
    await upstream.stop()
    let covers = exchanges.all.filter { $0.path.hasPrefix("/covers/") }
    let shown = Set(lines.covers.filter { $0.status == "shown" }.map { "/covers/\($0.index).jpg" })
    #expect(lines.summary.shown >= 8)
    #expect(covers.filter { !shown.contains($0.path) }.allSatisfy { $0.closedEarly })
    #expect(Set(covers.map(\.path)).count == covers.count, "nothing is asked for twice")
    let seen = covers.filter { shown.contains($0.path) }.reduce(0) { $0 + $1.bytes }
    let passed = covers.filter { !shown.contains($0.path) }
    #expect(covers.reduce(0) { $0 + $1.bytes } <= seen + passed.count * 64 * 1024)
    #expect(lines.summary.bytesFetched <= covers.reduce(0) { $0 + $1.bytes })
  }

  @Test(
    "ends at an interrupt with the summary, and what was on screen is cancelled",
    arguments: [true, false]
  )
  func interrupt(_ bySignal: Bool) async throws {
    let upstream = try await ScriptedUpstream.start { request in
      request.path == "/articles" ? .json(Self.list(request)) : Script(framing: .length(100), steps: [.stall])
    }
    let program = try Program([
      "covers", "--json", "--articles", upstream.url.absoluteString, "--allow-private-addresses", "--count",
      "4",
      "--visible", "4",
    ])
    _ = try await upstream.request(5)
    if bySignal { program.interrupt() } else { program.terminate() }
    #expect(try await program.exitCode() == 130)
    #expect(program.errors.text.isEmpty)
    let lines = try CoverLines(program.output.text)
    #expect(lines.covers.map(\.index).sorted() == [0, 1, 2, 3])
    #expect(lines.covers.allSatisfy { $0.status == "cancelled" })
    #expect((lines.summary.shown, lines.summary.cancelled, lines.summary.failed) == (0, 4, 0))
    try await upstream.earlyCloses(atLeast: 4)
    await upstream.stop()
  }

  @Test(
    "says why a cover failed, and ends with 1",
    arguments: [
      (UpstreamFault.truncate, " broke off after "), (.reset, " broke off after "),
      (.error500, " answered 500 (Internal Server Error)"), (.stall, " was not done within 2 seconds"),
    ]
  )
  func faults(_ fault: UpstreamFault, _ sentence: String) async throws {
    let upstream = try await ScriptedUpstream.start { request in
      if request.path == "/articles" { return .json(Self.list(request)) }
      let half = Script.Step.bytes(Array(repeating: 0xFF, count: 50))
      switch fault {
      case .truncate: return Script(framing: .length(100), steps: [half, .close])
      case .reset: return Script(framing: .length(100), steps: [half, .reset])
      case .stall: return Script(framing: .length(100), steps: [half, .stall])
      default: return .status(500)
      }
    }
    // On a busy machine nothing else is sure to be done in so short a time.
    let time = fault == .stall ? ["--timeout", "2s"] : []
    let program = try Program(
      ["covers", "--json", "--articles", upstream.url.absoluteString, "--allow-private-addresses"]
        + ["--count", "3", "--retries", "0"] + time
    )
    #expect(try await program.exitCode() == 1)
    let lines = try CoverLines(program.output.text)
    #expect((lines.summary.shown, lines.summary.failed) == (0, 3))
    #expect(lines.covers.allSatisfy { $0.status == "failed" && $0.error?.contains(sentence) == true })
    #expect(program.errors.lines.count == 3)
    await upstream.stop()
  }

  @Test("says once that the list does not come, whatever the number of rows")
  func list() async throws {
    let upstream = try await ScriptedUpstream.start { _ in .json(#"{"articles":[{"#) }
    let options = ["--articles", upstream.url.absoluteString, "--allow-private-addresses", "--retries", "0"]
    let json = try Program(["covers", "--json", "--count", "20", "--scroll", "1000"] + options)
    #expect(try await json.exitCode() == 1)
    #expect(try CoverLines(json.output.text).summary.failed >= 10)
    #expect(json.errors.lines.count == 1)
    #expect(json.errors.text.contains("/articles?from=…&count=… did not answer with JSON"))
    let table = try Program(["covers", "--count", "5"] + options)
    #expect(try await table.exitCode() == 1)
    #expect(table.output.text == "0 shown · 0 cancelled · 5 failed · 0 bytes fetched\n")
    #expect(table.errors.lines == json.errors.lines)
    await upstream.stop()
  }

  /// Nothing of what is printed tells one filter from another.
  @Test("does to the covers what --filter says", arguments: CoverFilter.allCases)
  func filter(_ filter: CoverFilter) throws {
    let command = try CoversCommand.parse(["--filter", filter.rawValue])
    #expect(command.source(over: command.options.carrier()).treatment.filter == filter)
  }

  @Test("shows people how many in one line")
  func table() async throws {
    let result = try await Program.run("covers", "--count", "3", "--visible", "3")
    #expect(result.code == 0)
    #expect(result.output.hasPrefix("3 shown · 0 cancelled · 0 failed · "))
    #expect(result.output.hasSuffix(" fetched\n"))
    #expect(result.errors.isEmpty)
  }

  private static func list(_ request: RecordedRequest) -> String {
    let base = "http://\(request.headers["Host"] ?? "")"
    let articles = (0..<100).map { index in
      #"{"id":\#(index),"title":"T","author":"A","summary":"S","publishedAt":"2026-11-21T09:00:00Z","#
        + #""cover":{"url":"\#(base)/covers/\#(index).jpg","width":1200,"height":800}}"#
    }
    return #"{"articles":[\#(articles.joined(separator: ","))],"next":100}"#
  }
}
