import Errands
import ErrandsLoading
import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

@Suite("Bodies", .timeLimit(.minutes(1)))
struct BodyTests {
  private struct Song: Codable, Sendable, Equatable {
    let name: String
    let plays: Int
  }

  @Test("A body of one piece arrives in every style", arguments: Way.all)
  func onePiece(_ way: Way) async throws {
    try await withFetcher(way.carrier, .ok("hello")) { fetcher, upstream in
      let body = try await way.style.load(FetchRequest(upstream.url("/a")), with: fetcher)
      #expect(body == Data("hello".utf8))
      #expect(upstream.requests.map(\.path) == ["/a"])
    }
  }

  @Test("A body of many pieces arrives whole and in order in every style", arguments: Way.all)
  func manyPieces(_ way: Way) async throws {
    let pieces = (0..<200).map { number in (0..<1_000).map { UInt8(truncatingIfNeeded: number &* 7 &+ $0) } }
    let script = Script(framing: .chunked, steps: pieces.map { .bytes($0) })
    try await withFetcher(way.carrier, script) { fetcher, upstream in
      let body = try await way.style.load(FetchRequest(upstream.url), with: fetcher)
      #expect(body == Data(pieces.joined()))
    }
  }

  @Test("An empty body is a body", arguments: Way.all)
  func empty(_ way: Way) async throws {
    try await withFetcher(way.carrier, .ok("")) { fetcher, upstream in
      let body = try await way.style.load(FetchRequest(upstream.url), with: fetcher)
      #expect(body.isEmpty)
    }
  }

  @Test("204 has no body and is a success", arguments: Way.all)
  func noContent(_ way: Way) async throws {
    try await withFetcher(way.carrier, .status(204)) { fetcher, upstream in
      let body = try await way.style.load(FetchRequest(upstream.url), with: fetcher)
      #expect(body.isEmpty)
    }
  }

  @Test("A body without a length ends with its connection", arguments: Way.all)
  func untilClose(_ way: Way) async throws {
    let script = Script(framing: .untilClose, steps: [.text("one "), .text("two")])
    try await withFetcher(way.carrier, script) { fetcher, upstream in
      let body = try await way.style.load(FetchRequest(upstream.url), with: fetcher)
      #expect(body == Data("one two".utf8))
    }
  }

  @Test("The head comes before the body has begun", arguments: Carrier.allCases)
  func headFirst(_ carrier: Carrier) async throws {
    let gate = Gate()
    let script = Script(headers: ["X-Kind": "slow"], steps: [.wait(gate.wait), .text("body")])
    try await withFetcher(carrier, script) { fetcher, upstream in
      let response = try await fetcher.response(for: FetchRequest(upstream.url("/slow")))
      #expect(response.head.status == 200)
      #expect(response.head.fields["x-kind"] == "slow")
      #expect(response.head.contentLength == 4)
      #expect(response.head.url == upstream.url("/slow"))
      gate.open()
      var body = Data()
      for try await chunk in response.body { body += chunk }
      #expect(body == Data("body".utf8))
    }
  }

  @Test("HEAD gives the length and no body", arguments: Carrier.allCases)
  func headRequest(_ carrier: Carrier) async throws {
    try await withFetcher(carrier, .ok("hello")) { fetcher, upstream in
      let answer = try await fetcher.data(for: FetchRequest(upstream.url, method: .head)).value()
      #expect(answer.head.contentLength == 5)
      #expect(answer.body.isEmpty)
      #expect(upstream.requests.map(\.method) == ["HEAD"])
    }
  }

  @Test("JSON is decoded", arguments: Carrier.allCases)
  func json(_ carrier: Carrier) async throws {
    try await withFetcher(carrier, .json(#"[{"name":"Blue","plays":3}]"#)) { fetcher, upstream in
      let songs = try await fetcher.json([Song].self, for: FetchRequest(upstream.url)).value()
      #expect(songs == [Song(name: "Blue", plays: 3)])
    }
  }

  @Test(
    "The request's own fields are sent, and a user agent where there is none",
    arguments: Carrier.allCases
  )
  func fields(_ carrier: Carrier) async throws {
    try await withFetcher(carrier, .ok("")) { fetcher, upstream in
      var request = FetchRequest(upstream.url, fields: ["Accept": "image/*", "X-Two": "2"])
      _ = try await fetcher.data(for: request).value()
      request.fields["User-Agent"] = "Mine/2"
      _ = try await fetcher.data(for: request).value()
      let headers = upstream.requests.map(\.headers)
      #expect(headers.map { $0["Accept"] } == ["image/*", "image/*"])
      #expect(headers.map { $0["X-Two"] } == ["2", "2"])
      #expect(headers.map { $0["User-Agent"] } == ["Errands/1.0", "Mine/2"])
    }
  }

  @Test("Progress begins at nothing, never goes back, and ends with everything", arguments: Carrier.allCases)
  func progress(_ carrier: Carrier) async throws {
    let script = Script(steps: [.repeating([7], count: 3_000_000)])
    try await withFetcher(carrier, script) { fetcher, upstream in
      let seen = Events<RunProgress>()
      let done = Gate()
      _ = fetcher.data(for: FetchRequest(upstream.url)).begin(in: nil as Scope?) { run in
        run.onProgress(on: .immediate) { seen.record($0) }
        run.whenSettled(on: .immediate) { _ in done.open() }
      }
      try await done.wait()
      #expect(seen.all.first == RunProgress(completed: 0, total: 3_000_000))
      #expect(seen.all.last == RunProgress(completed: 3_000_000, total: 3_000_000))
      #expect(zip(seen.all, seen.all.dropFirst()).allSatisfy { $0.completed < $1.completed })
    }
  }

  @Test("An unknown total is nil, not a guess", arguments: Carrier.allCases)
  func unknownTotal(_ carrier: Carrier) async throws {
    let script = Script(framing: .chunked, steps: [.text("abc"), .text("def")])
    try await withFetcher(carrier, script) { fetcher, upstream in
      let seen = Events<RunProgress>()
      let done = Gate()
      _ = fetcher.data(for: FetchRequest(upstream.url)).begin(in: nil as Scope?) { run in
        run.onProgress(on: .immediate) { seen.record($0) }
        run.whenSettled(on: .immediate) { _ in done.open() }
      }
      try await done.wait()
      #expect(seen.all.allSatisfy { $0.total == nil })
      #expect(seen.all.last?.completed == 6)
    }
  }

  @Test("A thousand loads at once are all right, over a few connections", arguments: Carrier.allCases)
  func thousand(_ carrier: Carrier) async throws {
    try await withFetcher(
      carrier,
      respond: { .ok("answer \($0.path)") },
      { fetcher, upstream in
        let wrong = try await withThrowingTaskGroup(of: Bool.self) { group in
          for number in 0..<1_000 {
            group.addTask {
              let answer = try await fetcher.data(for: FetchRequest(upstream.url("/\(number)"))).value()
              return answer.body == Data("answer /\(number)".utf8)
            }
          }
          return try await group.reduce(into: 0) { count, isRight in count += isRight ? 0 : 1 }
        }
        #expect(wrong == 0)
        #expect(upstream.requestCount == 1_000)
        // Keep-alive: without it there would be a connection for each of them.
        #expect(upstream.connectionsAccepted <= 100)
      }
    )
  }

  @Test("Loads that follow one another use one connection", arguments: Carrier.allCases)
  func keepAlive(_ carrier: Carrier) async throws {
    try await withFetcher(carrier, .ok("again")) { fetcher, upstream in
      for _ in 0..<10 { _ = try await fetcher.data(for: FetchRequest(upstream.url)).value() }
      #expect(upstream.connectionsAccepted == 1)
    }
  }
}
