import Errands
import ErrandsLoading
import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

@Suite("One deadline over everything", .timeLimit(.minutes(1)))
struct DeadlineTests {
  private let clock = VirtualClock()
  private let limit = Duration.seconds(5)

  private func deadline(_ configuration: inout Fetcher.Configuration) {
    configuration.deadline = limit
  }

  @Test("A server that does not answer", arguments: Way.all)
  func beforeHead(_ way: Way) async throws {
    let never = Gate()
    let respond: @Sendable (RecordedRequest) async throws -> Script = { _ in
      try await never.wait()
      return .ok("")
    }
    try await withFetcher(way.carrier, clock: clock, deadline, respond: respond) { fetcher, upstream in
      let load = Task { try await way.style.load(FetchRequest(upstream.url), with: fetcher) }
      _ = try await upstream.request(1)
      try await clock.sleepers(atLeast: 1)
      clock.advance(by: limit)
      await #expect(throws: FetchError(upstream.url, .timedOut(after: limit))) { try await load.value }
      try await upstream.earlyCloses(atLeast: 1)
    }
  }

  @Test("A body that stops coming", arguments: Way.all)
  func inBody(_ way: Way) async throws {
    let script = Script(framing: .length(100), steps: [.text("begun"), .stall])
    try await withFetcher(way.carrier, script, clock: clock, deadline) { fetcher, upstream in
      let load = Task { try await way.style.load(FetchRequest(upstream.url), with: fetcher) }
      _ = try await upstream.request(1)
      try await clock.sleepers(atLeast: 1)
      clock.advance(by: limit)
      await #expect(throws: FetchError(upstream.url, .timedOut(after: limit))) { try await load.value }
      try await upstream.earlyCloses(atLeast: 1)
    }
  }

  /// A limit that counts from the last byte, as URLSession's does, lets such a server hold a load for ever.
  @Test("A byte a second", arguments: Carrier.allCases)
  func trickle(_ carrier: Carrier) async throws {
    let steps = (0..<60).flatMap { _ in [Script.Step.bytes([1]), .delay(.seconds(1))] }
    try await withFetcher(carrier, Script(steps: steps), clock: clock, deadline) { fetcher, upstream in
      async let outcome = fetcher.data(for: FetchRequest(upstream.url)).outcome()
      for _ in 0..<5 {
        try await clock.sleepers(atLeast: 2)
        clock.advance(by: .seconds(1))
      }
      #expect(await outcome.fetchError == FetchError(upstream.url, .timedOut(after: limit)))
      try await upstream.earlyCloses(atLeast: 1)
    }
  }

  @Test("The waits between tries", arguments: Carrier.allCases)
  func betweenTries(_ carrier: Carrier) async throws {
    // With a length: an empty body is whole at once, and then the load has succeeded.
    let stalling = Script(framing: .length(100), steps: [.text("begun"), .stall])
    try await withFetcher(
      carrier,
      clock: clock,
      { ($0.deadline, $0.retry) = (limit, RetryPolicy(retries: 10)) },
      respond: { $0.number < 3 ? .status(503, headers: ["Retry-After": "2"]) : stalling },
      { fetcher, upstream in
        async let outcome = fetcher.data(for: FetchRequest(upstream.url)).outcome()
        for _ in 0..<2 {
          try await clock.sleepers(atLeast: 2)
          clock.advance(by: .seconds(2))
        }
        _ = try await upstream.request(3)
        clock.advance(by: .seconds(1))
        #expect(await outcome.fetchError == FetchError(upstream.url, .timedOut(after: limit)))
        #expect(upstream.requestCount == 3)
      }
    )
  }

  // The wait was held against the whole deadline: the last one ended as "not done in time", and who had asked for
  // too much never learnt it.
  @Test(
    "A wait that would not end in time is not begun, and the server's answer is told",
    arguments: Carrier.allCases
  )
  func hopelessWait(_ carrier: Carrier) async throws {
    try await withFetcher(
      carrier,
      .status(429, headers: ["Retry-After": "2"]),
      clock: clock,
      { ($0.deadline, $0.retry) = (limit, RetryPolicy(retries: 10)) },
      { fetcher, upstream in
        async let outcome = fetcher.data(for: FetchRequest(upstream.url)).outcome()
        for _ in 0..<2 {
          try await clock.sleepers(atLeast: 2)
          clock.advance(by: .seconds(2))
        }
        #expect(await outcome.fetchError == FetchError(upstream.url, .status(429, retryAfter: .seconds(2))))
        #expect(upstream.requestCount == 3)
      }
    )
  }

  /// The time was counted from the first try on, and so the deadline came in the midst of the wait.
  @Test("and the wait for a place is part of that time", arguments: Carrier.allCases)
  func hopelessWaitBehindPlace(_ carrier: Carrier) async throws {
    var limits = Admission.Limits()
    limits.perHost = 1
    let admission = Admission(limits: limits, clock: clock)
    try await withFetcher(
      carrier,
      .status(429, headers: ["Retry-After": "2"]),
      clock: clock,
      { ($0.deadline, $0.retry, $0.admission) = (limit, RetryPolicy(retries: 10), admission) },
      { fetcher, upstream in
        let place = try await admission.place(for: upstream.url).value()
        let run = fetcher.data(for: FetchRequest(upstream.url)).run()
        clock.advance(by: .seconds(4))
        place.release()
        #expect(
          await run.settled.fetchError == FetchError(upstream.url, .status(429, retryAfter: .seconds(2)))
        )
        #expect(upstream.requestCount == 1)
      }
    )
  }

  @Test("A slow chain of redirects", arguments: Carrier.allCases)
  func redirects(_ carrier: Carrier) async throws {
    let clock = self.clock
    let respond: @Sendable (RecordedRequest) async throws -> Script = { request in
      try await clock.sleep(for: .seconds(2))
      return .redirect(to: "/\(request.number)")
    }
    try await withFetcher(carrier, clock: clock, deadline, respond: respond) { fetcher, upstream in
      async let outcome = fetcher.data(for: FetchRequest(upstream.url)).outcome()
      for seconds in [2, 2, 1] {
        try await clock.sleepers(atLeast: 2)
        clock.advance(by: .seconds(seconds))
      }
      #expect(await outcome.fetchError == FetchError(upstream.url, .timedOut(after: limit)))
      try await upstream.earlyCloses(atLeast: 1)
    }
  }

  @Test("A reader who waits for more", arguments: Carrier.allCases)
  func waitingReader(_ carrier: Carrier) async throws {
    let script = Script(framing: .length(100), steps: [.text("begun"), .stall])
    try await withFetcher(carrier, script, clock: clock, deadline) { fetcher, upstream in
      let response = try await fetcher.response(for: FetchRequest(upstream.url))
      let reading = Task {
        var pieces: [Data] = []
        for try await chunk in response.body { pieces.append(chunk) }
        return pieces
      }
      try await clock.sleepers(atLeast: 1)
      clock.advance(by: limit)
      await #expect(throws: FetchError(upstream.url, .timedOut(after: limit))) { try await reading.value }
      try await upstream.earlyCloses(atLeast: 1)
    }
  }

  @Test("A reader who takes their time", arguments: Carrier.allCases)
  func slowReader(_ carrier: Carrier) async throws {
    let script = Script(
      framing: .length(100_000_000),
      steps: [.repeating([1], count: 1_000_000), .stall]
    )
    let change: (inout Fetcher.Configuration) -> Void = { ($0.deadline, $0.byteLimit) = (limit, .max) }
    try await withFetcher(carrier, script, clock: clock, change) { fetcher, upstream in
      let response = try await fetcher.response(for: FetchRequest(upstream.url))
      var body = response.body.makeAsyncIterator()
      #expect(try await body.next()?.isEmpty == false)
      try await clock.sleepers(atLeast: 1)
      clock.advance(by: limit)
      try await upstream.earlyCloses(atLeast: 1)
      // A chunk that lay ready when the limit passed may still come: the connection closes before the body ends.
      await #expect(throws: FetchError(upstream.url, .timedOut(after: limit))) {
        while try await body.next() != nil {}
      }
    }
  }

  @Test("A load that is done in time is not touched by its deadline", arguments: Carrier.allCases)
  func inTime(_ carrier: Carrier) async throws {
    try await withFetcher(carrier, .ok("quick"), clock: clock, deadline) { fetcher, upstream in
      let response = try await fetcher.response(for: FetchRequest(upstream.url))
      var body = Data()
      for try await chunk in response.body { body += chunk }
      #expect(body == Data("quick".utf8))
      // The deadline has gone with the last byte, and not with the load that it would have ended.
      try await clock.sleepers(atMost: 0)
    }
  }

  @Test("The sentence names the limit")
  func sentence() throws {
    let error = FetchError(try URL(fetching: "http://host/"), .timedOut(after: .milliseconds(1_500)))
    let sentence = "http://host/ was not done within 1.5 seconds; allow more time, or try again later."
    #expect(error.description == sentence)
  }
}
