import Errands
import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

@testable import ErrandsLoading

/// What was told of loads, in the order in which they ended.
private typealias Told = Events<(request: FetchRequest, metrics: LoadMetrics)>

@Suite("Metrics of loads", .timeLimit(.minutes(1)))
struct LoadMetricsTests {
  private let clock = VirtualClock()
  private let told = Told()
  private let time = WallTime()

  /// Runs a test with a fetcher that tells its loads, in virtual time.
  private func withMeasured(
    _ change: (inout Fetcher.Configuration) -> Void = { _ in },
    over carrier: Carrier = .asyncHTTPClient,
    respond: @escaping @Sendable (RecordedRequest) async throws -> Script,
    _ test: (Fetcher, ScriptedUpstream) async throws -> Void
  ) async throws {
    try await withFetcher(
      carrier,
      clock: clock,
      {
        $0.metrics = { [told] in told.record(($0, $1)) }
        change(&$0)
      },
      respond: respond,
      test
    )
  }

  private func metrics(_ number: Int) async throws -> LoadMetrics { try await told.event(number).metrics }

  @Test("An answer of the server's, in every style, is told once, with its times", arguments: Way.all)
  func server(_ way: Way) async throws {
    let gate = Gate()
    try await withMeasured(
      over: way.carrier,
      respond: { _ in
        try await gate.wait()
        return .ok("chart")
      }
    ) { fetcher, upstream in
      let request = FetchRequest(upstream.url("/chart"))
      async let body = way.style.load(request, with: fetcher)
      _ = try await upstream.request(1)
      clock.advance(by: .seconds(3))
      gate.open()
      #expect(try await body == Data("chart".utf8))
      let metrics = try await metrics(1)
      #expect(told.all.map(\.request) == [request])
      #expect((metrics.ending.outcome, metrics.tier) == ("succeeded", .server))
      #expect((metrics.attempts, metrics.redirects, metrics.bytesReceived) == (1, 0, 5))
      #expect((metrics.waitingForHead, metrics.total) == (.seconds(3), .seconds(3)))
      #expect((metrics.waitingForPlace, metrics.receiving, metrics.pausing) == (.zero, .zero, .zero))
      #expect(!metrics.isShared)
      #expect((metrics.timings?.isReused == false) == (way.carrier == .asyncHTTPClient))
    }
  }

  @Test("The time in which a body comes is its own")
  func receiving() async throws {
    let gate = Gate()
    let script = Script(
      framing: .length(4),
      steps: [.text("ab"), .wait { try await gate.wait() }, .text("cd")]
    )
    try await withMeasured(respond: { _ in script }) { fetcher, upstream in
      let progress = Events<RunProgress>()
      let run = fetcher.data(for: FetchRequest(upstream.url)).begun(progress)
      _ = try await progress.first { $0.completed == 2 }
      clock.advance(by: .seconds(4))
      gate.open()
      _ = try await run.value
      let metrics = try await metrics(1)
      #expect((metrics.receiving, metrics.waitingForHead, metrics.total) == (.seconds(4), .zero, .seconds(4)))
      #expect(metrics.bytesReceived == 4)
    }
  }

  @Test("Decoding is measured, and within the load")
  func decoding() async throws {
    try await withMeasured(respond: { _ in .ok("chart") }) { fetcher, upstream in
      let errand = fetcher.value(for: FetchRequest(upstream.url)) { [clock] answer in
        clock.advance(by: .seconds(2))
        return answer.text
      }
      #expect(try await errand.value() == "chart")
      let metrics = try await metrics(1)
      #expect((metrics.decoding, metrics.total) == (.seconds(2), .seconds(2)))
      #expect((metrics.receiving, metrics.storing) == (.zero, .zero))
      #expect(told.count == 1)
    }
  }

  @Test("Tries and the waits between them, with what came in each")
  func tries() async throws {
    let cut = Script(framing: .length(100), steps: [.text("begun"), .close])
    try await withMeasured(
      { $0.interceptors = [Interceptor(deciding: { _ in .retry(after: .seconds(7)) })] },
      respond: { $0.number == 1 ? cut : .ok("whole") }
    ) { fetcher, upstream in
      async let answer = fetcher.answer(upstream.url)
      try await clock.sleepers(atLeast: 2)
      clock.advance(by: .seconds(7))
      #expect(try await answer.text == "whole")
      let metrics = try await metrics(1)
      #expect((metrics.attempts, metrics.bytesReceived, metrics.pausing) == (2, 10, .seconds(7)))
      #expect(metrics.total == .seconds(7))
    }
  }

  @Test("Redirects, and whom the last answer came from")
  func redirects() async throws {
    try await withMeasured(respond: { $0.number < 3 ? .redirect(to: "/\($0.number)") : .ok("there") }) {
      fetcher,
      upstream in
      _ = try await fetcher.text(upstream.url)
      let metrics = try await metrics(1)
      #expect((metrics.attempts, metrics.redirects, metrics.bytesReceived) == (1, 2, 5))
      let address = try #require(IPAddress(bytes: [127, 0, 0, 1]))
      #expect(metrics.peer == TransportPeer(address: address, port: upstream.port))
      #expect(metrics.timings?.isReused == true)
    }
  }

  @Test("A failure is told, with what it took", arguments: Carrier.allCases)
  func failure(_ carrier: Carrier) async throws {
    try await withMeasured(over: carrier, respond: { _ in .status(503) }) { fetcher, upstream in
      _ = await fetcher.error(upstream.url)
      let metrics = try await metrics(1)
      #expect((metrics.ending.outcome, metrics.attempts, metrics.tier) == ("failed", 1, .server))
    }
    let closed = try ClosedPort()
    try await withMeasured(over: carrier, respond: { _ in .ok("") }) { fetcher, _ in
      _ = await fetcher.error(closed.url)
      let metrics = try await metrics(2)
      #expect((metrics.ending.outcome, metrics.attempts, metrics.tier) == ("failed", 1, nil))
    }
  }

  @Test("A load that is cancelled, or too late, is told where it stands", arguments: [false, true])
  func ended(_ isTooLate: Bool) async throws {
    try await withMeasured(
      { $0.deadline = .seconds(9) },
      respond: { _ in
        try await Gate().wait()
        return .ok("")
      }
    ) { fetcher, upstream in
      let run = fetcher.data(for: FetchRequest(upstream.url)).run()
      _ = try await upstream.request(1)
      clock.advance(by: isTooLate ? .seconds(9) : .seconds(4))
      if !isTooLate { run.cancel() }
      let metrics = try await metrics(1)
      #expect(metrics.ending.outcome == (isTooLate ? "failed" : "cancelled"))
      #expect(metrics.waitingForHead == (isTooLate ? .seconds(9) : .seconds(4)))
      #expect(metrics.total == metrics.waitingForHead)
      #expect(metrics.attempts == 1 && metrics.tier == nil)
    }
  }

  @Test("A request that changes something is told, too")
  func changing() async throws {
    try await withMeasured({ $0.cache = HTTPCache() }, respond: { _ in .ok("done") }) { fetcher, upstream in
      _ = try await fetcher.answer(upstream.url, method: .post)
      let metrics = try await metrics(1)
      #expect((metrics.attempts, metrics.tier, metrics.bytesReceived) == (1, .server, 4))
    }
  }

  // MARK: Places

  @Test("The wait for a place is told, at the beginning and after a redirect", arguments: [false, true])
  func place(_ isBehindRedirect: Bool) async throws {
    var limits = Admission.Limits()
    limits.perHost = 1
    let admission = Admission(limits: limits, clock: clock)
    try await withUpstream(respond: { _ in .ok("there") }) { target in
      let there = target.url("/there")
      let place = try await admission.place(for: there).value()
      try await withMeasured(
        { $0.admission = admission },
        respond: { _ in .redirect(to: there.absoluteString) }
      ) { fetcher, upstream in
        let run = fetcher.data(for: FetchRequest(isBehindRedirect ? upstream.url : there)).run()
        try await Trace.waiting(for: there, in: admission)
        clock.advance(by: .seconds(5))
        place.release()
        _ = try await run.value
        let metrics = try await metrics(1)
        #expect((metrics.waitingForPlace, metrics.waitingForHead) == (.seconds(5), .zero))
        #expect((metrics.total, metrics.redirects) == (.seconds(5), isBehindRedirect ? 1 : 0))
      }
    }
  }

  // MARK: Sharing

  @Test("Loads that share are told each, with the same work and their own time")
  func shared() async throws {
    let gate = Gate()
    try await withMeasured(
      { $0.cache = HTTPCache() },
      respond: { _ in
        try await gate.wait()
        return .ok("chart")
      }
    ) { fetcher, upstream in
      let request = FetchRequest(upstream.url)
      let first = fetcher.data(for: request).run()
      _ = try await upstream.request(1)
      clock.advance(by: .seconds(1))
      let second = fetcher.data(for: request).run()
      // It wants another use of the cache, and shares the answer alone.
      var other = request
      other.cacheUse = .staleThenFresh
      let third = fetcher.data(for: other).run()
      clock.advance(by: .seconds(2))
      gate.open()
      _ = try await (first.value, second.value, third.value)
      let all = [try await metrics(1), try await metrics(2), try await metrics(3)]
      #expect(upstream.requestCount == 1 && told.count == 3)
      #expect(
        all.allSatisfy { $0.isShared && $0.attempts == 1 && $0.bytesReceived == 5 && $0.tier == .server }
      )
      #expect(all.allSatisfy { $0.waitingForHead == .seconds(3) })
      #expect(all.map(\.total).sorted() == [.seconds(2), .seconds(2), .seconds(3)])
    }
  }

  // MARK: Tiers

  @Test("Where an answer comes from is told: server, memory, folder, or the server's word")
  func tiers() async throws {
    let folder = try TemporaryFolder()
    let respond: @Sendable (RecordedRequest) -> Script = { .tagged("chart", "\"a\"", for: $0) }
    let url = try await withFetcher(
      .asyncHTTPClient,
      clock: clock,
      {
        ($0.cache, $0.metrics) = (.test(time, in: folder), { [told] in told.record(($0, $1)) })
      },
      respond: respond
    ) { fetcher, upstream in
      for number in 1...3 {
        if number == 3 { time.pass(100) }
        _ = try await fetcher.text(upstream.url)
        // Whoever waits for a load does not wait until it is told.
        _ = try await metrics(number)
      }
      #expect(upstream.requestCount == 2)
      return upstream.url
    }
    try await withMeasured({ $0.cache = .test(time, in: folder) }, respond: respond) { fetcher, upstream in
      _ = try await fetcher.text(url)
      #expect(upstream.requestCount == 0)
    }
    #expect(try await metrics(4).tier == .disk)
    #expect(told.all.map(\.metrics.tier) == [.server, .memory, .validated, .disk])
    #expect(told.all.map(\.metrics.attempts) == [1, 0, 1, 0])
    #expect(told.all.map(\.metrics.bytesReceived) == [5, 0, 0, 0])
    #expect(told.all.map { $0.metrics.timings != nil } == [true, false, true, false])
  }

  @Test("A renewal behind a stale answer is a load of its own", arguments: [false, true])
  func renewal(_ isStream: Bool) async throws {
    let cache = HTTPCache.test(time)
    try await withMeasured(
      { $0.cache = cache },
      respond: { .tagged("chart", "\"a\"", for: $0, 60, "stale-while-revalidate=600") }
    ) { fetcher, upstream in
      _ = try await fetcher.text(upstream.url)
      _ = try await metrics(1)
      time.pass(100)
      if isStream {
        for try await _ in fetcher.updates(for: FetchRequest(upstream.url)) {}
      } else {
        _ = try await fetcher.text(upstream.url)
      }
      _ = try await metrics(3)
      let tiers = told.all.dropFirst().map { $0.metrics.tier?.rawValue ?? "" }
      #expect(tiers.sorted() == ["memory", "validated"])
      #expect(told.all.dropFirst().map(\.metrics.attempts).sorted() == [0, 1])
    }
  }

  // MARK: Files

  @Test("A download is told, and those that share it")
  func download() async throws {
    let (folder, gate) = (try TemporaryFolder(), Gate())
    try await withMeasured(respond: { _ in
      try await gate.wait()
      return .ok("film")
    }) { fetcher, upstream in
      let errand = fetcher.download(FetchRequest(upstream.url("/a.bin")), to: folder.destination())
      let runs = [errand.run(), errand.run()]
      _ = try await upstream.request(1)
      clock.advance(by: .seconds(1))
      gate.open()
      for run in runs { _ = try await run.value }
      for number in 1...2 {
        let metrics = try await metrics(number)
        #expect((metrics.attempts, metrics.bytesReceived, metrics.tier) == (1, 4, .server))
        #expect(metrics.isShared && metrics.waitingForHead == .seconds(1))
      }
    }
  }

  // MARK: Nobody asks

  @Test("Where nobody asks, the transport is not asked to measure")
  func off() async throws {
    let asked = Events<Bool>()
    let transport = AskedTransport { asked.record(true) }
    var configuration = Fetcher.Configuration()
    _ = Fetcher(transport: transport, configuration: configuration)
    #expect(asked.count == 0)
    configuration.metrics = { _, _ in }
    _ = Fetcher(transport: transport, configuration: configuration)
    #expect(asked.count == 1)
  }
}

/// Tells when it is asked to measure.
private struct AskedTransport: Transport {
  let isAsked: @Sendable () -> Void

  func send(_ request: FetchRequest) async throws -> TransportResponse { .text("", to: request) }
  func beginMeasuring() { isAsked() }
}

extension Trace {
  /// Returns when a load waits for a place at this host.
  fileprivate static func waiting(for url: URL, in admission: Admission) async throws {
    let (host, events) = (":\(url.port ?? 0)", Events<String>())
    let observation = observe { event in
      if case .phase(let name) = event.kind, event.name.hasSuffix(host) { events.record(name) }
    }
    if admission.counts(for: url).waiting == 0 {
      _ = try await events.first { $0 == "waiting for a place" }
    }
    observation.cancel()
  }
}
