import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

@Suite("gallery music", .timeLimit(.minutes(2)))
struct MusicCommandTests {
  private struct Item: Decodable, Equatable {
    let rank: Int
    let name: String
    let artist: String?
  }

  private struct Line: Decodable {
    struct Summary: Decodable { let count: Int }
    let summary: Summary
  }

  private static let feed = """
    {"feed":{"title":"Top Songs","updated":"Sat, 16 Mar 2024 11:16:20 +0000","results":[\
    {"id":"1","name":"Một","artistName":"Ai","kind":"songs","contentAdvisoryRating":"Explict"},\
    {"id":"2","name":"Hai"}]}}
    """

  @Test(
    "prints an object for each entry, then the summary",
    arguments: ["async", "closure", "delegate", "group", "stream"]
  )
  func json(style: String) async throws {
    let upstream = try await ScriptedUpstream.start { _ in .json(Self.feed) }
    let result = try await Program.run(
      "music",
      "--json",
      "--style",
      style,
      "--allow-private-addresses",
      "--feed",
      upstream.url("/feed.json").absoluteString
    )
    #expect(result.code == 0)
    #expect(result.errors.isEmpty)
    let expected = [
      #"{"artist":"Ai","artworkURL":null,"explicit":true,"genres":[],"id":"1","kind":"song","name":"Một","#
        + #""rank":1,"releaseDate":null,"url":null}"#,
      #"{"artist":null,"artworkURL":null,"explicit":false,"genres":[],"id":"2","kind":null,"name":"Hai","#
        + #""rank":2,"releaseDate":null,"url":null}"#,
      #"{"summary":{"count":2,"title":"Top Songs","updated":"2024-03-16T11:16:20Z"}}"#,
    ]
    #expect(result.output == expected.map { $0 + "\n" }.joined())
    await upstream.stop()
  }

  @Test("shows a table to people")
  func table() async throws {
    let result = try await Program.run("music", "--limit", "10")
    #expect(result.code == 0)
    #expect(result.output.hasPrefix("Top Albums · "))
    #expect(result.output.contains("\n10  "))
    #expect(!result.output.contains("{"))
  }

  @Test("needs no network: the embedded upstream is in the program")
  func embedded() async throws {
    let result = try await Program.run(
      "music",
      "--json",
      "--country",
      "vn",
      "--kind",
      "songs",
      "--limit",
      "3"
    )
    let lines = result.output.split(separator: "\n").map { Data($0.utf8) }
    #expect(result.code == 0)
    let items = try lines.dropLast().map { try JSONDecoder().decode(Item.self, from: $0) }
    #expect(items.map(\.rank) == [1, 2, 3])
    let last = try #require(lines.last)
    #expect(try JSONDecoder().decode(Line.self, from: last).summary.count == 3)
  }

  @Test(
    "ends at an interrupt, closes the connection, and still prints the summary",
    arguments: [SIGINT, SIGTERM]
  )
  func interrupt(signal: Int32) async throws {
    let upstream = try await ScriptedUpstream.start { _ in Script(framing: .length(10), steps: [.stall]) }
    let program = try Program([
      "music", "--json", "--allow-private-addresses", "--feed", upstream.url("/feed.json").absoluteString,
    ])
    _ = try await upstream.request(1)
    if signal == SIGINT { program.interrupt() } else { program.terminate() }
    #expect(try await program.exitCode() == 130)
    #expect(program.output.text == #"{"summary":{"count":0,"title":null,"updated":null}}"# + "\n")
    try await upstream.earlyCloses(atLeast: 1)
    await upstream.stop()
  }

  @Test("does not die of a reader that has gone away")
  func closedPipe() async throws {
    let gate = Gate()
    let slow = try await ScriptedUpstream.start { _ in
      try await gate.wait()
      return .json(Self.feed)
    }
    let program = try Program([
      "music", "--json", "--allow-private-addresses", "--feed", slow.url("/feed.json").absoluteString,
    ])
    _ = try await slow.request(1)
    try await program.output.leave()
    gate.open()
    #expect(try await program.exitCode() == 0)
    #expect(program.errors.text.isEmpty)
    await slow.stop()
  }
}
