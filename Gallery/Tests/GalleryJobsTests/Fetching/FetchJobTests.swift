import Errands
import ErrandsLoading
import ErrandsTesting
import ErrandsUpstream
import Foundation
import GalleryJobs
import Testing

@Suite("A batch of fetches, in every style", .timeLimit(.minutes(1)))
struct FetchJobTests {
  private static let content = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
  private static let file = ServedFile(content, entityTag: "\"a1\"")

  private func job(
    _ addresses: [String],
    at upstream: ScriptedUpstream,
    in folder: TemporaryFolder,
    retry: RetryPolicy = .never,
    clock: any Clock<Duration> = ContinuousClock()
  ) -> FetchJob {
    var job = FetchJob(
      addresses.map { FetchItem($0) },
      fetcher: .local(retry: retry, clock: clock),
      to: Destination(folder: folder.path)
    )
    job.base = upstream.url
    job.clock = clock
    job.options.computesSHA256 = true
    return job
  }

  @Test("Tells each file once, and the end once and last", arguments: JobStyle.allCases)
  func mixed(_ style: JobStyle) async throws {
    let folder = try TemporaryFolder()
    try await withUpstream(respond: { $0.path.contains("4") ? .status(404) : Self.file.answer(to: $0) }) {
      upstream in
      let addresses = (0..<6).map { "/\($0).bin" } + ["no address"]
      let events = Events<FetchEvent>()
      let summary = await job(addresses, at: upstream, in: folder).start(by: style, onEvent: events.record)
        .summary
      #expect(summary == FetchSummary(fetched: 5, unchanged: 0, failed: 2, cancelled: 0, bytes: 500_000))
      #expect(events.all.last == .done(summary))
      let results = events.results.sorted { $0.index < $1.index }
      #expect(results.map(\.url) == addresses)
      #expect(results.map { $0.status == .fetched } == [true, true, true, true, false, true, false])
      for result in results where result.status == .fetched {
        #expect(result.path == "\(folder.path)/\(result.index).bin")
        #expect((result.bytes, result.attempts, result.httpStatus) == (100_000, 1, 200))
        #expect(result.sha256?.count == 64 && result.error == nil && result.resumedFrom == nil)
      }
      #expect(results[4].httpStatus == 404 && results[4].error?.hasPrefix("/4.bin answered 404") == true)
      #expect(results[6].attempts == 0 && results[6].error?.contains("cannot be fetched") == true)
      #expect(folder.names == [0, 1, 2, 3, 5].map { "\($0).bin" })
      #expect(folder.content(of: "5.bin") == Data(Self.content))
    }
  }

  @Test("Of nothing is done, with zeros", arguments: JobStyle.allCases)
  func empty(_ style: JobStyle) async throws {
    let folder = try TemporaryFolder()
    try await withUpstream(.status(404)) { upstream in
      let events = Events<FetchEvent>()
      let summary = await job([], at: upstream, in: folder).start(by: style, onEvent: events.record).summary
      #expect(summary == FetchSummary([]))
      #expect(events.all == [.done(summary)])
    }
  }

  /// A run that is cancelled has ended before its file is closed, and a program that then ended left half of what had
  /// come behind.
  @Test(
    "Cancelled, all are told of, and what has come is on the disk when the batch has ended",
    arguments: JobStyle.allCases
  )
  func cancel(_ style: JobStyle) async throws {
    let folder = try TemporaryFolder()
    let stalling: @Sendable (RecordedRequest) -> Script = {
      $0.headers["Range"] == nil
        ? Self.file.answer(to: $0, breakingOffAt: 70_000, by: .stall) : Self.file.answer(to: $0)
    }
    try await withUpstream(respond: { stalling($0) }) { upstream in
      let events = Events<FetchEvent>()
      var first = job(["/a.bin", "/b.bin", "/c.bin"], at: upstream, in: folder)
      first.options.silence = nil
      let run = first.start(by: style, onEvent: events.record)
      for index in 0..<3 { _ = try await events.first { $0.completed(of: index) == 70_000 } }
      run.cancel()
      let summary = await run.summary
      #expect(summary == FetchSummary(fetched: 0, unchanged: 0, failed: 0, cancelled: 3, bytes: 210_000))
      #expect(events.all.last == .done(summary))
      for name in ["a", "b", "c"] { #expect(folder.content(of: ".\(name).bin.part")?.count == 70_000) }

      let again = Events<FetchEvent>()
      let second = await job(["/a.bin", "/b.bin", "/c.bin"], at: upstream, in: folder)
        .start(by: style, onEvent: again.record).summary
      #expect(second.fetched == 3)
      #expect(again.results.allSatisfy { $0.resumedFrom == 70_000 && $0.httpStatus == 206 })
      #expect(folder.names == ["a.bin", "b.bin", "c.bin"])
      for name in folder.names { #expect(folder.content(of: name) == Data(Self.content)) }
    }
  }

  /// The turn of what was under way went to the next one, and so all of them were begun, one after the other, before
  /// each was cancelled.
  @Test("Cancelled before their turn, members are told of, are not begun, and leave nothing")
  func waiting() async throws {
    let folder = try TemporaryFolder()
    try await withUpstream(respond: { Self.file.answer(to: $0, breakingOffAt: 10, by: .stall) }) { upstream in
      var limits = Admission.Limits()
      limits.total = 1
      var configuration = Fetcher.Configuration()
      configuration.admission = Admission(limits: limits)
      let fetcher = Fetcher(transport: Fetcher.localTransport(), configuration: configuration)
      var job = FetchJob(
        (0..<200).map { FetchItem("/\($0)") },
        fetcher: fetcher,
        to: Destination(folder: folder.path)
      )
      job.base = upstream.url
      let events = Events<FetchEvent>()
      let run = job.start(by: .closure, onEvent: events.record)
      _ = try await events.first { $0.progress?.completed == 10 }
      run.cancel()
      #expect(await run.summary.cancelled == 200)
      #expect(events.results.map(\.attempts).reduce(0, +) == 1)
      #expect(upstream.requestCount == 1)
      #expect(folder.names.filter { $0.hasSuffix(".part") }.count == 1)
    }
  }

  @Test("Files of the same name get numbers, in the order of the addresses", arguments: JobStyle.allCases)
  func names(_ style: JobStyle) async throws {
    let folder = try TemporaryFolder()
    try await withUpstream(respond: { .ok("\($0.path)") }) { upstream in
      let addresses = (1...6).map { "/\($0)/file.txt" }
      let events = Events<FetchEvent>()
      _ = await job(addresses, at: upstream, in: folder).start(by: style, onEvent: events.record).summary
      let paths = events.results.sorted { $0.index < $1.index }.map(\.path)
      #expect(
        paths
          == ["file.txt", "file 2.txt", "file 3.txt", "file 4.txt", "file 5.txt", "file 6.txt"].map {
            "\(folder.path)/\($0)"
          }
      )
      #expect(folder.content(of: "file 4.txt") == Data("/4/file.txt".utf8))
    }
  }

  /// The time limit of the loader has the wait for a turn in it: of a hundred files the last ones failed before they
  /// had begun. The turn is the test's to give: of two files that had it one after the other, the clock that ended the
  /// first went on into the second one's limit, which was over before anything had come.
  @Test("The time limit of a fetch counts from its turn, and what has come stays")
  func timeLimit() async throws {
    let folder = try TemporaryFolder()
    let clock = VirtualClock()
    // More than is gathered in memory, so that what has come can be seen.
    let large = ServedFile([UInt8](repeating: 7, count: 400_000), entityTag: "\"a1\"")
    try await withUpstream(respond: { large.answer(to: $0, breakingOffAt: 300_000, by: .stall) }) {
      upstream in
      var limits = Admission.Limits()
      limits.total = 1
      let admission = Admission(limits: limits)
      var configuration = Fetcher.Configuration()
      configuration.admission = admission
      let fetcher = Fetcher(transport: Fetcher.localTransport(), configuration: configuration)
      var job = FetchJob([FetchItem("/a")], fetcher: fetcher, to: Destination(folder: folder.path))
      job.base = upstream.url
      job.clock = clock
      job.timeLimit = .seconds(60)
      job.options.silence = nil
      let place = try await admission.place(for: upstream.url).run().value
      let events = Events<FetchEvent>()
      let run = job.start(onEvent: events.record)
      while admission.counts.waiting == 0 { await Task.yield() }
      clock.advance(by: .seconds(600))
      #expect(events.all.isEmpty)
      place.release()
      // The first progress may be the length alone: a limit that had passed by then left nothing behind.
      let parts = { folder.names.filter { $0.hasSuffix(".part") } }
      while !parts().contains(where: { folder.content(of: $0)?.isEmpty == false }) { await Task.yield() }
      // In steps that are short beside the limit: what sleeps may be the pace of the progress.
      let moving = Task {
        while !Task.isCancelled {
          try await clock.sleepers(atLeast: 1)
          clock.advance(by: .seconds(1))
          await Task.yield()
        }
      }
      #expect(await run.summary.failed == 1)
      moving.cancel()
      _ = await moving.result
      let result = events.results[0]
      #expect(
        result.error?.hasSuffix("was not done within 60 seconds; allow more time, or try again later.")
          == true
      )
      #expect(result.attempts == 1)
      #expect(parts().count == 1)
    }
  }

  @Test("A digest that is another leaves nothing at the place")
  func digest() async throws {
    let folder = try TemporaryFolder()
    try folder.put("old", in: "a.bin")
    try await withUpstream(respond: { Self.file.answer(to: $0) }) { upstream in
      var job = FetchJob(
        [FetchItem("/a.bin", sha256: String(repeating: "0", count: 64))],
        fetcher: .local(),
        to: Destination(folder: folder.path)
      )
      job.base = upstream.url
      let events = Events<FetchEvent>()
      #expect(await job.start(onEvent: events.record).summary.failed == 1)
      #expect(events.results[0].error?.contains("its SHA-256 was to be 0000") == true)
      #expect(folder.names == ["a.bin"] && folder.content(of: "a.bin") == Data("old".utf8))
    }
  }

  @Test("Asks for bytes as they are, and sends the fields that it is given")
  func fields() async throws {
    let folder = try TemporaryFolder()
    try await withUpstream(.ok("x")) { upstream in
      var job = job(["/a"], at: upstream, in: folder)
      job.fields = ["X-Trip": "1", "accept": "text/plain"]
      _ = await job.start().summary
      let headers = try await upstream.request(1).headers
      #expect(headers["Accept-Encoding"] == "identity" && headers["X-Trip"] == "1")
      #expect(headers.values(of: "Accept") == ["text/plain"])
    }
  }

  /// It takes another port each time, so what a run had left behind was never gone on with.
  @Test("What was begun at the own upstream is gone on with at its next port")
  func ownUpstream() async throws {
    let folder = try TemporaryFolder()
    try await withUpstream(respond: { Self.file.answer(to: $0, breakingOffAt: 50_000) }) { upstream in
      #expect(await job(["/a.bin"], at: upstream, in: folder).start().summary.failed == 1)
    }
    try await withUpstream(respond: { Self.file.answer(to: $0) }) { upstream in
      let events = Events<FetchEvent>()
      _ = await job(["/a.bin"], at: upstream, in: folder).start(onEvent: events.record).summary
      // What was on its way when the connection broke may be lost with it.
      #expect(events.results[0].resumedFrom ?? 0 > 0)
      #expect(folder.content(of: "a.bin") == Data(Self.content))
    }
  }
}

extension FetchEvent {
  fileprivate var progress: FetchProgress? {
    if case .progress(let progress) = self { progress } else { nil }
  }

  fileprivate func completed(of index: Int) -> Int64? { progress?.index == index ? progress?.completed : nil }
}

extension Events<FetchEvent> {
  fileprivate var results: [FetchResult] {
    all.compactMap { if case .file(let result) = $0 { result } else { nil } }
  }
}
