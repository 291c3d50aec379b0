import Errands
import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

@testable import ErrandsLoading

@Suite("Downloads that are cancelled in every gap", .timeLimit(.minutes(1)))
struct DownloadCancellationTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test("Before it starts: there is not even a folder", arguments: Carrier.allCases)
  func beforeStart(_ carrier: Carrier) async throws {
    try await withFetcher(carrier, .ok("never")) { fetcher, upstream in
      let scope = Scope()
      scope.cancel()
      let destination = Destination(file: folder.path("new/a.bin"))
      let outcome = await fetcher.download(FetchRequest(upstream.url), to: destination).outcome(in: scope)
      #expect(outcome.isCancelled)
      let sawNobody = try await upstream.sawNobody()
      #expect(sawNobody)
    }
    #expect(folder.names.isEmpty)
  }

  @Test("While it waits for its place: nothing is sent, and its place goes to the next")
  func inQueue() async throws {
    var limits = Admission.Limits()
    limits.total = 1
    let admission = Admission(limits: limits)
    try await withFetcher(.asyncHTTPClient, .ok("new"), { $0.admission = admission }) { fetcher, upstream in
      let place = try await admission.place(for: upstream.url).value()
      let run = fetcher.download(FetchRequest(upstream.url), to: folder.destination()).run()
      run.cancel()
      #expect(await run.settled.isCancelled)
      #expect(folder.names.isEmpty)
      place.release()
      _ = try await fetcher.download(FetchRequest(upstream.url), to: folder.destination()).value()
      #expect(upstream.requestCount == 1)
    }
    #expect(admission.counts == Admission.Counts())
  }

  /// How far a download has come when it is cancelled.
  enum Stage: String, CaseIterable, Sendable {
    case beforeHead, behindHead, inBody, betweenTries, behindBody
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let stage: Stage
    let carrier: Carrier

    var testDescription: String { "\(stage.rawValue) over \(carrier.rawValue)" }

    static let all = Stage.allCases.flatMap { stage in
      Carrier.allCases.map { Case(stage: stage, carrier: $0) }
    }
  }

  private func script(_ stage: Stage, _ never: Gate) async throws -> Script {
    let bytes = TestFile.bytes()
    let headers: HeaderFields = ["ETag": "\"a\""]
    func halted(_ count: Int, _ step: Script.Step) -> Script {
      let steps: [Script.Step] = [.bytes(Array(bytes[..<count])), step]
      return Script(headers: headers, framing: .length(1_000), steps: steps)
    }
    switch stage {
    case .beforeHead:
      try await never.wait()
      return .ok("")
    case .behindHead: return Script(headers: headers, framing: .length(1_000), steps: [.stall])
    case .inBody: return halted(500, .stall)
    case .betweenTries: return halted(500, .close)
    case .behindBody: return .ok(bytes, headers: headers)
    }
  }

  /// One that is paused and gone on with was begun anew beside itself, as its file was still open.
  @Test("At each stage: nothing is damaged, and the next one goes on at once", arguments: Case.all)
  func everyGap(_ gap: Case) async throws {
    let (clock, never, live) = (VirtualClock(), Gate(), LiveObjects())
    try folder.put("old", in: "a.bin")
    try await withFetcher(
      gap.carrier,
      clock: clock,
      { $0.retry = RetryPolicy(retries: 1, base: .seconds(1_000)) },
      respond: { request in
        if request.number == 1 { return try await script(gap.stage, never) }
        return TestFile.served().answer(to: request)
      },
      { fetcher, upstream in
        let request = FetchRequest(upstream.url)
        let (progress, outcomes) = (Events<RunProgress>(), Events<Result<DownloadedFile, any Error>>())
        let probe = live.object("tell")
        let cancelling = Lock<Run<DownloadedFile>?>(nil)
        let isLast = gap.stage == .behindBody
        let errand = fetcher.download(request, to: folder.destination(), options: .digesting) { [probe] _ in
          _ = probe
        }
        let run = errand.begin(in: nil as Scope?) { run in
          cancelling.withLock { $0 = run }
          run.onProgress(on: .immediate) { told in
            // In the instant in which all of it has come, and nothing has been put in its place.
            if isLast, told.completed == 1_000 { cancelling.withLock { $0 }?.cancel() }
            progress.record(told)
          }
          run.whenSettled(on: .immediate) { outcomes.record($0) }
        }
        let held = try await reach(gap.stage, progress, upstream, clock)
        run.cancel()
        #expect(try await outcomes.event(1).isCancelled)
        cancelling.withLock { $0 = nil }
        let file = try await fetcher.download(request, to: folder.destination(), options: .digesting).value()
        #expect(upstream.requests.last?.headers["Range"] == held.map { "bytes=\($0)-" })
        #expect(file.sha256 == TestFile.digest())
        #expect(outcomes.count == 1)
      }
    )
    try await live.allGone()
    #expect(folder.content(of: "a.bin") == TestFile.data())
    #expect(folder.names == ["a.bin"])
  }

  /// Returns when it has come so far, with how many bytes are gone on behind.
  private func reach(
    _ stage: Stage,
    _ progress: Events<RunProgress>,
    _ upstream: ScriptedUpstream,
    _ clock: VirtualClock
  ) async throws -> Int? {
    switch stage {
    case .beforeHead:
      _ = try await upstream.request(1)
      return nil
    case .behindHead:
      _ = try await progress.first { $0.completed == 0 }
      return nil
    case .inBody:
      _ = try await progress.first { $0.completed == 500 }
      return 500
    case .betweenTries:
      _ = try await progress.first { $0.completed == 500 }
      // The wait for the next try; the one for silence has ended with its try.
      try await upstream.connectionsOpen(atMost: 0)
      try await clock.sleepers(atLeast: 1)
      return 500
    case .behindBody:
      _ = try await progress.first { $0.completed == 1_000 }
      // The last byte is asked for again.
      return 999
    }
  }

  @Test("Paused a hundred times at random places, it is whole in the end", arguments: Carrier.allCases)
  func random(_ carrier: Carrier) async throws {
    let count = 4_000_000
    let served = TestFile.served(count)
    var numbers = Seeded(state: 7)
    try await withFetcher(carrier, respond: { served.answer(to: $0) }) { fetcher, upstream in
      let request = FetchRequest(upstream.url)
      for _ in 0..<100 {
        let place = Int64.random(in: 0...Int64(count), using: &numbers)
        let reached = Gate()
        let download = fetcher.download(request, to: folder.destination(), options: .digesting)
        let run = download.begin(in: nil as Scope?) { run in
          run.onProgress(on: .immediate) { if $0.completed >= place { reached.open() } }
          run.whenSettled(on: .immediate) { _ in reached.open() }
        }
        try await reached.wait()
        run.cancel()
        _ = await run.settled
        // Whatever is there is whole.
        if let there = folder.content(of: "a.bin") { #expect(there == TestFile.data(count)) }
      }
      let file = try await fetcher.download(request, to: folder.destination(), options: .digesting).value()
      #expect(file.sha256 == TestFile.digest(count))
    }
    #expect(folder.names == ["a.bin"])
  }

  @Test(
    "One that waits for the one before it to close its file can be cancelled, and the third still follows"
  )
  func following() async throws {
    let downloads = OpenDownloads<DownloadKey>()
    let key = DownloadKey(FetchRequest(.file), try folder.place(), DownloadOptions())
    let (first, ends) = (Gate(), Events<Int>())
    let one = Task {
      try await downloads.follow(key) {
        ends.record(1)
        try await first.wait()
        ends.record(2)
      }
    }
    _ = try await ends.event(1)
    let two = Task { try await downloads.follow(key) { ends.record(99) } }
    two.cancel()
    await #expect(throws: CancellationError.self) { try await two.value }
    let three = Task { try await downloads.follow(key) { ends.record(3) } }
    first.open()
    try await one.value
    try await three.value
    #expect(ends.all == [1, 2, 3])
    // Nothing is left of them.
    try await downloads.follow(key) { ends.record(4) }
    #expect(downloads.count == 0)
  }

  @Test("A download of another kind follows nobody")
  func notFollowing() async throws {
    let downloads = OpenDownloads<DownloadKey>()
    let place = try folder.place()
    var options = DownloadOptions()
    let one = DownloadKey(FetchRequest(.file), place, options)
    options.byteLimit = 1
    let two = DownloadKey(FetchRequest(.file), place, options)
    try await downloads.follow(one) { try await downloads.follow(two) { #expect(downloads.count == 2) } }
  }
}
