import Errands
import ErrandsLoading
import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

@Suite("Bodies that break off and are gone on with", .timeLimit(.minutes(1)))
struct ResumeTests {
  private static let file = (0..<1_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }

  /// The file from a byte on, as a server answers that has it under this tag; it breaks off at another byte.
  private static func answer(from first: Int, breaksAt end: Int = 1_000, tag: String = "\"a\"") -> Script {
    let headers: HeaderFields =
      first > 0 ? ["ETag": tag, "Content-Range": "bytes \(first)-999/1000"] : ["ETag": tag]
    return Script(
      status: first > 0 ? 206 : 200,
      headers: headers,
      framing: .length(1_000 - first),
      steps: [.bytes(Array(file[first..<end])), .close]
    )
  }

  private func configure(_ configuration: inout Fetcher.Configuration) {
    configuration.retry = RetryPolicy(retries: 3, base: .zero)
  }

  @Test("Two breaks, at 70 and at 80 per cent: the third request asks for the last fifth", arguments: Way.all)
  func twoBreaks(_ way: Way) async throws {
    let ends = [700, 800, 1_000]
    try await withFetcher(
      way.carrier,
      configure,
      respond: { request in
        let first = request.number == 1 ? 0 : ends[request.number - 2]
        return Self.answer(from: first, breaksAt: ends[request.number - 1])
      },
      { fetcher, upstream in
        let body = try await way.style.load(FetchRequest(upstream.url), with: fetcher)
        #expect(body == Data(Self.file))
        #expect(upstream.requests.map { $0.headers["Range"] } == [nil, "bytes=700-", "bytes=800-"])
        #expect(upstream.requests.map { $0.headers["If-Range"] } == [nil, "\"a\"", "\"a\""])
      }
    )
  }

  /// Under another tag each time, and a byte longer, it was asked for without end, and all of it thrown away.
  @Test(
    "A body that begins anew each time is tried as often as any, however far it comes",
    arguments: Carrier.allCases
  )
  func anewEachTime(_ carrier: Carrier) async throws {
    try await withFetcher(
      carrier,
      configure,
      respond: { Self.answer(from: 0, breaksAt: 500 + $0.number, tag: "\"\($0.number)\"") },
      { fetcher, upstream in
        let outcome = await fetcher.data(for: FetchRequest(upstream.url)).outcome()
        #expect(outcome.fetchError != nil)
        #expect(upstream.requests.count == 4)
      }
    )
  }

  /// A piece of the rest each time, and then another state: that, too, is no progress.
  @Test("So is one that begins anew whenever it has gone on", arguments: Carrier.allCases)
  func anewBetween(_ carrier: Carrier) async throws {
    try await withFetcher(
      carrier,
      configure,
      respond: { request in
        let state = "\"\((request.number + 1) / 2)\""
        if request.number > 30 { return Self.answer(from: 0, tag: state) }
        return request.number % 2 == 1
          ? Self.answer(from: 0, breaksAt: 500, tag: state)
          : Self.answer(from: 500, breaksAt: 501, tag: state)
      },
      { fetcher, upstream in
        let outcome = await fetcher.data(for: FetchRequest(upstream.url)).outcome()
        #expect(outcome.fetchError == FetchError(upstream.url, .truncated(received: 500, expected: 1_000)))
        #expect(upstream.requests.count == 9)
      }
    )
  }

  /// Each answer had an address of its own, and so all that was held was thrown away at each break.
  @Test("Behind a redirect to an address that is signed anew each time the body goes on", arguments: Way.all)
  func signedRedirect(_ way: Way) async throws {
    try await withFetcher(
      way.carrier,
      configure,
      respond: { request in
        if request.path == "/a" { return .redirect(to: "/b?sig=\(request.number)") }
        return request.headers["Range"] == nil
          ? Self.answer(from: 0, breaksAt: 700) : Self.answer(from: 700)
      },
      { fetcher, upstream in
        let body = try await way.style.load(FetchRequest(upstream.url("/a")), with: fetcher)
        #expect(body == Data(Self.file))
        let signed = upstream.requests.filter { $0.path == "/b" }
        #expect(signed.map { $0.headers["Range"] } == [nil, "bytes=700-"])
        #expect(signed.map(\.query) == ["sig=1", "sig=3"])
      }
    )
  }

  /// What answers the second request, which asks for the rest.
  enum Amid: String, CaseIterable, Sendable {
    case whole, refused, otherPart, otherTag, moved

    func script(_ upstream: URL?) -> Script {
      switch self {
      case .whole: ResumeTests.answer(from: 0, tag: "\"b\"")
      case .refused: .status(416, headers: ["Content-Range": "bytes */1000"])
      case .otherPart: ResumeTests.answer(from: 600)
      case .otherTag: ResumeTests.answer(from: 700, tag: "\"b\"")
      case .moved: .status(302, headers: ["Location": "/elsewhere"])
      }
    }
  }

  @Test(
    "What does not go with what is held is begun anew, where it can be",
    arguments: Amid.allCases,
    Carrier.allCases
  )
  func amid(_ amid: Amid, _ carrier: Carrier) async throws {
    try await withFetcher(
      carrier,
      configure,
      respond: { request in
        if request.path == "/elsewhere" { return Self.answer(from: request.number == 3 ? 700 : 0) }
        switch request.number {
        case 1: return Self.answer(from: 0, breaksAt: 700)
        case 2: return amid.script(nil)
        default: return Self.answer(from: 0)
        }
      },
      { fetcher, upstream in
        let answer = try await fetcher.data(for: FetchRequest(upstream.url)).value()
        #expect(answer.body == Data(Self.file))
        #expect(answer.head.status == 200)
        #expect(upstream.requests.last?.headers["Range"] == (amid == .whole ? "bytes=700-" : nil))
      }
    )
  }

  @Test("Where pieces have been handed on, the error that broke it off is told", arguments: Carrier.allCases)
  func handedOn(_ carrier: Carrier) async throws {
    try await withFetcher(
      carrier,
      configure,
      respond: { $0.number == 1 ? Self.answer(from: 0, breaksAt: 700) : Self.answer(from: 0, tag: "\"b\"") },
      { fetcher, upstream in
        await #expect(throws: FetchError(upstream.url, .truncated(received: 700, expected: 1_000))) {
          try await LoadStyle.response.load(FetchRequest(upstream.url), with: fetcher)
        }
        #expect(upstream.requestCount == 2)
      }
    )
  }

  @Test("A weak validator resumes nothing", arguments: Carrier.allCases)
  func weak(_ carrier: Carrier) async throws {
    try await withFetcher(
      carrier,
      configure,
      respond: { Self.answer(from: 0, breaksAt: $0.number == 1 ? 700 : 1_000, tag: "W/\"a\"") },
      { fetcher, upstream in
        let answer = try await fetcher.data(for: FetchRequest(upstream.url)).value()
        #expect(answer.body == Data(Self.file))
        #expect(upstream.requests.map { $0.headers["Range"] } == [nil, nil])
      }
    )
  }

  /// A large file over a connection that breaks now and then was given up at its fourth break, however much had come.
  @Test("Tries are counted from the last one that has brought something", arguments: Way.all)
  func countedAnew(_ way: Way) async throws {
    try await withFetcher(
      way.carrier,
      { $0.retry = RetryPolicy(retries: 1, base: .zero) },
      respond: { request in
        let first = (request.number - 1) * 100
        return Self.answer(from: first, breaksAt: first + 100)
      },
      { fetcher, upstream in
        let body = try await way.style.load(FetchRequest(upstream.url), with: fetcher)
        #expect(body == Data(Self.file))
        #expect(upstream.requests.last?.headers["Range"] == "bytes=900-")
      }
    )
  }

  @Test("and given up where so many in a row bring nothing", arguments: Carrier.allCases)
  func inVain(_ carrier: Carrier) async throws {
    try await withFetcher(
      carrier,
      { $0.retry = RetryPolicy(retries: 2, base: .zero) },
      respond: { Self.answer(from: $0.number == 1 ? 0 : 700, breaksAt: 700) },
      { fetcher, upstream in
        await #expect(throws: FetchError(upstream.url, .truncated(received: 700, expected: 1_000))) {
          try await fetcher.data(for: FetchRequest(upstream.url)).value()
        }
        #expect(upstream.requestCount == 3)
      }
    )
  }

  /// The answer that fits nothing made the load forget what it held, and then the beginning counted as progress once more: a server
  /// like that was asked for ever, and a download has no deadline.
  @Test(
    "A beginning that comes again and again brings nothing",
    arguments: [true, false],
    Way.all
  )
  func sameBeginning(_ refuses: Bool, _ way: Way) async throws {
    let otherPart = Script(
      status: 206,
      headers: ["ETag": "\"a\"", "Content-Range": "bytes 600-999/1000"],
      steps: [.bytes(Array(Self.file[600...]))]
    )
    try await withFetcher(
      way.carrier,
      { $0.retry = RetryPolicy(retries: 2, base: .zero) },
      respond: { request in
        // Where it is never given up this ends it, as a success.
        if request.number > 20 { return Self.answer(from: 0) }
        if request.headers["Range"] == nil { return Self.answer(from: 0, breaksAt: 700) }
        return refuses ? .status(416) : otherPart
      },
      { fetcher, upstream in
        await #expect(throws: FetchError(upstream.url, .truncated(received: 700, expected: 1_000))) {
          try await way.style.load(FetchRequest(upstream.url), with: fetcher)
        }
        #expect(upstream.requestCount <= 3)
      }
    )
  }

  @Test("Progress goes on where it stood", arguments: Carrier.allCases)
  func progress(_ carrier: Carrier) async throws {
    try await withFetcher(
      carrier,
      configure,
      respond: {
        $0.number == 1 ? Self.answer(from: 0, breaksAt: 700) : Self.answer(from: 700)
      },
      { fetcher, upstream in
        let seen = Events<Int64>()
        let run = fetcher.data(for: FetchRequest(upstream.url)).begin(in: nil as Scope?) { run in
          run.onProgress(on: .immediate) { seen.record($0.completed) }
        }
        _ = try await run.value
        #expect(run.progress == RunProgress(completed: 1_000, total: 1_000))
        // It never goes back to where the second try began.
        #expect(seen.all.contains(700))
        #expect(zip(seen.all, seen.all.dropFirst()).allSatisfy { $0 < $1 })
      }
    )
  }
}
