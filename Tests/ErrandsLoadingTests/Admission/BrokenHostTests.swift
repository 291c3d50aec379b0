import Errands
import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

@testable import ErrandsLoading

@Suite("Hosts that fail, and are left alone for a while", .timeLimit(.minutes(1)))
struct BrokenHostTests {
  private let clock = VirtualClock()
  private let cooldown = Duration.seconds(30)

  private func admission(_ failures: Int = 2) -> Admission {
    var limits = Admission.Limits()
    limits.breaker = CircuitBreaker(failures: failures, cooldown: cooldown)
    return Admission(limits: limits, clock: clock)
  }

  private func outcome(_ fetcher: Fetcher, _ url: URL) async -> Result<FetchedData, any Error> {
    await fetcher.data(for: FetchRequest(url)).outcome()
  }

  private func isRefused(_ fetcher: Fetcher, _ url: URL) async -> Bool {
    guard case .failure(let error) = await outcome(fetcher, url) else { return false }
    guard case .hostUnavailable? = error as? AdmissionError else { return false }
    return true
  }

  @Test("By answers of 5xx, and back by one that is none", arguments: Carrier.allCases)
  func serverErrors(_ carrier: Carrier) async throws {
    let (admission, isBack) = (admission(), Gate())
    try await withFetcher(
      carrier,
      clock: clock,
      { $0.admission = admission },
      respond: { _ in isBack.isOpen ? .ok("back") : .status(500) },
      { fetcher, upstream in
        for _ in 0..<2 { #expect(await outcome(fetcher, upstream.url).fetchError?.kind == "status") }
        #expect(await isRefused(fetcher, upstream.url))
        #expect(upstream.requestCount == 2)
        // The trial fails, too.
        clock.advance(by: cooldown)
        #expect(await outcome(fetcher, upstream.url).fetchError?.kind == "status")
        #expect(await isRefused(fetcher, upstream.url))
        isBack.open()
        clock.advance(by: cooldown)
        for _ in 0..<2 { #expect(await outcome(fetcher, upstream.url).fetchError == nil) }
        #expect(upstream.requestCount == 5)
      }
    )
  }

  @Test(
    "What a host answers that is no 5xx is no failure of its own",
    arguments: Carrier.allCases,
    [200, 404, 429, 401]
  )
  func answers(_ carrier: Carrier, _ status: Int) async throws {
    let admission = admission(1)
    try await withFetcher(carrier, .status(status), clock: clock, { $0.admission = admission }) {
      fetcher,
      upstream in
      for _ in 0..<3 { _ = await outcome(fetcher, upstream.url) }
      #expect(upstream.requestCount == 3)
    }
  }

  @Test("By connections that do not come about, or are lost", arguments: Carrier.allCases)
  func connections(_ carrier: Carrier) async throws {
    let admission = admission()
    try await withFetcher(carrier, .raw([.reset]), clock: clock, { $0.admission = admission }) {
      fetcher,
      upstream in
      for _ in 0..<2 { #expect(await outcome(fetcher, upstream.url).fetchError?.kind == "connectionLost") }
      #expect(await isRefused(fetcher, upstream.url))
      await upstream.stop()
      clock.advance(by: cooldown)
      #expect(await outcome(fetcher, upstream.url).fetchError?.kind == "cannotConnect")
      #expect(await isRefused(fetcher, upstream.url))
    }
  }

  /// A try that was ended by the watch on silence had been cancelled by it, and so it had told nothing of the host.
  @Test("By silence", arguments: Carrier.allCases)
  func silence(_ carrier: Carrier) async throws {
    let (admission, never) = (admission(), Gate())
    let respond: @Sendable (RecordedRequest) async throws -> Script = { _ in
      try await never.wait()
      return .ok("")
    }
    let change: (inout Fetcher.Configuration) -> Void = {
      ($0.admission, $0.silence) = (admission, .seconds(5))
    }
    try await withFetcher(carrier, clock: clock, change, respond: respond) { fetcher, upstream in
      for number in 1...2 {
        let run = fetcher.data(for: FetchRequest(upstream.url)).run()
        _ = try await upstream.request(number)
        try await clock.sleepers(atLeast: 2)
        clock.advance(by: .seconds(5))
        #expect(await run.settled.fetchError?.kind == "stalled")
      }
      #expect(await isRefused(fetcher, upstream.url))
    }
  }

  /// Without a limit on silence such a load ended by its deadline, which cancels it, and nobody told anything of the host.
  @Test(
    "By waits for a head that are given up, where they have been long",
    arguments: Carrier.allCases,
    [true, false]
  )
  func givenUp(_ carrier: Carrier, _ isLong: Bool) async throws {
    var limits = Admission.Limits()
    limits.breaker = CircuitBreaker(failures: 2, cooldown: cooldown, patience: .seconds(7))
    let (admission, never) = (Admission(limits: limits, clock: clock), Gate())
    try await withFetcher(
      carrier,
      clock: clock,
      { ($0.admission, $0.deadline) = (admission, .seconds(20)) },
      respond: { request in
        if request.path == "/silent" { try await never.wait() }
        return .ok("here")
      },
      { fetcher, upstream in
        for number in 1...2 {
          let run = fetcher.data(for: FetchRequest(upstream.url("/silent"))).run()
          _ = try await upstream.request(number)
          if isLong, number == 1 {
            // By its deadline.
            clock.advance(by: .seconds(20))
          } else {
            clock.advance(by: .seconds(isLong ? 7 : 6))
            run.cancel()
          }
          _ = await run.settled
          try await upstream.earlyCloses(atLeast: number)
          // Its task has told what it found, and given its place back.
          while admission.counts.inFlight > 0 {
            try Task.checkCancellation()
            await Task.yield()
          }
        }
        #expect(await isRefused(fetcher, upstream.url("/plain")) == isLong)
      }
    )
  }

  @Test("An upload that is given up in its midst says nothing about the host")
  func givenUpUpload() async throws {
    let admission = admission(1)
    try await withFetcher(.asyncHTTPClient, .ok("here"), clock: clock, { $0.admission = admission }) {
      fetcher,
      upstream in
      let (chunks, more) = AsyncStream<Data>.makeStream()
      var request = FetchRequest(upstream.url, method: .post)
      request.body = .chunks(length: 3_000, isRepeatable: false) { chunks }
      let run = fetcher.data(for: request).run()
      for count in 1...2 {
        more.yield(Data(count: 1_000))
        try await upstream.contentBytesReceived(atLeast: count * 1_000)
        clock.advance(by: .seconds(9))
      }
      run.cancel()
      #expect(await run.settled.isCancelled)
      while admission.counts.inFlight > 0 {
        try Task.checkCancellation()
        await Task.yield()
      }
      #expect(await outcome(fetcher, upstream.url).fetchError == nil)
    }
  }

  @Test(
    "Its tries count each for itself, and the one that is refused ends the load",
    arguments: Carrier.allCases
  )
  func tries(_ carrier: Carrier) async throws {
    let admission = admission(2)
    let change: (inout Fetcher.Configuration) -> Void = {
      ($0.admission, $0.retry) = (admission, RetryPolicy(retries: 5, base: .zero))
    }
    try await withFetcher(carrier, .status(503), clock: clock, change) { fetcher, upstream in
      #expect(await isRefused(fetcher, upstream.url))
      #expect(upstream.requestCount == 2)
    }
  }

  /// A host that only sent loads elsewhere had told nothing by that: after its failures it never came back, as each trial of it
  /// ended without a word.
  @Test("A redirect is an answer", arguments: Carrier.allCases)
  func redirects(_ carrier: Carrier) async throws {
    let admission = admission(2)
    try await withUpstream(respond: { _ in .ok("there") }) { other in
      let there = other.url("/there").absoluteString
      try await withFetcher(
        carrier,
        clock: clock,
        { $0.admission = admission },
        respond: { $0.number % 2 == 1 ? .status(500) : .redirect(to: there) },
        { fetcher, upstream in
          for _ in 0..<6 { _ = await outcome(fetcher, upstream.url) }
          #expect(upstream.requestCount == 6)
          #expect(other.requestCount == 3)
        }
      )
    }
  }

  @Test("What fails behind a redirect is a failure of the host there", arguments: Carrier.allCases)
  func behindRedirect(_ carrier: Carrier) async throws {
    let admission = admission(1)
    try await withUpstream(respond: { _ in .status(500) }) { other in
      let there = other.url("/there").absoluteString
      try await withFetcher(
        carrier,
        clock: clock,
        { $0.admission = admission },
        respond: { $0.path == "/moved" ? .redirect(to: there) : .ok("here") },
        { fetcher, upstream in
          #expect(await outcome(fetcher, upstream.url("/moved")).fetchError?.kind == "status")
          #expect(await outcome(fetcher, upstream.url("/plain")).fetchError == nil)
          #expect(await isRefused(fetcher, other.url))
          #expect(await isRefused(fetcher, upstream.url("/moved")))
        }
      )
    }
  }

  /// The redirect was its success, and what followed was not asked for any more: it never was a broken host.
  @Test("and of the host itself, where that is where it leads to", arguments: Carrier.allCases)
  func behindOwnRedirect(_ carrier: Carrier) async throws {
    let (admission, isBack) = (admission(2), Gate())
    try await withFetcher(
      carrier,
      clock: clock,
      { $0.admission = admission },
      respond: { request in
        if request.path == "/moved" { return .redirect(to: "/there") }
        return isBack.isOpen ? .ok("back") : .status(500)
      },
      { fetcher, upstream in
        for _ in 0..<2 {
          #expect(await outcome(fetcher, upstream.url("/moved")).fetchError?.kind == "status")
        }
        #expect(await isRefused(fetcher, upstream.url("/moved")))
        // The trial fails by what is behind the redirect, too, and so succeeds.
        clock.advance(by: cooldown)
        #expect(await outcome(fetcher, upstream.url("/moved")).fetchError?.kind == "status")
        #expect(await isRefused(fetcher, upstream.url("/moved")))
        isBack.open()
        clock.advance(by: cooldown)
        for _ in 0..<2 { #expect(await outcome(fetcher, upstream.url("/moved")).fetchError == nil) }
        #expect(upstream.requestCount == 10)
      }
    )
  }

  @Test("A host that leads to itself without end has answered", arguments: Carrier.allCases)
  func endlessRedirects(_ carrier: Carrier) async throws {
    let admission = admission(2)
    let change: (inout Fetcher.Configuration) -> Void = { ($0.admission, $0.redirectLimit) = (admission, 1) }
    try await withFetcher(
      carrier,
      clock: clock,
      change,
      respond: { $0.path == "/failing" ? .status(500) : .redirect(to: "/again") },
      { fetcher, upstream in
        for path in ["/failing", "/", "/failing"] { _ = await outcome(fetcher, upstream.url(path)) }
        #expect(await outcome(fetcher, upstream.url).fetchError?.kind == "badRedirect")
      }
    )
  }

  /// What an interceptor could not reach was held against the host of the load.
  @Test("A failure of an interceptor's own says nothing about the host", arguments: Carrier.allCases)
  func interceptor(_ carrier: Carrier) async throws {
    let admission = admission(1)
    let failing = Interceptor(adapting: { request, _ in
      guard request.url.path == "/failing" else { return request }
      throw FetchError(URL(string: "https://sign.in/"), .cannotConnect(reason: "it is away"))
    })
    let change: (inout Fetcher.Configuration) -> Void = {
      ($0.admission, $0.interceptors) = (admission, [failing])
    }
    try await withFetcher(carrier, .ok("here"), clock: clock, change) { fetcher, upstream in
      #expect(await outcome(fetcher, upstream.url("/failing")).fetchError?.kind == "cannotConnect")
      #expect(await outcome(fetcher, upstream.url("/plain")).fetchError == nil)
    }
  }

  @Test("A trial that is cancelled says nothing, and the next load is the trial", arguments: Carrier.allCases)
  func cancelledTrial(_ carrier: Carrier) async throws {
    let (admission, never) = (admission(1), Gate())
    try await withFetcher(
      carrier,
      clock: clock,
      { $0.admission = admission },
      respond: { request in
        if request.number == 2 { try await never.wait() }
        return request.number == 1 ? .status(500) : .ok("back")
      },
      { fetcher, upstream in
        _ = await outcome(fetcher, upstream.url)
        clock.advance(by: cooldown)
        let trial = fetcher.data(for: FetchRequest(upstream.url("/trial"))).run()
        let waiting = fetcher.data(for: FetchRequest(upstream.url("/waiting"))).run()
        _ = try await upstream.request(2)
        trial.cancel()
        let answer = try await waiting.value
        #expect(answer.body == Data("back".utf8))
      }
    )
  }
}
