import Foundation
import Testing

/// The embedded upstream takes a free port each time, which nobody has typed, and which leads nowhere once the command
/// has ended.
@Suite("Addresses of the embedded upstream", .timeLimit(.minutes(2)))
struct OwnAddressTests {
  @Test(
    "Are told by their paths, whatever is told",
    arguments: [
      (["music", "--json", "--limit", "3"], #""artworkURL":"/"#),
      (["gifs", "cat", "--json"], #""url":"/media/"#),
      (["gifs", "cat"], "\n  /media/"),
    ]
  )
  func results(_ arguments: [String], _ path: String) async throws {
    let program = try Program(arguments)
    #expect(try await program.exitCode() == 0)
    #expect(program.output.text.contains(path), "\(program.output.text.prefix(500))")
    #expect(!program.output.text.contains("127.0.0.1"))
  }

  @Test(
    "Are told by their paths in what goes wrong",
    arguments: [
      ["music"], ["gifs", "cat"], ["covers", "--count", "3"], ["photos", "/photos/1.jpg"],
      ["models", "/articles/1.json"], ["fetch", "/photos/1.jpg"],
    ],
    [[], ["--json"]]
  )
  func errors(_ arguments: [String], _ json: [String]) async throws {
    let folder = try Folder()
    let options = ["--max-bytes", "1", "--retries", "0", "--data", folder.path]
    let program = try Program(arguments + options + json)
    #expect(try await program.exitCode() == 1)
    let text = program.errors.text + program.output.text
    #expect(text.contains(" is larger than the limit of 1 byte; raise the limit if you trust it."), "\(text)")
    #expect(!text.contains("127.0.0.1"), "\(text)")
  }

  @Test("Are told by their paths where they take too long")
  func timeout() async throws {
    let result = try await Program.run("photos", "/photos/1.jpg?fault=stall", "--timeout", "1ms")
    #expect(result.code == 1)
    #expect(result.errors.contains("/photos/1.jpg?fault=… was not done within 1 millisecond; allow"))
    #expect(!(result.output + result.errors).contains("127.0.0.1"))
  }
}
