import Errands
import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

@testable import ErrandsLoading

@Suite("Downloads and time", .timeLimit(.minutes(1)))
struct DownloadTimeTests {
  private let folder: TemporaryFolder
  private let clock = VirtualClock()

  init() throws { folder = try TemporaryFolder() }

  /// Half a file, and then silence.
  private static let stalling = Script(
    headers: ["ETag": "\"a\""],
    framing: .length(1_000),
    steps: [.bytes(Array(TestFile.bytes()[..<500])), .stall]
  )

  private static func rest(_ request: RecordedRequest) -> Script { TestFile.served().answer(to: request) }

  /// Holds up the second try before it is sent, where no silence of a server counts.
  private struct HoldingUp: FetchInterceptor {
    let isThere: Gate
    let mayGoOn: Gate

    func adapt(_ request: FetchRequest, try number: Int) async throws -> FetchRequest {
      guard number == 2 else { return request }
      isThere.open()
      try await mayGoOn.wait()
      return request
    }
  }

  @Test(
    "A server that falls silent amid the body fails a try, and the next one goes on",
    arguments: Carrier.allCases
  )
  func stall(_ carrier: Carrier) async throws {
    let second = HoldingUp(isThere: Gate(), mayGoOn: Gate())
    var options = DownloadOptions()
    options.silence = .seconds(10)
    try await withFetcher(
      carrier,
      clock: clock,
      {
        $0.retry = RetryPolicy(retries: 1, base: .zero)
        $0.interceptors = [second]
      },
      respond: { $0.number == 1 ? Self.stalling : Self.rest($0) },
      { [options] fetcher, upstream in
        let progress = Events<RunProgress>()
        let run = fetcher.download(FetchRequest(upstream.url), to: folder.destination(), options: options)
          .begun(progress)
        _ = try await progress.first { $0.completed == 500 }
        try await clock.drive(by: .seconds(10)) { try await second.isThere.wait() }
        second.mayGoOn.open()
        let file = try await run.value
        #expect((file.tries, file.byteCount) == (2, 1_000))
        #expect(upstream.requests.map { $0.headers["Range"] } == [nil, "bytes=500-"])
        try await upstream.earlyCloses(atLeast: 1)
      }
    )
    #expect(folder.content(of: "a.bin") == TestFile.data())
    #expect(folder.names == ["a.bin"])
  }

  @Test("Where no try is left the silence is told, and the next run goes on", arguments: Carrier.allCases)
  func stallError(_ carrier: Carrier) async throws {
    var options = DownloadOptions()
    options.silence = .seconds(10)
    try await withFetcher(carrier, clock: clock, respond: { $0.number == 1 ? Self.stalling : Self.rest($0) })
    {
      [options]
      fetcher,
      upstream in
      let progress = Events<RunProgress>()
      let run = fetcher.download(FetchRequest(upstream.url), to: folder.destination(), options: options)
        .begun(progress)
      _ = try await progress.first { $0.completed == 500 }
      let outcome = try await clock.drive(by: .seconds(10)) { await run.settled }
      #expect(outcome.fetchError == FetchError(upstream.url, .stalled(for: .seconds(10))))
      #expect(folder.names == [".a.bin.part", ".a.bin.part.json"])
      #expect(
        try await fetcher.download(FetchRequest(upstream.url), to: folder.destination()).value().resumedFrom
          == 500
      )
    }
    #expect(folder.content(of: "a.bin") == TestFile.data())
  }

  @Test("A deadline ends it, and the next run goes on", arguments: Carrier.allCases)
  func deadline(_ carrier: Carrier) async throws {
    var options = DownloadOptions()
    options.silence = nil
    options.deadline = .seconds(60)
    try await withFetcher(carrier, clock: clock, respond: { $0.number == 1 ? Self.stalling : Self.rest($0) })
    {
      [options]
      fetcher,
      upstream in
      let progress = Events<RunProgress>()
      let run = fetcher.download(FetchRequest(upstream.url), to: folder.destination(), options: options)
        .begun(progress)
      _ = try await progress.first { $0.completed == 500 }
      clock.advance(by: .seconds(60))
      #expect(await run.settled.fetchError == FetchError(upstream.url, .timedOut(after: .seconds(60))))
      try await upstream.earlyCloses(atLeast: 1)
      let file = try await fetcher.download(FetchRequest(upstream.url), to: folder.destination()).value()
      #expect(file.resumedFrom == 500)
    }
    #expect(folder.content(of: "a.bin") == TestFile.data())
    #expect(folder.names == ["a.bin"])
  }

  @Test("Each of those who share a download keeps its own deadline")
  func ownDeadlines() async throws {
    let gate = Gate()
    let script = Script(framing: .length(4), steps: [.text("ab"), .wait(gate.wait), .text("cd")])
    try await withFetcher(.asyncHTTPClient, script, clock: clock) { fetcher, upstream in
      let runs = [60, 90, nil].map { seconds in
        var options = DownloadOptions()
        options.silence = nil
        options.deadline = seconds.map { .seconds($0) }
        let progress = Events<RunProgress>()
        let download = fetcher.download(
          FetchRequest(upstream.url),
          to: folder.destination(),
          options: options
        )
        return (download.begun(progress), progress)
      }
      for (_, progress) in runs { _ = try await progress.first { $0.completed == 2 } }
      clock.advance(by: .seconds(60))
      #expect(await runs[0].0.settled.fetchError?.cause == .timedOut(after: .seconds(60)))
      gate.open()
      #expect(try await runs[1].0.value.byteCount == 4)
      #expect(try await runs[2].0.value.byteCount == 4)
      #expect(upstream.requestCount == 1)
    }
  }

  @Test("The wait for a place is part of the deadline, and sends nothing")
  func deadlineInQueue() async throws {
    var limits = Admission.Limits()
    limits.total = 1
    let admission = Admission(limits: limits, clock: clock)
    var options = DownloadOptions()
    options.deadline = .seconds(60)
    try await withFetcher(.asyncHTTPClient, .ok("new"), clock: clock, { $0.admission = admission }) {
      [options]
      fetcher,
      upstream in
      let place = try await admission.place(for: upstream.url).value()
      let run = fetcher.download(FetchRequest(upstream.url), to: folder.destination(), options: options).run()
      clock.advance(by: .seconds(60))
      #expect(await run.settled.fetchError?.cause == .timedOut(after: .seconds(60)))
      #expect(upstream.requestCount == 0)
      place.release()
    }
    #expect(folder.names.isEmpty)
    #expect(admission.counts == Admission.Counts())
  }

  @Test("The deadline of loads in memory is none of downloads")
  func noDeadline() async throws {
    let gate = Gate()
    let script = Script(framing: .length(4), steps: [.text("ab"), .wait(gate.wait), .text("cd")])
    try await withFetcher(.asyncHTTPClient, script, clock: clock, { $0.deadline = .seconds(1) }) {
      fetcher,
      upstream in
      var options = DownloadOptions()
      options.silence = nil
      let progress = Events<RunProgress>()
      let run = fetcher.download(FetchRequest(upstream.url), to: folder.destination(), options: options)
        .begun(progress)
      _ = try await progress.first { $0.completed == 2 }
      clock.advance(by: .seconds(1_000_000))
      gate.open()
      #expect(try await run.value.byteCount == 4)
    }
  }

  /// Downloads with a limit that they share, and the time that they took.
  private func time(_ count: Int, _ bytes: Int) async throws -> Duration {
    try await withFetcher(.asyncHTTPClient, clock: clock, respond: { _ in .ok(TestFile.bytes(bytes)) }) {
      fetcher,
      upstream in
      var options = DownloadOptions()
      options.silence = nil
      options.bandwidth = BandwidthLimit(bytesPerSecond: 1_000, clock: clock)
      let downloads = (0..<count).map { number in
        let url = upstream.url("/\(number)")
        return fetcher.download(FetchRequest(url), to: folder.destination("\(number)"), options: options)
      }
      let start = clock.now
      let runs = downloads.map { $0.run() }
      // Each has something to pay for: no time passes while one is still on its way.
      try await clock.sleepers(atLeast: count)
      return try await clock.drive(by: .milliseconds(100)) { [clock] in
        for run in runs { _ = try await run.value }
        return start.duration(to: clock.now)
      }
    }
  }

  @Test(
    "A limit on bandwidth is kept to, also by several that share it",
    arguments: [(1, 3_000), (3, 1_000)]
  )
  func bandwidth(_ load: (count: Int, bytes: Int)) async throws {
    let time = try await time(load.count, load.bytes)
    #expect(time >= .seconds(3))
    #expect(time < .seconds(4))
  }

  @Test("The wait of a limit is no silence of the server")
  func bandwidthIsNoSilence() async throws {
    try await withFetcher(.asyncHTTPClient, clock: clock, respond: { _ in .ok(TestFile.bytes()) }) {
      fetcher,
      upstream in
      var options = DownloadOptions()
      options.silence = .seconds(10)
      options.bandwidth = BandwidthLimit(bytesPerSecond: 10, clock: clock)
      let run = fetcher.download(FetchRequest(upstream.url), to: folder.destination(), options: options).run()
      // One that watches, and one that waits until the bytes are paid for.
      try await clock.sleepers(atLeast: 2)
      clock.advance(by: .seconds(100))
      #expect(try await run.value.byteCount == 1_000)
      #expect(upstream.requestCount == 1)
    }
  }

  /// A clock that does not wait, and says how long it was to.
  private struct ToldClock: Clock {
    let told: Events<Duration>

    var now: ContinuousClock.Instant { .now }
    var minimumResolution: Duration { .zero }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
      told.record(now.duration(to: deadline))
    }
  }

  /// It ended the process: a clock cannot count so far.
  @Test("A wait without an end, which an interceptor hands on, is one of a century")
  func endlessWait() async throws {
    let clock = ToldClock(told: Events())
    let patient = Interceptor(deciding: { _ in .retry(after: .seconds(Int64.max)) })
    var options = DownloadOptions()
    options.silence = nil
    try await withFetcher(
      .asyncHTTPClient,
      { ($0.interceptors, $0.clock) = ([patient], clock) },
      respond: { $0.number == 1 ? .status(503) : Self.rest($0) },
      { [options] fetcher, upstream in
        let file = try await fetcher.download(upstream.url, to: folder.destination(), options).get()
        #expect(file.tries == 2)
        #expect(clock.told.all.allSatisfy { $0 <= .aCentury })
        #expect(clock.told.count == 1)
      }
    )
  }
}
