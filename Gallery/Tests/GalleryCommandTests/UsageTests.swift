import Foundation
import Testing

@testable import gallery

@Suite("The command line", .timeLimit(.minutes(1)))
struct UsageTests {
  @Test(
    "ends with 2 where it is wrong, and says what",
    arguments: [
      (["music", "--country", "usa"], "not a code of two letters"),
      (
        ["music", "--limit", "101"], "'101' is invalid for '--limit <N>': give a whole number from 1 to 100."
      ),
      (["music", "--style", "actors"], "  - publisher"),
      (["music", "--timeout", "soon"], "'--timeout <D>': give a length of time from 1ms to 24h"),
      (["music", "--max-bytes", "much"], "'--max-bytes <N>': give a number of bytes from 1 to 1000000GB"),
      (
        ["music", "--retries", "-1"], "'-1' is invalid for '--retries <N>': give a whole number of 0 or more."
      ),
      (["music", "--concurrency", "-1"], "'--concurrency <N>': give a whole number of 1 or more."),
      (["gifs", "x", "--limit", "-1"], "give a whole number from 1 to 5000."),
      (["covers", "--count", "-1"], "'--count <N>': give a whole number from 1 to 1000000."),
      (["clock", "--ticks", "-1"], "'--ticks <N>': give a whole number of 1 or more."),
      (["serve", "--port", "-1"], "'--port <N>': give a whole number from 0 to 65535."),
      (["upstream", "--loss", "-0.5"], "'-0.5' is invalid for '--loss <P>': give a number from 0 to 1."),
      (
        ["upstream", "--fault", "gremlins=1"],
        "give NAME=P with a P from 0 to 1, where NAME is one of truncate, "
      ),
      (
        ["photos", "/photos/1.jpg", "--timeout", "-1s"],
        "The value '-1s' is invalid for '--timeout <D>': give "
      ),
      (["music", "--max-bytes", "-1"], "The value '-1' is invalid for '--max-bytes <N>': give "),
      (["upstream", "--loss", "2"], "give a number from 0 to 1."),
      (
        ["serve", "--port", "70000"],
        "'70000' is invalid for '--port <N>': give a whole number from 0 to 65535."
      ),
      (["photos"], "There is nothing to load; name addresses, or a file of them with --from FILE."),
      (
        ["photos", "--from", "/no/such/list"], "The list /no/such/list cannot be read: there is no such file"
      ),
      (["photos", "--from", "/"], "The list / cannot be read: "),
      (["photos", "/photos/1.jpg", "--to", ""], "--to is empty; name a folder."),
      (["photos", "/photos/1.jpg", "--group-timeout", "0s"], "'--group-timeout <D>': give "),
      (["photos", "/photos/1.jpg", "--style", "actors"], "--style"),
      (["fetch"], "There is nothing to fetch; name addresses, or a file of them with --from FILE."),
      (["fetch", "a.test/1"], "“a.test/1” cannot be fetched: it has no scheme; write https:// before it."),
      (["fetch", "/a", "-o", "x", "--to", "y"], "-o and --to name two places; give one of them."),
      (["fetch", "/a", "-o", ""], "-o is empty; name a file."),
      (
        ["fetch", "/a", "-o", "-"],
        "-o - is not possible, as standard output carries the results; name a file."
      ),
      (["fetch", "/a", "--to", ""], "--to is empty; name a folder."),
      (
        ["fetch", "/a", "--header", "range: bytes=0-3"],
        "--header range: a file is fetched whole; leave it out."
      ),
      (
        ["fetch", "/a", "/b", "-o", "x"],
        "-o names one file, and there are 2 addresses; name a folder with --to."
      ),
      (["fetch", "--from", "-", "-o", "x"], "-o names one file, and there are 0 addresses; name a folder"),
      (
        ["fetch", "/a", "/b", "--sha256", String(repeating: "0", count: 64)],
        "--sha256 is that of one file, and there are 2 addresses; write each beside its address, in a list"
      ),
      (["fetch", "/a", "--sha256", "abc"], "'--sha256 <HEX>': give the 64 hexadecimal digits of a SHA-256."),
      (
        ["fetch", "/a", "--header", "X"],
        "'--header <N: V>': give a header field, such as 'Accept-Language: vi'."
      ),
      (["fetch", "/a", "--exists", "ask"], "--exists"),
      (
        ["fetch", "/a", "--limit-rate", "fast"],
        "'--limit-rate <BYTES/S>': give a number of bytes from 1 to 1000000GB"
      ),
      (["fetch", "/a", "--max-time", "0s"], "'--max-time <D>': give a length of time from 1ms to 24h"),
      (["fetch", "--from", "/no/such/list"], "The list /no/such/list cannot be read: there is no such file"),
      (["gifs"], "KEYWORD"),
      (["gifs", ""], "The keyword is empty; give a word to search for."),
      (["gifs", " \n"], "The keyword is empty; give a word to search for."),
      (
        ["gifs", String(repeating: "é", count: 51)],
        "The keyword has 51 characters, and Giphy takes 50 at most"
      ),
      (["gifs", String(repeating: "x", count: 4096)], "The keyword has 4096 characters, and"),
      (["gifs", "x", "--limit", "0"], "give a whole number from 1 to 5000."),
      (["gifs", "x", "--limit", "5001"], "give a whole number from 1 to 5000."),
      (["gifs", "x", "--giphy", "nowhere"], #"Giphy's address "nowhere" cannot be used: it has no scheme"#),
      (["gifs", "x", "--to", ""], "--to is empty; name a folder."),
      (["gifs", "x", "--rendition", ""], "--rendition is empty; name one such as original."),
      (["gifs", "x", "--style", "semaphore"], "--style"),
      (["covers", "--filter", "glow"], "there is no such filter; give one of none, sepia, mono, blur."),
      (["covers", "--count", "0"], "give a whole number from 1 to 1000000."),
      (["covers", "--count", "9223372036854775807"], "give a whole number from 1 to 1000000."),
      (["covers", "--visible", "0"], "give a whole number from 1 to 1000000."),
      (["covers", "--scroll", "0"], "give a number of more than 0."),
      (["covers", "--scroll", "nan"], "give a number of more than 0."),
      (["covers", "--articles", "nowhere"], "“nowhere” cannot be fetched"),
      (["covers", "--upstream", "real"], "There is no real list of articles; name one with --articles"),
      (
        ["dance"],
        "There is no command “dance”; give one of serve, music, gifs, covers, clock, models, photos, "
      ),
      (["music", "--limit", "-1"], "'-1' is invalid for '--limit <N>': give a whole number from 1 to 100."),
      (
        ["music", "--limit", "abc"], "'abc' is invalid for '--limit <N>': give a whole number from 1 to 100."
      ),
      (
        ["music", "--timeout", "9999h"],
        "'9999h' is invalid for '--timeout <D>': give a length of time from 1ms"
      ),
      (["music", "--feed", "notaurl"], #"The feed address "notaurl" does not say how to load it"#),
      (
        ["serve", "--port", "abc"], "'abc' is invalid for '--port <N>': give a whole number from 0 to 65535."
      ),
      (
        ["music", "--feed", "https://a.test/", "--country", "vn"],
        "--feed is a chart of its own; leave out --country and --kind."
      ),
      (
        ["music", "--feed", "https://a.test/", "--kind", "songs"],
        "--feed is a chart of its own; leave out --country and --kind."
      ),
      (["serve", "--head-timeout", "0s"], "'0s' is invalid for '--head-timeout <D>': give a length of time"),
      (
        ["serve", "--trusted-proxy", "foo"], "'--trusted-proxy <ADDR>': give an IP address, such as 10.0.0.1"
      ),
      (["serve", "--host", ""], "--host is empty; give an address such as 127.0.0.1."),
      (["serve", "--public-url", "ftp://x"], "--public-url ftp://x: give an address such as https://"),
      (["serve", "--public-url", "https://x/api"], "begins with /api, which is an address of Gallery’s own"),
      (
        ["serve", "--public-url", "https://x/a?b"], "has more in it than scheme, host, port and a plain path"
      ),
      (["serve", "--trusted-proxy", "10.0.0.0/33"], "or a network, such as 10.0.0.0/8"),
      (["serve", "--monitor", "prometheus"], "'--monitor <ADDR>': give an IP address, such as 10.0.0.1"),
      (["serve", "--log-format", "xml"], "--log-format"),
      (
        ["upstream", "--bandwidth", "-1"],
        "'-1' is invalid for '--bandwidth <BYTES/S>': give a number of bytes"
      ),
      (["upstream", "--latency", "x"], "'x' is invalid for '--latency <D>': give a length of time"),
      (["upstream", "--seed", "x"], "'x' is invalid for '--seed <N>': give a whole number of 0 or more."),
    ]
  )
  func wrong(arguments: [String], sentence: String) async throws {
    let refusal = try await Refusal(of: arguments)
    #expect(refusal.code == 2)
    #expect(refusal.output.isEmpty)
    #expect(refusal.errors.contains(sentence))
  }

  /// What the tests of command lines look at in their own process (see ``Refusal``) is what a person sees.
  @Test(
    "ends with 2 as a program, too, and what it says goes to standard error",
    arguments: [
      ["music", "--country", "usa"], ["serve", "--port", "-1"], ["photos"], ["gifs", ""], ["dance"],
    ]
  )
  func wrongAsProgram(arguments: [String]) async throws {
    let refusal = try await Refusal(of: arguments)
    let result = try await Program.run(arguments)
    #expect(result.code == 2)
    #expect(result.output.isEmpty)
    #expect(result.errors == refusal.errors && !result.errors.isEmpty)
  }

  /// Whoever gave a program a variable gave it the tester's own library, too.
  @Test("keeps what a test keeps out of the home of whoever runs it, whatever else is in its environment")
  func elsewhere() async throws {
    let home = try Folder()
    let program = try Program(["models", "/articles/1.json"], environment: ["X": "1", "HOME": home.path])
    #expect(try await program.exitCode() == 0)
    #expect(home.names.isEmpty)
  }

  // All was lost, and the command ended with 0.
  @Test(
    "ends with 1 where its output cannot be written, and says so once",
    .enabled(if: FileManager.default.isWritableFile(atPath: "/dev/full")),
    arguments: [
      ["music", "--limit", "3"], ["music", "--json"], ["gifs", "dance", "--json"], ["clock", "--ticks", "1"],
      ["covers", "--count", "2", "--json"], ["photos", "/photos/1.jpg?width=32", "--json"],
      ["fetch", "/photos/1.jpg?width=32"], ["models", "/articles/1.json", "--json"],
      ["--help"], ["--version"],
    ]
  )
  func fullDisk(arguments: [String]) async throws {
    let folder = try Folder()
    let program = try Program(arguments, writingTo: "/dev/full", in: folder.path)
    #expect(try await program.exitCode() == 1)
    let sentences = program.errors.text.split(separator: "\n").filter { $0.contains("cannot be written") }
    #expect(sentences.count == 1, "\(program.errors.text)")
  }

  @Test(
    "explains itself on standard output",
    arguments: [
      ["--help"], ["music", "--help"], ["gifs", "--help"], ["photos", "--help"], ["fetch", "--help"],
      ["--version"],
    ]
  )
  func help(arguments: [String]) async throws {
    let program = try Program(arguments)
    #expect(try await program.exitCode() == 0)
    #expect(!program.output.text.isEmpty)
    #expect(program.errors.text.isEmpty)
  }

  /// With a variable of serve's, `gallery --help` was that of `gallery serve`, and an installation's manual page had no commands.
  @Test(
    "explains itself the same whatever the environment says to the server",
    arguments: [
      ["--help"], ["-h"], ["--version"], ["--generate-completion-script", "bash"],
      ["--generate-completion-script=zsh"], ["--experimental-dump-help"],
    ]
  )
  func helpInEnvironment(arguments: [String]) async throws {
    let plain = try Program(arguments)
    #expect(try await plain.exitCode() == 0)
    let variables = ["GALLERY_PORT": "9000", "GALLERY_JSON": "1"]
    let told = try Program(arguments, environment: variables)
    #expect(try await told.exitCode() == 0)
    #expect(told.output.text == plain.output.text && told.errors.text.isEmpty)
  }

  @Test(
    "reads lengths of time",
    arguments: [
      ("500ms", Duration.milliseconds(500)), ("30s", .seconds(30)), ("1.5s", .milliseconds(1500)),
      ("2m", .seconds(120)), ("1h", .seconds(3600)), ("24h", .seconds(86_400)),
    ]
  )
  func durations(text: String, duration: Duration) {
    #expect(DurationArgument(text)?.duration == duration)
  }

  @Test(
    "refuses what is no length of time",
    arguments: ["", "s", "10", "0s", "-1s", "1e3s", "25h", "infs", "1,5s", "0.9ms"]
  )
  func noDurations(text: String) {
    #expect(DurationArgument(text) == nil)
  }

  @Test(
    "reads numbers of bytes",
    arguments: [
      ("65536", Int64(65_536)), ("1B", 1), ("500KB", 500_000), ("10MB", 10_000_000), ("1.5MB", 1_500_000),
      ("64KiB", 65_536), ("1000000GB", 1_000_000_000_000_000), ("1MiB", 1_048_576), ("2GB", 2_000_000_000),
      // So the program writes it itself, and refused it.
      ("500 kB", 500_000), ("500kB", 500_000), ("1gib", 1_073_741_824),
    ]
  )
  func byteCounts(text: String, count: Int64) {
    #expect(ByteCountArgument(text)?.count == count)
  }

  @Test(
    "refuses what is no number of bytes",
    arguments: ["", "MB", " MB", "5 ", "5  MB", "-1", "0", "ten", "1TB", "1e9", "1000000.1GB", "9999999GB"]
  )
  func noByteCounts(text: String) {
    #expect(ByteCountArgument(text) == nil)
  }

  @Test("reads faults")
  func faults() {
    #expect(FaultArgument("wrong-length=0.25")?.fault == .wrongLength)
    #expect(FaultArgument("wrong-length=0.25")?.chance == 0.25)
    for text in ["truncate", "truncate=", "truncate=2", "=1", "nothing=1"] {
      #expect(FaultArgument(text) == nil)
    }
  }
}
