import ErrandsUpstream
import Foundation
import Testing

/// Each way to fail has its own sentence on standard error, and exit code 1.
@Suite("gallery gifs, where something fails", .timeLimit(.minutes(2)))
struct GifsFailureTests {
  private static let key = "s3cret&key"

  struct Refusal: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let script: Script
    let sentence: String
    var options: [String] = []
  }

  private static let refusals = [
    Refusal(
      testDescription: "401",
      script: .status(401, text: #"{"message":"Invalid authentication credentials"}"#),
      sentence: "Giphy does not know the API key; set GIPHY_API_KEY"
    ),
    Refusal(testDescription: "403", script: .status(403), sentence: "does not let this API key do that"),
    Refusal(
      testDescription: "414",
      script: .status(414),
      sentence: "finds the keyword too long; shorten it."
    ),
    Refusal(
      testDescription: "429",
      script: .status(429, headers: ["Retry-After": "90"]),
      sentence: "Giphy's limit of requests is reached; try again after 90 seconds.",
      options: ["--retries", "3"]
    ),
    Refusal(
      testDescription: "200 with a refusal in it",
      script: .json(#"{"message":"no such key: s3cret&key"}"#),
      sentence: #"answered with a refusal: "no such key: …"; try again later."#
    ),
    Refusal(
      testDescription: "malformed JSON",
      script: .json(#"{"data":["#),
      sentence: "did not answer with JSON: "
    ),
    Refusal(
      testDescription: "data that is no list",
      script: .json(#"{"data": {}}"#),
      sentence: "data: expected a list, found an object."
    ),
    Refusal(
      testDescription: "a body cut in the middle",
      script: Script(framing: .length(1000), steps: [.text(#"{"data":"#), .close]),
      sentence: "broke off after 8 of 1000 bytes; try again."
    ),
    Refusal(
      testDescription: "a hundred megabytes",
      script: Script(framing: .chunked, steps: [.repeating([32], count: 100 << 20)]),
      sentence: "is larger than the limit of 16000000 bytes"
    ),
    Refusal(
      testDescription: "nothing for too long",
      script: Script(framing: .length(9), steps: [.stall]),
      sentence: "was not done within 2 seconds; ",
      options: ["--timeout", "2s"]
    ),
  ]

  @Test("says what is wrong with the answer, and nothing of the key", arguments: refusals)
  func answers(refusal: Refusal) async throws {
    let upstream = try await ScriptedUpstream.start { _ in refusal.script }
    let options = ["--allow-private-addresses", "--retries", "0"] + refusal.options
    let program = try Program(
      ["gifs", "cat", "--json", "--giphy", upstream.url.absoluteString] + options,
      environment: ["GIPHY_API_KEY": Self.key]
    )
    #expect(try await program.exitCode() == 1)
    #expect(program.output.text.isEmpty)
    #expect(program.errors.lines.count == 1)
    #expect(program.errors.text.contains(upstream.url("/v1/gifs/search").absoluteString + "?q=…"))
    #expect(program.errors.text.contains(refusal.sentence), "\(program.errors.text)")
    #expect(!program.errors.text.contains("s3cret"))
    #expect(upstream.requests.first?.query?.hasSuffix("&api_key=s3cret%26key") == true)
    await upstream.stop()
  }

  @Test(
    "wants a key for the real Giphy, before anything is sent",
    arguments: [[:], ["GIPHY_API_KEY": " \n"]]
  )
  func noKey(environment: [String: String]) async throws {
    let program = try Program(["gifs", "cat", "--json", "--upstream", "real"], environment: environment)
    #expect(try await program.exitCode() == 2)
    #expect(program.output.text.isEmpty)
    #expect(
      program.errors.text.hasPrefix(
        "Error: Giphy wants an API key; set GIPHY_API_KEY to one from developers.giphy.com, "
          + "or use --upstream embedded.\n"
      )
    )
  }

  @Test("waits as long as Giphy asks it to, and goes on")
  func retryAfter() async throws {
    let upstream = try await ScriptedUpstream.start { request in
      request.number == 1 ? .status(429, headers: ["Retry-After": "1"]) : .json(#"{"data":[]}"#)
    }
    let address = upstream.url.absoluteString
    let result = try await Program.run(
      "gifs",
      "cat",
      "--json",
      "--allow-private-addresses",
      "--giphy",
      address
    )
    #expect(result.code == 0)
    #expect(upstream.requestCount == 2)
    await upstream.stop()
  }

  /// The upstream's own word for a fault, and what is said about the files of its hits.
  private static let faults = [
    ("truncate", " broke off after "), ("reset", " broke off after "), ("wrong-length", " broke off after "),
    ("stall", " was not done within 2.8 seconds; "), ("slow-headers", " was not done within 2.8 seconds; "),
    ("error500", " answered 500 (Internal Server Error); "),
    ("error429", " answered 429 (Too Many Requests); it asks to be tried again after 1 second."),
    ("redirect-loop", " redirects in a way that is not followed: more than 10 hops."),
  ]

  @Test("leaves the old file as it is where the new one breaks off")
  func oldFile() async throws {
    let folder = try Folder()
    let file = try folder.list(["old"], in: "cat-1-1.gif")
    let cut = Script(framing: .length(100), steps: [.text("GIF89a"), .close])
    let upstream = try await GiphyDouble.start([GiphyDouble.hit("1")]) { _ in cut }
    let options = ["--retries", "1", "--to", folder.path, "--allow-private-addresses"]
    let program = try Program(["gifs", "cat", "--json", "--giphy", upstream.url.absoluteString] + options)
    #expect(try await program.exitCode() == 1)
    #expect(program.errors.text == "\(upstream.url)/media/1.gif broke off after 6 of 100 bytes; try again.\n")
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "old\n")
    #expect(folder.names == ["cat-1-1.gif"])
    #expect(upstream.requestCount == 3)
    await upstream.stop()
  }

  @Test("writes nothing of files that do not come whole", arguments: faults)
  func files(fault: String, sentence: String) async throws {
    let folder = try Folder()
    let arguments = ["gifs", "fault:\(fault)", "--json", "--limit", "2", "--rendition", "fixed_width_small"]
    // Less than the three seconds of the slow one; on a busy machine nothing else is sure to be done in it.
    let time = ["stall", "slow-headers"].contains(fault) ? ["--timeout", "2.8s"] : []
    let program = try Program(arguments + ["--retries", "0", "--to", folder.path] + time)
    #expect(try await program.exitCode() == 1)
    let lines = try GifLines(program.output.text)
    #expect(lines.summary == GifLines.Summary(found: 2, downloaded: 0, failed: 2))
    for hit in lines.hits {
      #expect(hit.error?.contains(sentence) == true, "\(hit)")
      #expect(hit.path == nil && hit.frames == nil)
    }
    #expect(program.errors.lines == lines.hits.compactMap(\.error))
    #expect(folder.names.isEmpty)
  }

  @Test("does not reach into this machine, where a hit would have it do so")
  func privateAddress() async throws {
    let inside = try await ScriptedUpstream.start { _ in GiphyDouble.gif() }
    let result = try await Program.run(
      "gifs",
      "cat",
      "--json",
      "--giphy",
      inside.url.absoluteString
    )
    #expect(result.code == 1)
    #expect(result.errors.contains("an address on this machine"))
    // The sentence advised something, and not how.
    #expect(result.errors.contains("; allow them with --allow-private-addresses if that is what you want."))
    #expect(inside.requestCount == 0)
    await inside.stop()
  }
}
