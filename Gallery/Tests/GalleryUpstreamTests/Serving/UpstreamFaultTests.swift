import ErrandsAsyncHTTPClient
import ErrandsLoading
import ErrandsTesting
import ErrandsUpstream
import Foundation
import GalleryConnections
import GalleryJobs
import GalleryUpstream
import Testing

@Suite("A fault does on the wire what its name says", .timeLimit(.minutes(1)))
struct UpstreamFaultTests {
  /// What a fetch of the chart fails with.
  private func failure(_ fault: UpstreamFault) async throws -> FetchError {
    try await withEmbedded(network: .always(fault)) { upstream in
      let request = try upstream.request()
      return try await #require(throws: FetchError.self) {
        try await Fetcher.local().json(Chart.self, for: request).value()
      }
    }
  }

  /// How long the chart is: of the same seed, and of a port with as many digits.
  private func wholeLength() async throws -> Int64 {
    try await withEmbedded { upstream in
      let head = try await Fetcher.local().data(for: upstream.request(method: .head)).value().head
      return try #require(head.contentLength)
    }
  }

  @Test("truncate ends the connection when half of the declared length has come")
  func truncate() async throws {
    guard case .truncated(let received, let expected?) = try await failure(.truncate).cause else {
      Issue.record("a truncation that is none")
      return
    }
    #expect(received == expected / 2)
  }

  /// A reset may overtake bytes that were sent before it, so how many arrive is not the server's to say.
  @Test("reset breaks off within the first half")
  func reset() async throws {
    guard case .truncated(let received, let expected?) = try await failure(.reset).cause else {
      Issue.record("a reset that went unnoticed")
      return
    }
    #expect(received <= expected / 2)
  }

  @Test("stall sends half and then nothing, until the client's deadline")
  func stall() async throws {
    let exchanges = Events<Exchange>()
    let clock = VirtualClock()
    try await withEmbedded(network: .always(.stall), onExchange: exchanges.record) { upstream in
      let fetcher = Fetcher.local(clock: clock)
      let request = try upstream.request()
      let response = try await fetcher.response(for: request)
      let half = try #require(response.head.contentLength) / 2
      var chunks = response.body.makeAsyncIterator()
      var received: Int64 = 0
      while received < half, let chunk = try await chunks.next() { received += Int64(chunk.count) }
      #expect(received == half)
      try await clock.sleepers(atLeast: 1)
      clock.advance(by: fetcher.configuration.deadline)
      let expected = FetchError(request.url, .timedOut(after: fetcher.configuration.deadline))
      await #expect(throws: expected) { _ = try await chunks.next() }
      #expect(try await exchanges.event(1).closedEarly)
    }
  }

  // They had no content to break off from, and a client that asked for a head first never got the rest of its connection.
  @Test(
    "What happens to content does not happen to an answer that has none",
    arguments: [UpstreamFault.stall, .reset, .truncate, .wrongLength, .malformedJSON]
  )
  func noContent(fault: UpstreamFault) async throws {
    try await withEmbedded(network: .always(fault)) { upstream in
      #expect(try await upstream.answer(EmbeddedUpstream.chartPath, method: .head).head.status == 200)
      let empty = try await upstream.answer("/files/a?bytes=0")
      #expect(empty.head.status == 200 && empty.body.isEmpty && !empty.isCutOff)
    }
  }

  @Test("wrong-length sends everything, and declares more")
  func wrongLength() async throws {
    guard case .truncated(let received, let expected?) = try await failure(.wrongLength).cause else {
      Issue.record("a length that is not wrong")
      return
    }
    #expect(expected == received + 1000)
    #expect(abs(received - (try await wholeLength())) < 200)
  }

  @Test("error500 is status 500, with nothing about when to come again")
  func error500() async throws {
    guard case .status(500, retryAfter: nil) = try await failure(.error500).cause else {
      Issue.record("another status")
      return
    }
  }

  @Test("error429 is status 429, and says when to come again")
  func error429() async throws {
    guard case .status(429, let retryAfter?) = try await failure(.error429).cause else {
      Issue.record("another status")
      return
    }
    #expect(retryAfter == .seconds(1))
  }

  @Test("malformed-json is a whole answer with half a text in it")
  func malformedJSON() async throws {
    guard case .malformedJSON = try await failure(.malformedJSON).cause else {
      Issue.record("JSON that parses")
      return
    }
  }

  @Test("redirect-loop leads to where it was asked, query included, until the client gives up")
  func redirectLoop() async throws {
    let exchanges = Events<Exchange>()
    try await withEmbedded(network: .always(.redirectLoop), onExchange: exchanges.record) { upstream in
      let path = EmbeddedUpstream.chartPath + "?page=2"
      let request = try upstream.request(path)
      let head = try await AsyncHTTPClientTransport.local().send(request).head
      #expect(head.status == 302)
      #expect(head.fields["Location"] == path)
      await #expect(throws: FetchError(request.url, .badRedirect(reason: "more than 10 hops"))) {
        try await Fetcher.local().data(for: request).value()
      }
      _ = try await exchanges.event(12)
      #expect(exchanges.all.map(\.path) == Array(repeating: EmbeddedUpstream.chartPath, count: 12))
    }
  }

  @Test("slow-headers holds the head back for three seconds, and then all is well")
  func slowHeaders() async throws {
    let clock = VirtualClock()
    let exchanges = Events<Exchange>()
    try await withEmbedded(
      network: .always(.slowHeaders),
      clock: clock,
      onExchange: exchanges.record
    ) { upstream in
      let request = try upstream.request()
      async let chart = Fetcher.local().json(Chart.self, for: request).value()
      try await clock.sleepers(atLeast: 1)
      clock.advance(by: .milliseconds(2999))
      #expect(clock.sleepers == 1)
      clock.advance(by: .milliseconds(1))
      #expect(try await chart.items.count == 10)
      #expect(try await exchanges.event(1).closedEarly == false)
    }
  }
}
