import Errands
import ErrandsLoading
import ErrandsTesting
import ErrandsUpstream
import GalleryJobs
import Testing

@Suite("A limit over all loads of a process", .timeLimit(.minutes(1)))
struct LimitedTransportTests {
  @Test("The upstream never sees more at once, and every load has its answer")
  func limit() async throws {
    let gate = Gate()
    try await withUpstream(
      respond: { request in
        try await gate.wait()
        return .ok(request.path)
      },
      { upstream in
        let fetcher = Fetcher.local { LimitedTransport($0, limit: LoadLimit(2)) }
        let runs = (0..<8).map { fetcher.data(for: FetchRequest(upstream.url("/\($0)"))).run() }
        _ = try await upstream.request(2)
        gate.open()
        for (number, run) in runs.enumerated() {
          #expect(String(decoding: try await run.value.body, as: UTF8.self) == "/\(number)")
        }
        #expect(upstream.mostRequestsAtOnce == 2)
      }
    )
  }

  @Test("A load is in flight until the end of its body, not only of its head")
  func body() async throws {
    let gate = Gate()
    let limit = LoadLimit(1)
    try await withUpstream(Script(steps: [.text("begun"), .wait(gate.wait), .text("ended")])) { upstream in
      let fetcher = Fetcher.local { LimitedTransport($0, limit: limit) }
      let reports = Events<RunProgress>()
      let run = fetcher.data(for: FetchRequest(upstream.url)).run()
      run.onProgress(on: .immediate) { reports.record($0) }
      _ = try await reports.first { $0.completed == 5 }
      let next = limit.place().run()
      #expect(next.outcome == nil)
      gate.open()
      _ = try await run.value
      _ = try await next.value
    }
  }

  @Test("A load that fails or is cancelled gives its place back", arguments: [false, true])
  func failure(isCancelled: Bool) async throws {
    let limit = LoadLimit(1)
    let script = isCancelled ? Script(framing: .length(9), steps: [.stall]) : .status(500)
    try await withUpstream(script) { upstream in
      let fetcher = Fetcher.local { LimitedTransport($0, limit: limit) }
      let run = fetcher.data(for: FetchRequest(upstream.url)).run()
      _ = try await upstream.request(1)
      if isCancelled { run.cancel() }
      await #expect(throws: (any Error).self) { try await run.value }
      _ = try await limit.place().value()
    }
  }

  @Test("The deadline covers the wait, and what waited is never sent")
  func deadline() async throws {
    let clock = VirtualClock()
    let limit = LoadLimit(1)
    try await withUpstream(.ok("never")) { upstream in
      let holder = try await limit.place().value()
      let fetcher = Fetcher.local(clock: clock) { LimitedTransport($0, limit: limit) }
      let run = fetcher.data(for: FetchRequest(upstream.url)).run()
      try await clock.sleepers(atLeast: 1)
      clock.advance(by: .seconds(30))
      await #expect(throws: FetchError(upstream.url, .timedOut(after: .seconds(30)))) { try await run.value }
      withExtendedLifetime(holder) {}
      #expect(upstream.connectionsAccepted == 0)
    }
  }

  @Test("A redirect does not wait for the place that its first hop holds")
  func redirect() async throws {
    try await withUpstream(
      respond: { $0.path == "/old" ? .redirect(to: "/new") : .ok("here") },
      { upstream in
        let fetcher = Fetcher.local { LimitedTransport($0, limit: LoadLimit(1)) }
        let fetched = try await fetcher.data(for: FetchRequest(upstream.url("/old"))).value()
        #expect(String(decoding: fetched.body, as: UTF8.self) == "here")
      }
    )
  }
}
