import Errands
import ErrandsLoading
import ErrandsTesting
import ErrandsUpstream
import Foundation
import GalleryJobs
import Testing

@Suite("A batch of photos, in every style", .timeLimit(.minutes(1)))
struct PhotoBatchTests {
  @Test("Who fails leaves the others alone, and every error is kept, in order", arguments: JobStyle.allCases)
  func mixed(_ style: JobStyle) async throws {
    let folder = try TemporaryFolder()
    let half = Array(Script.jpeg().dropLast(2))
    let scripts: [String: Script] = [
      "/a.jpg": .photo("a"), "/page.jpg": .ok("<html>sorry</html>", contentType: "text/html; charset=utf-8"),
      "/half.jpg": .ok(half, contentType: "image/jpeg"), "/empty.jpg": .ok("", contentType: "image/jpeg"),
      "/svg.jpg": .ok("<svg/>", contentType: "image/svg+xml"), "/b.png": .photo("b"),
    ]
    try await withUpstream(respond: { scripts[$0.path] ?? .status(404) }) { upstream in
      let paths = [
        "/half.jpg", "/a.jpg", "not a url", "/none.jpg", "/page.jpg", "/b.png", "/empty.jpg", "/svg.jpg",
      ]
      let events = Events<PhotoBatchEvent>()
      let run = PhotoBatch(paths, from: upstream, to: folder).start(by: style, onEvent: events.record)
      let summary = await run.summary
      let sentences: [String?] = [
        "/half.jpg answered with an image/jpeg that is cut off after 9 bytes; load it again.",
        nil,
        "“not a url” cannot be fetched: it has a space or a control character in it.",
        "/none.jpg answered 404 (Not Found); check the address.",
        "/page.jpg answered with text/html instead of a JPEG, PNG, WebP or GIF image; "
          + "check the address.",
        nil,
        "/empty.jpg answered with nothing instead of an image; check the address.",
        "/svg.jpg answered with something that it calls image/svg+xml instead of a JPEG, PNG, "
          + "WebP or GIF image; check the address.",
      ]
      let expected = zip(paths, sentences).enumerated().map { index, member in
        let (path, sentence) = member
        return PhotoMember(
          index: index,
          url: path,
          status: sentence == nil ? .succeeded : .failed,
          path: sentence == nil ? folder.path + path : nil,
          error: sentence,
          bytes: run.members.first { $0.index == index }?.bytes ?? -1
        )
      }
      #expect(run.members == expected)
      #expect(events.members.sorted { $0.index < $1.index } == expected)
      #expect(events.areComplete(of: 8))
      #expect(run.members.map(\.bytes).reduce(0, +) == run.progress.bytes)
      #expect(run.members[1].bytes == Int64(Script.jpeg("a").count) && run.members[2].bytes == 0)
      #expect(events.summaries == [summary])
      #expect((summary.succeeded, summary.failed, summary.cancelled) == (2, 6, 0))
      #expect(!summary.timedOut)
      #expect(summary.errors.map(\.index) == [0, 2, 3, 4, 6, 7])
      #expect(summary.errors.map(\.error) == sentences.compactMap(\.self))
      #expect(summary.errors.map(\.url) == [0, 2, 3, 4, 6, 7].map { paths[$0] })
    }
    #expect(folder.names == ["a.jpg", "b.png"])
    #expect(folder.content(of: "a.jpg") == Script.jpeg("a"))
  }

  @Test("An empty batch is done once, with zeros", arguments: JobStyle.allCases)
  func empty(_ style: JobStyle) async throws {
    let events = Events<PhotoBatchEvent>()
    let summary = await PhotoBatch(addresses: [], fetcher: .local()).start(by: style, onEvent: events.record)
      .summary
    #expect(events.all == [.done(summary)])
    #expect((summary.succeeded, summary.failed, summary.cancelled) == (0, 0, 0))
    #expect(summary.errors.isEmpty && !summary.timedOut)
  }

  @Test("A batch of which all fail is done once all the same", arguments: JobStyle.allCases)
  func allFailing(_ style: JobStyle) async throws {
    try await withUpstream(.status(500)) { upstream in
      let events = Events<PhotoBatchEvent>()
      let paths = (0..<20).map { "/\($0).jpg" }
      let summary = await PhotoBatch(paths, from: upstream).start(by: style, onEvent: events.record).summary
      #expect(events.areComplete(of: 20))
      #expect(summary.failed == 20)
      #expect(summary.errors.map(\.index) == Array(0..<20))
    }
  }

  /// A thousand at once are begun at once, and no more than so many are asked for at the same time.
  @Test("Many members, within the limit", arguments: JobStyle.allCases)
  func many(_ style: JobStyle) async throws {
    // No answer comes before as many are asked for as may be.
    let arrived = Events<Void>()
    let respond: @Sendable (RecordedRequest) async throws -> Script = { _ in
      arrived.record(())
      _ = try await arrived.event(5)
      return .photo()
    }
    try await withUpstream(respond: respond) { upstream in
      let events = Events<PhotoBatchEvent>()
      var batch = PhotoBatch((0..<200).map { "/\($0).jpg" }, from: upstream)
      batch.loadsAtOnce = 5
      let run = batch.start(by: style, onEvent: events.record)
      let summary = await run.summary
      #expect(summary.succeeded == 200)
      #expect(events.areComplete(of: 200))
      #expect(upstream.mostRequestsAtOnce == 5)
      #expect(batch.manager.photos.map(\.index).sorted() == Array(0..<200))
      #expect(run.progress == PhotoBatchProgress(settled: 200, total: 200, bytes: 200 * 11))
      #expect(run.result == summary)
    }
  }

  @Test("Progress never goes down, and ends before the batch does", arguments: JobStyle.allCases)
  func progress(_ style: JobStyle) async throws {
    try await withUpstream(.photo(String(repeating: "x", count: 100_000))) { upstream in
      let events = Events<PhotoBatchEvent>()
      let paths = (0..<8).map { "/\($0).jpg" }
      _ = await PhotoBatch(paths, from: upstream).start(by: style, onEvent: events.record).summary
      let reports = events.all.compactMap { event in
        if case .progress(let progress) = event { progress } else { nil }
      }
      #expect(reports.map(\.settled) == reports.map(\.settled).sorted())
      #expect(reports.map(\.bytes) == reports.map(\.bytes).sorted())
      #expect(reports.last == PhotoBatchProgress(settled: 8, total: 8, bytes: 8 * 100_006))
    }
  }

  /// Counted again with each try, a photo had come to more bytes than it has.
  @Test("A try that broke off does not count twice")
  func furtherTry() async throws {
    let whole = Script.jpeg(String(repeating: "x", count: 1000))
    let broken = Script(framing: .length(whole.count), steps: [.bytes(Array(whole.prefix(500))), .close])
    try await withUpstream(
      respond: { $0.number == 1 ? broken : .ok(Array(whole)) },
      { upstream in
        let fetcher = Fetcher.local(retry: RetryPolicy(retries: 1, base: .zero))
        let run = PhotoBatch(["/a.jpg"], from: upstream, with: fetcher).start()
        #expect(await run.summary.succeeded == 1)
        #expect(run.progress.bytes == Int64(whole.count))
      }
    )
  }

  /// With the deadline over the waiting too, the last of a thousand on a slow network failed unbegun.
  @Test("A member's deadline begins with its turn")
  func deadline() async throws {
    let (first, second) = (Gate(), Gate())
    let clock = VirtualClock()
    try await withUpstream(
      respond: { request in
        try await (request.number == 1 ? first : second).wait()
        return .photo()
      },
      { upstream in
        var batch = PhotoBatch(["/a.jpg", "/b.jpg"], from: upstream, with: .local(clock: clock))
        batch.loadsAtOnce = 1
        let run = batch.start()
        _ = try await upstream.request(1)
        #expect(clock.sleepers == 1)
        clock.advance(by: .seconds(29))
        first.open()
        _ = try await upstream.request(2)
        clock.advance(by: .seconds(29))
        // It has not passed: it is 58 seconds since the batch began, and 29 since this turn.
        try await clock.sleepers(atLeast: 1)
        second.open()
        #expect(await run.summary.succeeded == 2)
      }
    )
  }

  @Test("Nothing that a batch captured stays alive because of it", arguments: JobStyle.allCases)
  func finished(_ style: JobStyle) async throws {
    let live = LiveObjects()
    try await withUpstream(.photo()) { upstream in
      let batch = PhotoBatch(["/a.jpg", "/b.jpg"], from: upstream)
      _ = await batch.start(by: style) { [probe = live.object("listener")] _ in _ = probe }.summary
      try await live.allGone()
    }
  }
}
