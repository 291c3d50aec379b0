import ErrandsUpstream
import Foundation
import Testing

/// Each way to fail has its own sentence on standard error, nothing on standard output, and exit code 1.
@Suite("gallery music, where the load fails", .timeLimit(.minutes(2)))
struct MusicFailureTests {
  struct Fault: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let script: Script
    let sentence: String
    var options: [String] = []
  }

  private static let faults = [
    Fault(
      testDescription: "404",
      script: .status(404),
      sentence: "answered 404 (Not Found); check the address."
    ),
    Fault(
      testDescription: "500",
      script: .status(500),
      sentence: "answered 500 (Internal Server Error); try again later."
    ),
    Fault(
      testDescription: "a body cut in the middle",
      script: Script(framing: .length(1000), steps: [.text(#"{"feed":"#), .close]),
      sentence: "broke off after 8 of 1000 bytes; try again."
    ),
    Fault(
      testDescription: "malformed JSON",
      script: .json(#"{"feed":{"#),
      sentence: "did not answer with JSON: "
    ),
    Fault(
      testDescription: "JSON of another shape",
      script: .json(#"{"feed":{"results":[{"id":"1","name":7}]}}"#),
      sentence: "feed.results[0].name: expected text, found a number."
    ),
    Fault(
      testDescription: "a byte a second",
      script: Script(
        framing: .length(60),
        shaping: Shaping(bandwidth: 1),
        steps: [.repeating([32], count: 60)]
      ),
      sentence: "was not done within 2 seconds; allow more time, or try again later.",
      options: ["--timeout", "2s"]
    ),
    Fault(
      testDescription: "a hundred megabytes",
      script: Script(framing: .chunked, steps: [.repeating([32], count: 100 << 20)]),
      sentence: "is larger than the limit of "
    ),
  ]

  @Test("says what is wrong with the answer", arguments: faults)
  func answers(fault: Fault) async throws {
    let upstream = try await ScriptedUpstream.start { _ in fault.script }
    let address = upstream.url("/feed.json").absoluteString
    try await expectFailure(
      ["--feed", address, "--allow-private-addresses", "--retries", "0"] + fault.options,
      naming: address,
      saying: fault.sentence
    )
    await upstream.stop()
  }

  /// What cannot be an address was found out when it was loaded, as if it might be one another time.
  @Test(
    "says of what is no address that the command line is wrong",
    arguments: [
      ("not a url", "has a space in it"),
      ("ftp://host/feed.json", "only http:// and https:// can be loaded"),
      ("https://", "names no host"),
    ]
  )
  func addresses(address: String, sentence: String) async throws {
    let result = try await Program.run("music", "--json", "--feed", address)
    #expect(result.code == 2)
    #expect(result.output.isEmpty)
    #expect(result.errors.contains(address) && result.errors.contains(sentence))
  }

  @Test("says that there is no such host")
  func unknownHost() async throws {
    let address = "http://nowhere.invalid/feed.json"
    let sentence = "no host is called nowhere.invalid"
    try await expectFailure(["--feed", address, "--retries", "0"], naming: address, saying: sentence)
  }

  @Test("says that nobody listens")
  func refused() async throws {
    let upstream = try await ScriptedUpstream.start { _ in .status(404) }
    let address = upstream.url("/feed.json").absoluteString
    await upstream.stop()
    try await expectFailure(
      ["--feed", address, "--allow-private-addresses"],
      naming: address,
      saying: "the connection was refused"
    )
  }

  @Test("does not reach into this machine unless it is allowed to")
  func privateAddress() async throws {
    let upstream = try await ScriptedUpstream.start { _ in .json("{}") }
    let address = upstream.url("/feed.json").absoluteString
    try await expectFailure(["--feed", address], naming: address, saying: "an address on this machine")
    #expect(upstream.requestCount == 0)
    await upstream.stop()
  }

  private func expectFailure(_ options: [String], naming address: String, saying sentence: String)
    async throws
  {
    let program = try Program(["music", "--json"] + options)
    #expect(try await program.exitCode() == 1)
    #expect(program.output.text.isEmpty)
    #expect(program.errors.lines.count == 1)
    #expect(program.errors.text.contains(address))
    #expect(program.errors.text.contains(sentence))
  }

  /// The sentence named an address of the embedded upstream's, which nobody had typed.
  @Test("says of a country without a chart that it has none")
  func country() async throws {
    let result = try await Program.run("music", "--country", "ZZ")
    #expect(result.code == 1)
    #expect(result.output.isEmpty)
    let sentence = "There is no chart of the country \"ZZ\"; choose another, such as us, gb or vn.\n"
    #expect(result.errors == sentence)
  }

  /// The words of the library were shown, with the places in its source where the error arose.
  @Test("says of a port that speaks plain HTTP that it does")
  func notSecure() async throws {
    let upstream = try await ScriptedUpstream.start { _ in .status(404) }
    let address = "https://127.0.0.1:\(upstream.port)/"
    let result = try await Program.run(
      "music",
      "--feed",
      address,
      "--allow-private-addresses",
      "--retries",
      "0"
    )
    #expect(result.code == 1)
    #expect(
      result.errors.contains("\(address) offers no secure connection: what answers there does not speak TLS")
    )
    #expect(!result.errors.contains("BoringSSL") && !result.errors.contains(".cc"))
    await upstream.stop()
  }
}
