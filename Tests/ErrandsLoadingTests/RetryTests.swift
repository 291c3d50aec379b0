import Errands
import ErrandsLoading
import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

@Suite("Statuses and further tries", .timeLimit(.minutes(1)))
struct RetryTests {
  @Test("A status that is no success is an error with its code", arguments: Way.all)
  func status(_ way: Way) async throws {
    try await withFetcher(way.carrier, .status(404, text: "no such thing")) { fetcher, upstream in
      await #expect(throws: FetchError(upstream.url, .status(404, retryAfter: nil))) {
        try await way.style.load(FetchRequest(upstream.url), with: fetcher)
      }
    }
  }

  @Test(
    "A status says what to do",
    arguments: [
      (404, "(Not Found); check the address."), (401, "(Unauthorized); check the key or the permission."),
      (500, "(Internal Server Error); try again later."), (418, "; the request is not to its liking."),
    ]
  )
  func sentences(_ code: Int, _ end: String) throws {
    let url = try URL(fetching: "http://host/")
    let sentence = FetchError(url, .status(code, retryAfter: nil)).description
    #expect(sentence.hasPrefix("http://host/ answered \(code)"))
    #expect(sentence.hasSuffix(end))
  }

  /// Foundation has an authentication of its own, which used to look for a realm in every challenge.
  @Test(
    "401 is an error like any other, whatever the challenge",
    arguments: Carrier.allCases,
    ["Basic realm=\"here\"", "Bearer", "Digest realm=\"here\", nonce=\"1\"", ""]
  )
  func unauthorized(_ carrier: Carrier, _ challenge: String) async throws {
    let script = Script.status(401, headers: ["WWW-Authenticate": challenge], text: "who is there?")
    try await withFetcher(carrier, script) { fetcher, upstream in
      let outcome = await fetcher.data(for: FetchRequest(upstream.url)).outcome()
      #expect(outcome.fetchError == FetchError(upstream.url, .status(401, retryAfter: nil)))
    }
  }

  @Test("503, 503 and 200 are a success of exactly three requests", arguments: Way.all)
  func thirdTime(_ way: Way) async throws {
    try await withFetcher(
      way.carrier,
      { $0.retry = RetryPolicy(base: .zero) },
      respond: { $0.number < 3 ? .status(503) : .ok("at last") },
      { fetcher, upstream in
        let body = try await way.style.load(FetchRequest(upstream.url), with: fetcher)
        #expect(body == Data("at last".utf8))
        #expect(upstream.requestCount == 3)
      }
    )
  }

  @Test("No more tries than the policy allows, and the last error counts", arguments: Carrier.allCases)
  func noMore(_ carrier: Carrier) async throws {
    try await withFetcher(
      carrier,
      { $0.retry = RetryPolicy(retries: 2, base: .zero) },
      respond: { .status(500 + $0.number) },
      { fetcher, upstream in
        let outcome = await fetcher.data(for: FetchRequest(upstream.url)).outcome()
        // 501 is no passing failure.
        #expect(outcome.fetchError == FetchError(upstream.url, .status(501, retryAfter: nil)))
        #expect(upstream.requestCount == 1)
      }
    )
    try await withFetcher(
      carrier,
      { $0.retry = RetryPolicy(retries: 2, base: .zero) },
      respond: { .status(501 + $0.number) },
      { fetcher, upstream in
        let outcome = await fetcher.data(for: FetchRequest(upstream.url)).outcome()
        #expect(outcome.fetchError == FetchError(upstream.url, .status(504, retryAfter: nil)))
        #expect(upstream.requestCount == 3)
      }
    )
  }

  @Test("What will not pass is not tried again", arguments: Carrier.allCases, [400, 403, 404, 410, 304])
  func permanent(_ carrier: Carrier, _ code: Int) async throws {
    try await withFetcher(carrier, .status(code), { $0.retry = RetryPolicy(base: .zero) }) {
      fetcher,
      upstream in
      let outcome = await fetcher.data(for: FetchRequest(upstream.url)).outcome()
      #expect(outcome.fetchError == FetchError(upstream.url, .status(code, retryAfter: nil)))
      #expect(upstream.requestCount == 1)
    }
  }

  @Test("A server that names a time is obeyed to the second", arguments: Carrier.allCases)
  func retryAfter(_ carrier: Carrier) async throws {
    let clock = VirtualClock()
    try await withFetcher(
      carrier,
      clock: clock,
      { $0.retry = RetryPolicy(base: .zero) },
      respond: { $0.number == 1 ? .status(503, headers: ["Retry-After": "7"]) : .ok("now") },
      { fetcher, upstream in
        async let answer = fetcher.data(for: FetchRequest(upstream.url)).value()
        try await clock.sleepers(atLeast: 2)  // the deadline, and the wait
        clock.advance(by: .milliseconds(6_999))
        #expect(clock.sleepers == 2)
        #expect(upstream.requestCount == 1)
        clock.advance(by: .milliseconds(1))
        #expect(try await answer.body == Data("now".utf8))
      }
    )
  }

  @Test("A wait beyond the deadline is not begun", arguments: Carrier.allCases)
  func hopelessWait(_ carrier: Carrier) async throws {
    let script = Script.status(429, headers: ["Retry-After": "3600"])
    try await withFetcher(carrier, script, { $0.retry = RetryPolicy() }) { fetcher, upstream in
      let outcome = await fetcher.data(for: FetchRequest(upstream.url)).outcome()
      #expect(outcome.fetchError == FetchError(upstream.url, .status(429, retryAfter: .seconds(3600))))
      #expect(upstream.requestCount == 1)
      #expect(outcome.fetchError?.description.contains("again after 3600 seconds") == true)
    }
  }

  /// A download has no deadline: it slept for as long as a server said, for a year.
  @Test("A wait that a server asks for beyond the limit is not begun", arguments: Carrier.allCases)
  func longWait(_ carrier: Carrier) async throws {
    let folder = try TemporaryFolder()
    let year = Duration.seconds(31_536_000)
    let script = Script.status(503, headers: ["Retry-After": "31536000"])
    try await withFetcher(carrier, script, { $0.retry = RetryPolicy() }) { fetcher, upstream in
      let request = FetchRequest(upstream.url)
      let outcome = await fetcher.download(request, to: folder.destination()).outcome()
      #expect(outcome.fetchError == FetchError(upstream.url, .status(503, retryAfter: year)))
      #expect(outcome.fetchError?.description.contains("again after 31536000 seconds") == true)
      #expect(upstream.requestCount == 1)
    }
  }

  @Test("One up to the limit is", arguments: [10, 11])
  func limitedWait(_ seconds: Int) async throws {
    let clock = VirtualClock()
    try await withFetcher(
      .asyncHTTPClient,
      clock: clock,
      { ($0.retry, $0.retryAfterLimit) = (RetryPolicy(), .seconds(10)) },
      respond: { $0.number == 1 ? .status(503, headers: ["Retry-After": "\(seconds)"]) : .ok("now") },
      { fetcher, upstream in
        let run = fetcher.data(for: FetchRequest(upstream.url)).run()
        if seconds == 10 {
          try await clock.sleepers(atLeast: 2)
          clock.advance(by: .seconds(10))
          #expect(try await run.value.body == Data("now".utf8))
        } else {
          #expect(await run.settled.fetchError?.cause == .status(503, retryAfter: .seconds(11)))
        }
      }
    )
  }

  @Test("The caller chooses what is tried again, in place of what usually is", arguments: Carrier.allCases)
  func chosen(_ carrier: Carrier) async throws {
    try await withFetcher(
      carrier,
      {
        $0.retry = RetryPolicy(retries: 2, base: .zero)
        $0.isRetried = { $0.cause == .status(404, retryAfter: nil) }
      },
      respond: { $0.path == "/busy" ? .status(503) : $0.number < 3 ? .status(404) : .ok("there by now") },
      { fetcher, upstream in
        let answer = try await fetcher.data(for: FetchRequest(upstream.url("/late"))).value()
        #expect(answer.body == Data("there by now".utf8))
        let busy = await fetcher.data(for: FetchRequest(upstream.url("/busy"))).outcome()
        #expect(busy.fetchError?.cause == .status(503, retryAfter: nil))
        #expect(upstream.requests.map(\.path) == ["/late", "/late", "/late", "/busy"])
      }
    )
  }

  @Test("A connection lost before the head is tried again", arguments: Carrier.allCases)
  func lostConnection(_ carrier: Carrier) async throws {
    try await withFetcher(
      carrier,
      { $0.retry = RetryPolicy(base: .zero) },
      respond: { $0.number == 1 ? .raw([.reset]) : .ok("again") },
      { fetcher, upstream in
        let answer = try await fetcher.data(for: FetchRequest(upstream.url)).value()
        #expect(answer.body == Data("again".utf8))
      }
    )
  }

  /// Chunks that have been handed on cannot be taken back: a reader was given the beginning of a body twice.
  @Test("A body that broke off is begun anew only where nobody has seen its beginning", arguments: Way.all)
  func brokenBody(_ way: Way) async throws {
    let broken = Script(framing: .length(9), steps: [.text("abc")])
    try await withFetcher(
      way.carrier,
      { $0.retry = RetryPolicy(base: .zero) },
      respond: { $0.number == 1 ? broken : .ok("abcdefghi") },
      { fetcher, upstream in
        let request = FetchRequest(upstream.url)
        if way.style.beginsAnew {
          let body = try await way.style.load(request, with: fetcher)
          #expect(body == Data("abcdefghi".utf8))
          #expect(upstream.requestCount == 2)
        } else {
          await #expect(throws: FetchError(upstream.url, .truncated(received: 3, expected: 9))) {
            try await way.style.load(request, with: fetcher)
          }
          #expect(upstream.requestCount == 1)
        }
      }
    )
  }

  @Test("A body that is begun anew does not make progress go back", arguments: Carrier.allCases)
  func progressOfTries(_ carrier: Carrier) async throws {
    let broken = Script(framing: .length(9), steps: [.text("abcdef")])
    try await withFetcher(
      carrier,
      { $0.retry = RetryPolicy(base: .zero) },
      respond: { $0.number == 1 ? broken : .ok("abcdefghi") },
      { fetcher, upstream in
        let seen = Events<Int64>()
        let done = Gate()
        _ = fetcher.data(for: FetchRequest(upstream.url)).begin(in: nil as Scope?) { run in
          run.onProgress(on: .immediate) { seen.record($0.completed) }
          run.whenSettled(on: .immediate) { _ in done.open() }
        }
        try await done.wait()
        #expect(seen.all == seen.all.sorted())
        #expect(seen.all.last == 9)
      }
    )
  }
}
