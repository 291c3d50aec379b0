import ErrandsUpstream
import Foundation
import Testing

@testable import gallery

/// The title of a chart, or the name of an entry, could move the cursor of the terminal that showed it, set its title, or begin a
/// line that looked like another entry.
@Suite("What comes from outside cannot write to the terminal as the program does", .timeLimit(.minutes(2)))
struct PlainTextTests {
  private static let escape = "\u{1B}[2J"

  @Test("An entry of a chart has two lines, whatever the feed says")
  func chart() async throws {
    let feed = #"""
      {"feed":{"title":"Top\u001b]0;x\u0007\nSongs","results":[{"id":"1","name":"Một\u001b[2J\n9  Hai",\#
      "artistName":"Ai\r\u009b1A","genres":[{"genreId":"1","name":"Pop\nRock"}]}]}}
      """#
    let upstream = try await ScriptedUpstream.start { _ in .json(feed) }
    let address = upstream.url("/feed.json").absoluteString
    let result = try await Program.run("music", "--allow-private-addresses", "--feed", address)
    #expect(result.code == 0)
    #expect(result.output == "Top�]0;x��Songs\n1  Một�[2J�9  Hai\n   Ai��1A · Pop�Rock\n")
    await upstream.stop()
  }

  @Test("Nor has an error", arguments: [["restore"], ["library", "--data", "/dev/null", "--to"]])
  func errors(_ command: [String]) async throws {
    let result = try await Program.run(command + ["/dev/null/\(Self.escape)"])
    #expect(result.code == 1)
    #expect(!result.errors.isEmpty && !result.errors.contains("\u{1B}"))
  }

  @Test("Nor has what went wrong with a GIF")
  func gif() async throws {
    let upstream = try await GiphyDouble.start([GiphyDouble.hit("1")])
    let arguments = ["gifs", "cat", "--json", "--giphy", upstream.url.absoluteString]
    let result = try await Program.run(
      arguments + ["--allow-private-addresses", "--to", "/dev/null/\(Self.escape)"]
    )
    #expect(result.code == 1)
    #expect(result.errors.contains("�[2J") && !result.errors.contains("\u{1B}"))
    await upstream.stop()
  }

  @Test("Nor has a request to the embedded upstream")
  func exchange() {
    let exchange = Exchange(
      number: 1,
      method: "GET",
      path: "/" + Self.escape,
      status: 404,
      bytes: 2,
      closedEarly: true
    )
    #expect(ExchangeLine(exchange).text == "GET /�[2J 404 2 bytes, closed early")
  }
}
