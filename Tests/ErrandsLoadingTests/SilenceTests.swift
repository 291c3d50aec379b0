import Errands
import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

@testable import ErrandsLoading

@Suite("Silence on a connection", .timeLimit(.minutes(1)))
struct SilenceTests {
  private let clock = VirtualClock()
  private let limit = Duration.seconds(5)

  /// The whole deadline is far away, so that the time may be moved on as often as it takes.
  private func silence(_ retries: Int) -> (inout Fetcher.Configuration) -> Void {
    { [limit] configuration in
      configuration.silence = limit
      configuration.deadline = .seconds(1_000_000_000)
      configuration.retry = RetryPolicy(retries: retries, base: .zero)
    }
  }

  /// Moves the time on, by the limit whenever a load listens beside its deadline, until the work is done.
  private func drive<Answer: Sendable>(
    _ work: @escaping @Sendable () async throws -> Answer
  ) async throws -> Answer {
    try await clock.drive(by: limit, sleepers: 2, work)
  }

  /// Lets a load that waits for something else have so many looks at its silence, and find none.
  private func look(_ times: Int, sleepers: Int = 2) async throws {
    for _ in 0..<times {
      try await clock.sleepers(atLeast: sleepers)
      clock.advance(by: limit)
    }
    try await clock.sleepers(atLeast: sleepers)
  }

  // MARK: Tries that end

  @Test("Without a head a try ends as stalled, and another follows", arguments: Carrier.allCases)
  func noHead(_ carrier: Carrier) async throws {
    let never = Gate()
    let respond: @Sendable (RecordedRequest) async throws -> Script = { _ in
      try await never.wait()
      return .ok("")
    }
    let tries = Events<Int>()
    let counting = Interceptor(adapting: { request, number in
      tries.record(number)
      return request
    })
    let change: (inout Fetcher.Configuration) -> Void = {
      silence(2)(&$0)
      $0.interceptors = [counting]
    }
    try await withFetcher(carrier, clock: clock, change, respond: respond) { fetcher, upstream in
      let run = fetcher.data(for: FetchRequest(upstream.url)).run()
      _ = try await upstream.request(1)
      let outcome = try await drive { await run.settled }
      #expect(outcome.fetchError == FetchError(upstream.url, .stalled(for: limit)))
      #expect(tries.all == [1, 2, 3])
      try await upstream.earlyCloses(atLeast: 1)
    }
  }

  @Test("Exactly when the limit has passed, and not before", arguments: Carrier.allCases)
  func exactly(_ carrier: Carrier) async throws {
    let never = Gate()
    let respond: @Sendable (RecordedRequest) async throws -> Script = { _ in
      try await never.wait()
      return .ok("")
    }
    try await withFetcher(carrier, clock: clock, silence(0), respond: respond) { fetcher, upstream in
      let run = fetcher.data(for: FetchRequest(upstream.url)).run()
      // The request is sent behind the beginning of the silence.
      _ = try await upstream.request(1)
      try await clock.sleepers(atLeast: 2)
      clock.advance(by: limit - .milliseconds(1))
      #expect(clock.sleepers == 2 && run.outcome == nil)
      clock.advance(by: .milliseconds(1))
      #expect(await run.settled.fetchError == FetchError(upstream.url, .stalled(for: limit)))
      try await upstream.earlyCloses(atLeast: 1)
    }
  }

  @Test("Without a connection", arguments: Carrier.allCases)
  func noConnection(_ carrier: Carrier) async throws {
    let listener = try FullListener()
    let url = try URL(fetching: "http://127.0.0.1:\(listener.port)/")
    var configuration = Fetcher.Configuration()
    configuration.clock = clock
    silence(1)(&configuration)
    let fetcher = Fetcher(transport: carrier.transport(), configuration: configuration)
    let run = fetcher.data(for: FetchRequest(url)).run()
    let outcome = try await drive { await run.settled }
    #expect(outcome.fetchError == FetchError(url, .stalled(for: limit)))
  }

  @Test("A body that falls silent is gone on with where it was", arguments: Carrier.allCases)
  func body(_ carrier: Carrier) async throws {
    let text = Array("abcdefghij".utf8)
    try await withFetcher(
      carrier,
      clock: clock,
      silence(1_000),
      respond: { request in
        request.number == 1
          ? Script(headers: ["ETag": "\"a\""], framing: .length(10), steps: [.text("abc"), .stall])
          : .file(text, entityTag: "\"a\"", for: request)
      },
      { fetcher, upstream in
        let progress = Events<RunProgress>()
        let run = fetcher.data(for: FetchRequest(upstream.url)).begun(progress)
        _ = try await progress.first { $0.completed == 3 }
        _ = try await drive { try await upstream.request(2) }
        let answer = try await run.value
        #expect(answer.body == Data(text))
        #expect(upstream.requests[1].headers["Range"] == "bytes=3-")
      }
    )
  }

  @Test("Chunks that have been handed on are not begun anew", arguments: Carrier.allCases)
  func handedOn(_ carrier: Carrier) async throws {
    let script = Script(framing: .length(10), steps: [.text("abc"), .stall])
    try await withFetcher(carrier, script, clock: clock, silence(3)) { fetcher, upstream in
      let delegate = MethodDelegate()
      let run = fetcher.run(FetchRequest(upstream.url), delegate: delegate, on: .concurrent)
      _ = try await delegate.events.event(2)
      _ = try await drive { await run.settled }
      _ = try await delegate.events.first(where: \.isEnd)
      #expect(delegate.events.all.last == .failure(FetchError(upstream.url, .stalled(for: limit))))
      #expect(delegate.events.all.body == Data("abc".utf8))
      #expect(upstream.requestCount == 1)
    }
  }

  // MARK: What is no silence

  /// A reader, or a disk, that took their time were taken for a server that had fallen silent.
  @Test("A sink that waits is no silence", arguments: Carrier.allCases)
  func slowSink(_ carrier: Carrier) async throws {
    let script = Script(steps: [.text("whole")])
    try await withFetcher(carrier, script, clock: clock, silence(0)) { fetcher, upstream in
      let (turns, delegate) = (Events<@Sendable () -> Void>(), MethodDelegate())
      fetcher.run(FetchRequest(upstream.url), delegate: delegate, on: Delivery { turns.record($0) })
      var number = 0
      while delegate.events.all.last?.isEnd != true {
        number += 1
        let turn = try await turns.event(number)
        if delegate.events.all.body.count < 5 { try await look(3) }
        turn()
      }
      #expect(delegate.events.all.withoutCuts == [.head(status: 200), .data(Data("whole".utf8)), .success])
    }
  }

  /// The watch began to listen with the try, before there was anything to listen to: whoever had to sign in first, and took
  /// their time, had fallen silent.
  @Test("An interceptor that waits is no silence", arguments: Carrier.allCases)
  func waitingInterceptor(_ carrier: Carrier) async throws {
    let (gate, numbers) = (Gate(), Events<Int>())
    let waiting = Interceptor(adapting: { request, number in
      numbers.record(number)
      try await gate.wait()
      return request
    })
    let change: (inout Fetcher.Configuration) -> Void = {
      silence(0)(&$0)
      $0.interceptors = [waiting]
    }
    try await withFetcher(carrier, .ok("here"), clock: clock, change) { fetcher, upstream in
      let run = fetcher.data(for: FetchRequest(upstream.url)).run()
      _ = try await numbers.event(1)
      try await look(3)
      gate.open()
      let answer = try await run.value
      #expect(answer.body == Data("here".utf8))
      #expect(numbers.all == [1])
    }
  }

  /// A load that was redirected to a host without a free place failed as stalled, and lost its turn there.
  @Test("The wait for a place at another host is no silence", arguments: Carrier.allCases)
  func waitingForPlace(_ carrier: Carrier) async throws {
    // Whoever waits for a token is seen to sleep.
    var limits = Admission.Limits()
    limits.rate = RateLimit(requests: 1, per: limit * 4)
    let admission = Admission(limits: limits, clock: clock)
    let change: (inout Fetcher.Configuration) -> Void = {
      silence(0)(&$0)
      $0.admission = admission
    }
    try await withUpstream(respond: { _ in .ok("there") }) { other in
      try await admission.place(for: other.url).value().release()
      let there = other.url("/there").absoluteString
      try await withFetcher(carrier, .redirect(to: there), clock: clock, change) { fetcher, upstream in
        let run = fetcher.data(for: FetchRequest(upstream.url)).run()
        // The deadline, the watch and the admission.
        try await look(3, sleepers: 3)
        #expect(admission.counts(for: other.url) == .init(inFlight: 0, waiting: 1))
        clock.advance(by: limit)
        let answer = try await run.value
        #expect(answer.body == Data("there".utf8))
        #expect(upstream.requestCount == 1)
      }
    }
  }

  /// The limit was held against all hops together, as only the last head ended the silence.
  @Test("Each hop of a redirect ends it", arguments: Carrier.allCases)
  func hops(_ carrier: Carrier) async throws {
    let clock = clock
    let respond: @Sendable (RecordedRequest) async throws -> Script = { request in
      try await clock.sleep(for: .seconds(3))
      return request.number < 4 ? .redirect(to: "/\(request.number)") : .ok("at last")
    }
    try await withFetcher(carrier, clock: clock, silence(0), respond: respond) { fetcher, upstream in
      let run = fetcher.data(for: FetchRequest(upstream.url)).run()
      for number in 1...4 {
        _ = try await upstream.request(number)
        // The deadline, the watch and the server; a watch that was woken by one second has slept again by the next.
        for _ in 0..<3 {
          try await clock.sleepers(atLeast: 3)
          clock.advance(by: .seconds(1))
        }
      }
      let answer = try await run.value
      #expect(answer.body == Data("at last".utf8))
      #expect(upstream.requestCount == 4)
    }
  }

  /// Bytes went out all the time, and the load was ended as silent.
  @Test("A long upload is no silence")
  func upload() async throws {
    let clock = clock
    try await withFetcher(.asyncHTTPClient, .ok("taken"), clock: clock, silence(0)) { fetcher, upstream in
      let chunks = Events<Void>()
      var request = FetchRequest(upstream.url, method: .put)
      request.body = .chunks {
        AsyncThrowingStream<Data, any Error>(unfolding: {
          guard chunks.count < 4 else { return nil }
          try await clock.sleep(for: .seconds(3))
          chunks.record(())
          return Data("x".utf8)
        })
      }
      let run = fetcher.data(for: request).run()
      for number in 1...4 {
        for _ in 0..<3 {
          try await clock.sleepers(atLeast: 3)
          clock.advance(by: .seconds(1))
        }
        _ = try await chunks.event(number)
      }
      let answer = try await run.value
      #expect(answer.body == Data("taken".utf8))
      #expect(upstream.requests.map(\.text) == ["xxxx"])
    }
  }

  @Test("A byte now and then is none", arguments: Carrier.allCases)
  func trickle(_ carrier: Carrier) async throws {
    let clock = clock
    let steps = (0..<6).flatMap { _ in [Script.Step.delay(.seconds(3)), .text("x")] }
    let script = Script(framing: .length(6), steps: steps)
    try await withFetcher(carrier, script, clock: clock, silence(0)) { fetcher, upstream in
      let progress = Events<RunProgress>()
      let run = fetcher.data(for: FetchRequest(upstream.url)).begun(progress)
      for count in 0..<6 {
        if count > 0 { _ = try await progress.first { $0.completed == Int64(count) } }
        for _ in 0..<3 {
          try await clock.sleepers(atLeast: 3)
          clock.advance(by: .seconds(1))
        }
      }
      let answer = try await run.value
      #expect(answer.body == Data("xxxxxx".utf8))
      #expect(upstream.requestCount == 1)
    }
  }

  // MARK: Cancellation

  @Test(
    "A load that is cancelled in the silence is cancelled, and not tried again",
    arguments: Carrier.allCases
  )
  func cancelled(_ carrier: Carrier) async throws {
    let never = Gate()
    let respond: @Sendable (RecordedRequest) async throws -> Script = { _ in
      try await never.wait()
      return .ok("")
    }
    let (clock, asked) = (clock, Events<FetchError>())
    let change: (inout Fetcher.Configuration) -> Void = {
      silence(3)(&$0)
      $0.isRetried = { error in
        asked.record(error)
        return true
      }
    }
    try await withFetcher(carrier, clock: clock, change, respond: respond) { fetcher, upstream in
      let scope = Scope()
      let errand = fetcher.data(for: FetchRequest(upstream.url))
      let run = errand.run(in: scope)
      _ = try await upstream.request(1)
      scope.cancel()
      #expect(await run.settled.isCancelled)
      try await clock.sleepers(atMost: 0)
      #expect(asked.count == 0 && upstream.requestCount == 1)
    }
  }

  @Test("The watch itself takes no cancellation for silence")
  func watch() async throws {
    let watch = SilenceWatch(limit: limit, clock: clock)
    let task = Task {
      await watch.during { heartbeat in
        heartbeat.listen()
        try? await Gate().wait()
      }
    }
    try await clock.sleepers(atLeast: 1)
    task.cancel()
    // Whichever of the two is seen to end first: the watch, or the work.
    let wasSilent = await task.value.wasSilent
    #expect(!wasSilent)
  }

  @Test(
    "The watch leaves no timer behind a load that succeeds or fails",
    arguments: Carrier.allCases,
    [200, 404]
  )
  func noTimer(_ carrier: Carrier, _ status: Int) async throws {
    try await withFetcher(carrier, .status(status, text: "a"), clock: clock, silence(0)) {
      fetcher,
      upstream in
      _ = await fetcher.data(for: FetchRequest(upstream.url)).outcome()
      try await clock.sleepers(atMost: 0)
    }
  }
}
