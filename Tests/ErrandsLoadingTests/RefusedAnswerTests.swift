import Errands
import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

@testable import ErrandsLoading

@Suite("Answers that refuse, and bodies that nobody wants", .timeLimit(.minutes(1)))
struct RefusedAnswerTests {
  private let long = [UInt8](repeating: UInt8(ascii: "x"), count: 2_000)

  private func script(_ status: Int, _ body: [UInt8]) -> Script {
    Script(status: status, headers: ["X-Reason": "because"], steps: [.bytes(body)])
  }

  @Test(
    "The error has its head, and its body where that is short",
    arguments: Carrier.allCases,
    [400, 401, 404, 500]
  )
  func answer(_ carrier: Carrier, _ status: Int) async throws {
    try await withFetcher(carrier, script(status, Array("{\"error\": 7}".utf8))) { fetcher, upstream in
      let error = await fetcher.data(for: FetchRequest(upstream.url)).outcome().fetchError
      let answer = try #require(error?.answer)
      #expect(answer.head.status == status && answer.head.url == upstream.url)
      #expect(answer.head.fields["X-Reason"] == "because")
      #expect(try answer.json([String: Int].self) == ["error": 7])
    }
  }

  @Test("Of a long body it has the first KiB, however it comes", arguments: Carrier.allCases)
  func firstKilobyte(_ carrier: Carrier) async throws {
    let pieces = Script(
      status: 404,
      framing: .chunked,
      steps: (0..<200).map { _ in .text("0123456789") }
    )
    for (script, body) in [
      (script(404, long), long), (pieces, Array(String(repeating: "0123456789", count: 200).utf8)),
    ] {
      try await withFetcher(carrier, script) { fetcher, upstream in
        let error = await fetcher.data(for: FetchRequest(upstream.url)).outcome().fetchError
        #expect(error?.answer?.body == Data(body.prefix(1_024)))
      }
    }
  }

  @Test("An error that is about no answer has none", arguments: Carrier.allCases)
  func none(_ carrier: Carrier) async throws {
    let scripts = [
      Script.raw([.reset]), Script(framing: .length(9), steps: [.text("abc")]), .redirect(to: "ftp://a/"),
    ]
    for script in scripts {
      try await withFetcher(carrier, script) { fetcher, upstream in
        let error = await fetcher.data(for: FetchRequest(upstream.url)).outcome().fetchError
        #expect(error != nil && error?.answer == nil)
      }
    }
  }

  @Test("It is of the last try, and of the end of the redirects", arguments: Carrier.allCases)
  func last(_ carrier: Carrier) async throws {
    try await withFetcher(
      carrier,
      { $0.retry = RetryPolicy(retries: 1, base: .zero) },
      respond: { $0.path == "/a" ? .redirect(to: "/b") : .status(503, text: "no \($0.number)") },
      { fetcher, upstream in
        let error = await fetcher.data(for: FetchRequest(upstream.url("/a"))).outcome().fetchError
        #expect(error?.answer?.head.url == upstream.url("/b"))
        #expect(error?.answer?.body == Data("no 4".utf8))
      }
    )
  }

  @Test("A check of the head that refuses an answer may say so by its status", arguments: Carrier.allCases)
  func validated(_ carrier: Carrier) async throws {
    let change: (inout Fetcher.Configuration) -> Void = {
      $0.validate = { head in
        if head.fields["X-Reason"] != nil {
          throw FetchError(head.url, .status(head.status, retryAfter: nil))
        }
      }
    }
    try await withFetcher(carrier, script(200, Array("not this".utf8)), change) { fetcher, upstream in
      let error = await fetcher.data(for: FetchRequest(upstream.url)).outcome().fetchError
      #expect(error == FetchError(upstream.url, .status(200, retryAfter: nil)))
      #expect(error?.answer?.body == Data("not this".utf8))
    }
  }

  // MARK: Connections

  /// A fetcher whose answers come in two parts: the rest of a body when its head has been received, so that nothing of it lies
  /// ready in the client by chance.
  private func withTwoParts(
    _ carrier: Carrier,
    _ change: (inout Fetcher.Configuration) -> Void = { _ in },
    respond: @escaping @Sendable (RecordedRequest, _ rest: [Script.Step]) -> Script,
    _ test: (Fetcher, ScriptedUpstream) async throws -> Void
  ) async throws {
    let (heads, long) = (Events<Void>(), long)
    try await withFetcher(
      carrier,
      change,
      respond: { request in
        respond(request, [.bytes(long), .wait { _ = try await heads.event(request.number) }, .bytes(long)])
      },
      { plain, upstream in
        let transport = ClosureTransport { [transport = plain.transport] request in
          let response = try await transport.send(request)
          heads.record(())
          return response
        }
        try await test(Fetcher(transport: transport, configuration: plain.configuration), upstream)
      }
    )
  }

  /// A body that is left unread costs its connection: each 404 of a gallery of covers cost one, and each hop of a redirect.
  @Test(
    "The connection is used again behind one with a short body",
    arguments: Carrier.allCases,
    [LoadStyle.data, .response, .delegate]
  )
  func usedAgain(_ carrier: Carrier, _ style: LoadStyle) async throws {
    try await withTwoParts(
      carrier,
      respond: { $0.path == "/gone" ? Script(status: 404, steps: $1) : .ok("here") },
      { fetcher, upstream in
        for _ in 0..<5 {
          await #expect(throws: FetchError(upstream.url("/gone"), .status(404, retryAfter: nil))) {
            try await style.load(FetchRequest(upstream.url("/gone")), with: fetcher)
          }
        }
        _ = try await style.load(FetchRequest(upstream.url("/here")), with: fetcher)
        #expect(upstream.connectionsAccepted == 1)
      }
    )
  }

  @Test("and between two tries", arguments: Carrier.allCases)
  func tries(_ carrier: Carrier) async throws {
    try await withTwoParts(
      carrier,
      { $0.retry = RetryPolicy(retries: 1, base: .zero) },
      respond: { $0.number == 1 ? Script(status: 503, steps: $1) : .ok("here") },
      { fetcher, upstream in
        let answer = try await fetcher.data(for: FetchRequest(upstream.url("/"))).value()
        #expect(answer.body == Data("here".utf8))
        #expect(upstream.requests.map(\.connection) == [1, 1])
      }
    )
  }

  @Test("and behind a redirect with a body")
  func redirects() async throws {
    try await withTwoParts(
      .asyncHTTPClient,
      respond: {
        $0.path == "/" ? Script(status: 301, headers: ["Location": "/next"], steps: $1) : .ok("here")
      },
      { fetcher, upstream in
        let answer = try await fetcher.data(for: FetchRequest(upstream.url("/"))).value()
        #expect(answer.body == Data("here".utf8))
        #expect(upstream.requests.map(\.connection) == [1, 1])
      }
    )
  }

  /// Where Foundation stands on libcurl it tells of a redirect only when all of its body has come, which is never.
  @Test(
    "but not behind an endless one, which is left",
    arguments: [(Carrier.asyncHTTPClient, 404), (.asyncHTTPClient, 301), (.urlSession, 404)]
  )
  func endless(_ carrier: Carrier, _ status: Int) async throws {
    let endless = Script(
      status: status,
      headers: ["Location": "/next"],
      framing: .chunked,
      steps: [.repeating(long, count: 1 << 40)]
    )
    try await withFetcher(carrier, respond: { $0.path == "/" ? endless : .ok("here") }) { fetcher, upstream in
      let outcome = await fetcher.data(for: FetchRequest(upstream.url("/"))).outcome()
      try await upstream.earlyCloses(atLeast: 1)
      // What the sockets and buffers between the two hold; in the second that it may take, hundreds of megabytes would come.
      if carrier.hasBackPressure { #expect(upstream.bytesSent < 12 << 20) }
      if status == 404 {
        #expect(outcome.fetchError?.answer?.body == Data(long.prefix(1_024)))
        _ = try await fetcher.data(for: FetchRequest(upstream.url("/next"))).value()
      }
      #expect(upstream.connectionsAccepted == 2)
    }
  }

  /// In real time, whatever clock the loads have: here a virtual one, which stands still.
  @Test("A body that stalls holds the error no longer than a moment", arguments: Carrier.allCases)
  func stalled(_ carrier: Carrier) async throws {
    let script = Script(status: 404, framing: .length(100), steps: [.text("gone"), .stall])
    try await withFetcher(carrier, script, clock: VirtualClock()) { fetcher, upstream in
      let error = await fetcher.data(for: FetchRequest(upstream.url)).outcome().fetchError
      #expect(error == FetchError(upstream.url, .status(404, retryAfter: nil)))
      #expect(error?.answer?.body == Data("gone".utf8))
      try await upstream.earlyCloses(atLeast: 1)
    }
  }

  @Test("A load that is cancelled in such a body ends at once", arguments: Carrier.allCases)
  func cancelled(_ carrier: Carrier) async throws {
    let stalling = Gate()
    let script = Script(
      status: 404,
      framing: .length(100),
      steps: [.text("gone"), .wait { stalling.open() }, .stall]
    )
    try await withFetcher(carrier, script) { fetcher, upstream in
      let run = fetcher.data(for: FetchRequest(upstream.url)).run()
      try await stalling.wait()
      run.cancel()
      #expect(await run.settled.isCancelled)
      try await upstream.earlyCloses(atLeast: 1)
    }
  }

  @Test("A body that breaks off, or is none, does not hide the refusal", arguments: Carrier.allCases)
  func broken(_ carrier: Carrier) async throws {
    for steps in [[Script.Step.text("gone"), .close], [.close], [.text("gone"), .reset]] {
      let script = Script(status: 410, framing: .length(100), steps: steps)
      try await withFetcher(carrier, script) { fetcher, upstream in
        let error = await fetcher.data(for: FetchRequest(upstream.url)).outcome().fetchError
        #expect(error?.cause == .status(410, retryAfter: nil))
        #expect(error?.answer?.head.status == 410)
      }
    }
  }
}
