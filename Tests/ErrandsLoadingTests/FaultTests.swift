import Errands
import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

@testable import ErrandsLoading

@Suite("Faults of the network and the server", .timeLimit(.minutes(1)))
struct FaultTests {
  private func error(_ carrier: Carrier, _ script: Script) async throws -> (FetchError?, URL) {
    try await withFetcher(carrier, script) { fetcher, upstream in
      (await fetcher.data(for: FetchRequest(upstream.url)).outcome().fetchError, upstream.url)
    }
  }

  /// AsyncHTTPClient takes each status below 200 for one that announces another head, and ends the process at what follows: any
  /// server could do that to one that loads from it.
  @Test("A status that is none is an answer that cannot be read", arguments: ["000", "042", "099"])
  func noStatus(_ status: String) async throws {
    for rest in [
      "Content-Length: 0\r\n\r\n", "Content-Length: 4\r\n\r\nabcd", "Connection: close\r\n\r\nabcd",
    ] {
      let script = Script.raw([.text("HTTP/1.1 \(status) x\r\n\(rest)"), .close])
      let (error, url) = try await error(.asyncHTTPClient, script)
      guard case .malformedResponse? = error?.cause else {
        Issue.record("\(String(describing: error)) of \(url)")
        return
      }
    }
  }

  /// It was kept as it had come, and called fetched.
  @Test("A body with a transfer coding that nobody undoes is no body")
  func transferCoding() async throws {
    let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n"
    let (error, url) = try await error(.asyncHTTPClient, .raw([.text(head + "4\r\nabcd\r\n0\r\n\r\n")]))
    let reason = "its Transfer-Encoding is none that is understood"
    #expect(error == FetchError(url, .malformedResponse(reason: reason)))
  }

  /// The first was undone, and what was left was given and kept.
  @Test("A body that is compressed more than once is no body", arguments: ["gzip, gzip", "deflate, gzip"])
  func codedTwice(_ codings: String) async throws {
    let script = Script(
      headers: ["Content-Encoding": codings],
      framing: .length(4),
      steps: [.text("abcd")]
    )
    let (error, url) = try await error(.asyncHTTPClient, script)
    let reason = "its body is compressed more than once"
    #expect(error == FetchError(url, .malformedResponse(reason: reason)))
  }

  /// It is the same by the name of early days, and what a head says that announces another one is not about that one.
  @Test("A body is what was compressed, by either name, whatever came before its head")
  func codedOnce() async throws {
    // "abcd", compressed.
    let gzip: [UInt8] = [
      0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 0x4b, 0x4c, 0x4a, 0x4e, 1, 0, 0x11, 0xcd, 0x82, 0xed, 4, 0, 0, 0,
    ]
    let ends = "Content-Length: \(gzip.count)\r\n\r\n"
    let early = "HTTP/1.1 103 Early Hints\r\nContent-Encoding: gzip\r\n\r\n"
    let scripts: [Script] = [
      .raw([.text("HTTP/1.1 200 OK\r\nContent-Encoding: X-GZIP\r\n\(ends)"), .bytes(gzip)]),
      .raw([.text("HTTP/1.1 200 OK\r\nContent-Encoding: gzip, identity\r\n\(ends)"), .bytes(gzip)]),
      .raw([.text("\(early)HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nabcd")]),
    ]
    for script in scripts {
      try await withFetcher(.asyncHTTPClient, script) { fetcher, upstream in
        let answer = try await fetcher.data(for: FetchRequest(upstream.url)).value()
        #expect(answer.body == Data("abcd".utf8))
      }
    }
  }

  @Test("A body that is not compressed as it says fails with a sentence")
  func noGzip() async throws {
    let script = Script(headers: ["Content-Encoding": "gzip"], framing: .length(4), steps: [.text("abcd")])
    let (error, url) = try await error(.asyncHTTPClient, script)
    let reason = "its body is damaged, or not compressed as it says"
    #expect(error == FetchError(url, .malformedResponse(reason: reason)))
  }

  /// URLSession reported such a body as a success, and half a picture went into the cache.
  @Test("A body shorter than it was declared is truncated in every style", arguments: Way.all)
  func truncated(_ way: Way) async throws {
    let script = Script(framing: .length(10), steps: [.text("abcd")])
    try await withFetcher(way.carrier, script) { fetcher, upstream in
      await #expect(throws: FetchError(upstream.url, .truncated(received: 4, expected: 10))) {
        try await way.style.load(FetchRequest(upstream.url), with: fetcher)
      }
    }
  }

  /// The fetcher counts for itself: both transports notice, but a transport of somebody else's may not.
  @Test("A body that ends quietly before its length is truncated")
  func quietEnd() async throws {
    struct Quiet: Transport {
      func send(_ request: FetchRequest) async throws -> TransportResponse {
        let head = FetchHead(url: request.url, status: 200, fields: ["Content-Length": "10"])
        let chunks = AsyncStream { continuation in
          continuation.yield(Data("abcd".utf8))
          continuation.finish()
        }
        return TransportResponse(head: head, body: TransportBody(chunks))
      }
    }
    var configuration = Fetcher.Configuration()
    configuration.retry = .never
    let url = try URL(fetching: "http://host/")
    let fetcher = Fetcher(transport: Quiet(), configuration: configuration)
    let outcome = await fetcher.data(for: FetchRequest(url)).outcome()
    #expect(outcome.fetchError == FetchError(url, .truncated(received: 4, expected: 10)))
  }

  @Test("A reset in the body is truncated", arguments: Carrier.allCases)
  func resetInBody(_ carrier: Carrier) async throws {
    let gate = Gate()
    let script = Script(framing: .length(10), steps: [.text("abcd"), .wait(gate.wait), .reset])
    try await withFetcher(carrier, script) { fetcher, upstream in
      let response = try await fetcher.response(for: FetchRequest(upstream.url))
      var body = response.body.makeAsyncIterator()
      #expect(try await body.next() == Data("abcd".utf8))
      gate.open()
      await #expect(throws: FetchError(upstream.url, .truncated(received: 4, expected: 10))) {
        try await body.next()
      }
    }
  }

  @Test("A chunked body without its last chunk is truncated", arguments: Carrier.allCases)
  func chunkedCutOff(_ carrier: Carrier) async throws {
    let gate = Gate()
    let script = Script(framing: .chunked, steps: [.text("abcd"), .wait(gate.wait), .close])
    try await withFetcher(carrier, script) { fetcher, upstream in
      let response = try await fetcher.response(for: FetchRequest(upstream.url))
      var body = response.body.makeAsyncIterator()
      #expect(try await body.next() == Data("abcd".utf8))
      gate.open()
      await #expect(throws: FetchError(upstream.url, .truncated(received: 4, expected: nil))) {
        try await body.next()
      }
    }
  }

  @Test("A connection reset before the head is lost", arguments: Carrier.allCases)
  func resetBeforeHead(_ carrier: Carrier) async throws {
    let (error, url) = try await error(carrier, .raw([.reset]))
    #expect(error == FetchError(url, .connectionLost))
    #expect(error?.description == "\(url) closed the connection without an answer; try again later.")
  }

  @Test("A connection closed before the head is lost", arguments: Carrier.allCases)
  func closedBeforeHead(_ carrier: Carrier) async throws {
    let (error, url) = try await error(carrier, .raw([.close]))
    #expect(error == FetchError(url, .connectionLost))
  }

  @Test("A body longer than declared ends where it was to end", arguments: Carrier.allCases)
  func longer(_ carrier: Carrier) async throws {
    let script = Script(framing: .length(4), steps: [.text("abcdefgh")])
    try await withFetcher(carrier, script) { fetcher, upstream in
      let answer = try await fetcher.data(for: FetchRequest(upstream.url)).value()
      #expect(answer.body == Data("abcd".utf8))
    }
  }

  @Test("What is not HTTP is a malformed response", arguments: Carrier.allCases)
  func notHTTP(_ carrier: Carrier) async throws {
    let (error, _) = try await error(carrier, .raw([.text("SSH-2.0-OpenSSH_9.2\r\nhello\r\n\r\n")]))
    #expect(error?.kind == "malformedResponse")
    #expect(error?.description.contains("is not HTTP") == true)
  }

  @Test("A body that is no JSON says so", arguments: Carrier.allCases)
  func garbage(_ carrier: Carrier) async throws {
    try await withFetcher(carrier, .json("<html>")) { fetcher, upstream in
      let outcome = await fetcher.json([Int].self, for: FetchRequest(upstream.url)).outcome()
      #expect(outcome.fetchError?.kind == "malformedJSON")
      #expect(outcome.fetchError?.description.hasPrefix("\(upstream.url) did not answer with JSON: ") == true)
    }
  }

  @Test("An empty body is not JSON", arguments: Carrier.allCases)
  func emptyJSON(_ carrier: Carrier) async throws {
    try await withFetcher(carrier, .json("")) { fetcher, upstream in
      let outcome = await fetcher.json([Int].self, for: FetchRequest(upstream.url)).outcome()
      #expect(outcome.fetchError == FetchError(upstream.url, .malformedJSON(reason: "the body is empty.")))
    }
  }

  @Test("JSON of another shape says where", arguments: Carrier.allCases)
  func otherShape(_ carrier: Carrier) async throws {
    try await withFetcher(carrier, .json("[1,2,\"three\"]")) { fetcher, upstream in
      let outcome = await fetcher.json([Int].self, for: FetchRequest(upstream.url)).outcome()
      let reason = "expected a number, found text"
      #expect(outcome.fetchError == FetchError(upstream.url, .unexpectedJSON(path: "[2]", reason: reason)))
    }
  }

  @Test("A host that does not exist is not found", arguments: Carrier.allCases)
  func noHost(_ carrier: Carrier) async throws {
    for addressGuard in [AddressGuard(), AddressGuard(allowsPrivate: true)] {
      var configuration = Fetcher.Configuration()
      configuration.retry = .never
      let fetcher = Fetcher(transport: carrier.transport(addressGuard), configuration: configuration)
      let url = try URL(fetching: "http://nowhere.invalid/")
      #expect(
        await fetcher.data(for: FetchRequest(url)).outcome().fetchError == FetchError(url, .hostNotFound)
      )
    }
  }

  @Test("A port where nobody listens refuses the connection", arguments: Carrier.allCases)
  func refused(_ carrier: Carrier) async throws {
    let closed = try ClosedPort()
    var configuration = Fetcher.Configuration()
    configuration.retry = .never
    let fetcher = Fetcher(transport: carrier.transport(), configuration: configuration)
    let error = await fetcher.data(for: FetchRequest(closed.url)).outcome().fetchError
    #expect(error == FetchError(closed.url, .cannotConnect(reason: "the connection was refused")))
  }

  /// On Apple's platforms a connection that goes with its network ends so: it was no error of the loader's, and so not tried again.
  @Test("An error of the system's own is one of the loader's", arguments: [false, true])
  func systemErrors(_ afterHead: Bool) throws {
    let url = try URL(fetching: "http://host/")
    func mapped(_ code: POSIXErrorCode) -> FetchError? {
      FetchError.mapping(POSIXError(code), of: url, afterHead: afterHead) as? FetchError
    }
    for code in [.ECONNABORTED, .ECONNRESET, .ENOTCONN, .EPIPE] as [POSIXErrorCode] {
      #expect(mapped(code) == FetchError(url, .connectionLost))
    }
    #expect(mapped(.ENOMEM) == FetchError(url, .transport(reason: "Cannot allocate memory")))
  }
}
