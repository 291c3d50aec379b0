import Errands
import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

@testable import ErrandsLoading

@Suite("Stale answers at once, and fresh ones behind them", .timeLimit(.minutes(1)))
struct CachedLoadUpdatesTests {
  private let time = WallTime()

  private func request(_ upstream: ScriptedUpstream) -> FetchRequest { FetchRequest(upstream.url) }

  // MARK: Stale while revalidate

  /// Without a validator the renewal is the same request as the load that began it. It joined that load, which was in
  /// flight until it had been given the stale answer, and the server was never asked.
  @Test(
    "Stale while revalidate: what is stored is given at once, and the server is asked once behind it",
    arguments: [nil, "\"a\""],
    [false, true]
  )
  func staleWhileRevalidate(_ tag: String?, _ hasFolder: Bool) async throws {
    let folder = try TemporaryFolder()
    let gate = Gate()
    try await withCachedFetcher(
      .test(time, in: hasFolder ? folder : nil),
      respond: { request in
        if request.number > 1 { try await gate.wait() }
        return .fresh("\(request.number)", tag: tag, "stale-while-revalidate=1000")
      }
    ) { fetcher, upstream in
      _ = try await fetcher.text(upstream.url)
      time.pass(100)
      // Many loads, while the server has not answered yet.
      for _ in 0..<20 {
        let answer = try await fetcher.answer(upstream.url)
        #expect(answer.text == "1")
        #expect(answer.told == "hit; ttl=-40")
      }
      #expect(try await upstream.request(2).headers["If-None-Match"] == tag)
      let renewal = try await renewalEnds(of: fetcher, upstream) { gate.open() }
      #expect(renewal)
      let answer = try await fetcher.answer(upstream.url)
      #expect(answer.text == "2")
      #expect(answer.told == "hit; ttl=60")
      #expect(upstream.requestCount == 2)
    }
  }

  /// Joins the renewal that is in flight by asking for the newest, and waits for its end.
  private func renewalEnds(
    of fetcher: Fetcher,
    _ upstream: ScriptedUpstream,
    after action: @escaping @Sendable () -> Void
  ) async throws -> Bool {
    var values: [String] = []
    for try await value in fetcher.updates(for: request(upstream)) {
      values.append(value.text)
      if values.count == 1 { action() }
    }
    return values == ["1", "2"]
  }

  /// A server that does not answer held the renewal for ever, and all loads got the old answer until the process ended.
  @Test("A renewal keeps to the deadline, and the next load asks anew")
  func renewalDeadline() async throws {
    let clock = VirtualClock()
    let never = Gate()
    try await withCachedFetcher(
      .test(time),
      clock: clock,
      { $0.deadline = .seconds(30) },
      respond: { request in
        if request.number == 2 { try await never.wait() }
        return .fresh("\(request.number)", tag: "\"\(request.number)\"", "stale-while-revalidate=1000")
      }
    ) { fetcher, upstream in
      _ = try await fetcher.text(upstream.url)
      time.pass(100)
      #expect(try await fetcher.text(upstream.url) == "1")
      _ = try await upstream.request(2)
      clock.advance(by: .seconds(30))
      try await upstream.earlyCloses(atLeast: 1)
      #expect(try await fetcher.text(upstream.url) == "1")
      _ = try await upstream.request(3)
    }
  }

  @Test("A renewal goes on where the load that began it is cancelled or long over")
  func renewalGoesOn() async throws {
    let gate = Gate()
    try await withCachedFetcher(
      .test(time),
      respond: { request in
        if request.number > 1 { try await gate.wait() }
        return .fresh("\(request.number)", tag: "\"\(request.number)\"", "stale-while-revalidate=1000")
      }
    ) { fetcher, upstream in
      _ = try await fetcher.text(upstream.url)
      time.pass(100)
      let scope = Scope()
      _ = try await fetcher.data(for: request(upstream)).value(in: scope)
      scope.cancel()
      _ = try await upstream.request(2)
      #expect(try await renewalEnds(of: fetcher, upstream) { gate.open() })
      #expect(upstream.earlyCloses == 0)
    }
  }

  @Test("Fetcher and cache are freed once a renewal that outlived their last load has ended")
  func renewalLeaks() async throws {
    let gate = Gate()
    try await withLiveObjects { live in
      try await withUpstream(
        respond: { request in
          if request.number > 1 { try await gate.wait() }
          return .fresh("\(request.number)", tag: "\"a\"", "stale-while-revalidate=1000")
        },
        { upstream in
          var fetcher: Fetcher? = {
            let probe = live.object("fetcher")
            var configuration = Fetcher.Configuration()
            configuration.cache = .test(time)
            configuration.validate = { _ in withExtendedLifetime(probe) {} }
            return Fetcher(transport: Carrier.asyncHTTPClient.transport(), configuration: configuration)
          }()
          _ = try await fetcher?.text(upstream.url)
          time.pass(100)
          _ = try await fetcher?.text(upstream.url)
          fetcher = nil
          _ = try await upstream.request(2)
          #expect(live.count == 1)
          gate.open()
          try await live.allGone()
          #expect(upstream.earlyCloses == 0)
        }
      )
    }
  }

  /// The renewal and a user's own question have the same condition, and were taken for the same load: the one got a 304
  /// without a body, or the other a body where it wanted to know whether anything had changed.
  @Test("A renewal is no answer to a question of the user's own")
  func ownQuestion() async throws {
    let gate = Gate()
    try await withCachedFetcher(
      .test(time),
      respond: { request in
        if request.number > 1 { try await gate.wait() }
        return .tagged("one", "\"a\"", for: request, 60, "stale-while-revalidate=1000")
      }
    ) { fetcher, upstream in
      _ = try await fetcher.text(upstream.url)
      time.pass(100)
      _ = try await fetcher.text(upstream.url)
      _ = try await upstream.request(2)
      let asking = Task { try await fetcher.answer(upstream.url, .usual, ["If-None-Match": "\"a\""]) }
      _ = try await upstream.request(3)
      gate.open()
      #expect(try await asking.value.head.status == 304)
    }
  }

  // MARK: Updates

  private func values(_ fetcher: Fetcher, _ request: FetchRequest) async -> ([String], FetchError?) {
    var values: [String] = []
    do {
      for try await value in fetcher.updates(for: request) {
        values.append("\(value.text): \(value.told ?? "")")
      }
      return (values, nil)
    } catch {
      return (values, error as? FetchError)
    }
  }

  @Test("Updates: what is stale, and then what is fresh", arguments: Carrier.allCases)
  func staleThenFresh(_ carrier: Carrier) async throws {
    try await withCachedFetcher(
      .test(time),
      over: carrier,
      respond: { .tagged($0.number < 3 ? "one" : "two", $0.number < 3 ? "\"a\"" : "\"b\"", for: $0) }
    ) { fetcher, upstream in
      #expect(await values(fetcher, request(upstream)) == (["one: fwd=uri-miss; stored"], nil))
      #expect(await values(fetcher, request(upstream)) == (["one: hit; ttl=60"], nil))
      time.pass(1_000_000 / 2)
      let (unchanged, _) = await values(fetcher, request(upstream))
      #expect(unchanged == ["one: hit; ttl=-499940", "one: fwd=stale; fwd-status=304; ttl=60; stored"])
      time.pass(100)
      let (changed, _) = await values(fetcher, request(upstream))
      #expect(changed == ["one: hit; ttl=-40", "two: fwd=stale; stored"])
      #expect(upstream.requestCount == 3)
    }
  }

  @Test("What must not be given stale is asked for first")
  func mustRevalidate() async throws {
    try await withCachedFetcher(
      .test(time),
      respond: { .tagged("one", "\"a\"", for: $0, 60, "must-revalidate") }
    ) { fetcher, upstream in
      _ = try await fetcher.text(upstream.url)
      time.pass(100)
      let (values, _) = await values(fetcher, request(upstream))
      #expect(values == ["one: fwd=stale; fwd-status=304; ttl=60; stored"])
    }
  }

  @Test("Where the server fails, its error comes behind the stale value", arguments: Carrier.allCases)
  func errorBehind(_ carrier: Carrier) async throws {
    try await withCachedFetcher(
      .test(time),
      over: carrier,
      respond: { $0.number == 1 ? .fresh("one", tag: "\"a\"", "stale-if-error=10000") : .status(500) }
    ) { fetcher, upstream in
      _ = try await fetcher.text(upstream.url)
      time.pass(100)
      let (values, error) = await values(fetcher, request(upstream))
      #expect(values == ["one: hit; ttl=-40"])
      #expect(error?.cause == .status(500, retryAfter: nil))
    }
  }

  @Test("Where nothing is stored, its error is all there is")
  func errorOnly() async throws {
    try await withCachedFetcher(.test(time), respond: { _ in .status(404) }) { fetcher, upstream in
      let (values, error) = await values(fetcher, request(upstream))
      #expect(values.isEmpty)
      #expect(error?.cause == .status(404, retryAfter: nil))
    }
  }

  @Test("Without a cache they are one answer")
  func withoutCache() async throws {
    try await withFetcher(.asyncHTTPClient, .ok("one")) { fetcher, upstream in
      let (values, error) = await values(fetcher, request(upstream))
      #expect(values == ["one: "])
      #expect(error == nil)
    }
  }

  @Test(
    "Who leaves the loop ends the load, before the fresh value and before any",
    arguments: Carrier.allCases
  )
  func leaving(_ carrier: Carrier) async throws {
    let never = Gate()
    try await withCachedFetcher(
      .test(time),
      over: carrier,
      respond: { request in
        if request.number > 1 { try await never.wait() }
        return .fresh("one", tag: "\"a\"")
      }
    ) { fetcher, upstream in
      _ = try await fetcher.text(upstream.url)
      time.pass(100)
      for try await value in fetcher.updates(for: request(upstream)) {
        #expect(value.text == "one")
        _ = try await upstream.request(2)
        break
      }
      try await upstream.earlyCloses(atLeast: 1)
      let other = Task {
        for try await _ in fetcher.updates(for: FetchRequest(upstream.url("/other"))) {
          Issue.record("a value")
        }
      }
      _ = try await upstream.request(3)
      other.cancel()
      _ = await other.result
      try await upstream.earlyCloses(atLeast: 2)
    }
  }

  @Test("What the stream and its load held is freed, also where nobody reads it")
  func leaks() async throws {
    try await withLiveObjects { live in
      try await withCachedFetcher(.test(time), respond: { _ in .fresh("one", tag: "\"a\"") }) {
        fetcher,
        upstream in
        var fetcher: Fetcher? = {
          var configuration = fetcher.configuration
          let probe = live.object("fetcher")
          configuration.validate = { _ in withExtendedLifetime(probe) {} }
          return Fetcher(transport: Carrier.asyncHTTPClient.transport(), configuration: configuration)
        }()
        for _ in 0..<3 {
          if let fetcher { for try await _ in fetcher.updates(for: request(upstream)) {} }
          time.pass(100)
        }
        _ = fetcher?.updates(for: request(upstream))
        fetcher = nil
      }
    }
  }

  /// A stream asked for itself, though a load of the same thing was in flight.
  @Test("Updates and loads of the same thing at the same time ask once", arguments: [false, true])
  func shared(_ isStored: Bool) async throws {
    let gate = Gate()
    let number = isStored ? 2 : 1
    try await withCachedFetcher(
      .test(time),
      respond: { request in
        guard request.number == number else { return .fresh("\(request.number)", tag: "\"a\"") }
        return Script(
          headers: ["Cache-Control": "max-age=60", "ETag": "\"b\""],
          framing: .length(2),
          steps: [.text("n"), .wait(gate.wait), .text("\(number)")]
        )
      }
    ) { fetcher, upstream in
      let request = request(upstream)
      if isStored {
        _ = try await fetcher.text(upstream.url)
        time.pass(100)
      }
      let stream = fetcher.updates(for: request)
      _ = try await upstream.request(number)
      let progress = Events<RunProgress>()
      let load = fetcher.data(for: request).begin(in: nil as Scope?) { run in
        run.onProgress(on: .immediate) { progress.record($0) }
      }
      _ = try await progress.first { $0.completed == 1 }
      gate.open()
      var values: [String] = []
      for try await value in stream { values.append(value.text) }
      #expect(values == (isStored ? ["1", "n2"] : ["n1"]))
      #expect(try await load.value.text == "n\(number)")
      #expect(upstream.requestCount == number)
    }
  }
}
