import Errands
import ErrandsLoading
import ErrandsTesting
import ErrandsUpstream
import Foundation
import GalleryJobs
import Testing

@Suite("A batch of downloads, in every style", .timeLimit(.minutes(1)))
struct GifsBatchTests {
  /// Every third has nothing to load, and every third of the others is not there.
  @Test("tells each hit once, and the end once and last", arguments: JobStyle.allCases)
  func mixed(_ style: JobStyle) async throws {
    let folder = try TemporaryFolder()
    try await withUpstream(respond: { $0.path.contains("4") ? .status(404) : .gif(frames: 2) }) { upstream in
      let hits = (0..<9).map { index in
        index % 3 == 2
          ? Gif(id: "\(index)", title: nil, url: nil, rating: nil, renditions: [])
          : Gif("\(index)", title: "Cat", at: upstream.url("/\(index).gif"))
      }
      let events = Events<GifsEvent>()
      let batch = try GifsJob.asking(upstream, style: style).download(
        hits,
        to: folder.path,
        onEvent: events.record
      )
      let summary = await batch.summary
      #expect(summary == GifsSummary(found: 9, downloaded: 5, failed: 4))
      _ = try await events.first { if case .done = $0 { true } else { false } }
      #expect(events.areComplete(of: 9))
      #expect(events.all.last == .done(summary))
      #expect(batch.results.map(\.gif) == hits)
      #expect(events.results.sorted { $0.index < $1.index } == batch.results)
      for result in batch.results {
        let fails = result.index % 3 == 2 || result.index == 4
        #expect(result.status == (fails ? .failed : .succeeded))
        #expect((result.error == nil) == !fails)
        #expect(result.file?.path == (fails ? nil : "\(folder.path)/cat-\(result.index).gif"))
        #expect(result.file?.frames == (fails ? nil : 2))
      }
      #expect(folder.names == [0, 1, 3, 6, 7].map { "cat-\($0).gif" })
    }
  }

  @Test("of nothing is done, with zeros", arguments: JobStyle.allCases)
  func empty(_ style: JobStyle) async throws {
    let folder = try TemporaryFolder()
    try await withUpstream(.gif()) { upstream in
      let events = Events<GifsEvent>()
      let batch = try GifsJob.asking(upstream, style: style).download(
        [],
        to: folder.path,
        onEvent: events.record
      )
      #expect(await batch.summary == GifsSummary(found: 0, downloaded: 0, failed: 0))
      _ = try await events.event(1)
      #expect(events.areComplete(of: 0))
    }
  }

  @Test("tells the hits in the order in which they end", arguments: JobStyle.allCases)
  func order(_ style: JobStyle) async throws {
    let folder = try TemporaryFolder()
    let gates = (0..<3).map { _ in Gate() }
    try await withUpstream(
      respond: { request in
        try await gates[Int(request.path.dropFirst().prefix(1)) ?? 0].wait()
        return .gif()
      },
      { upstream in
        let events = Events<GifsEvent>()
        let hits = (0..<3).map { Gif("\($0)", at: upstream.url("/\($0).gif")) }
        let batch = try GifsJob.asking(upstream, style: style)
          .download(hits, to: folder.path, onEvent: events.record)
        for index in [2, 0, 1] {
          gates[index].open()
          _ = try await events.first {
            if case .hit(let result) = $0 { result.index == index } else { false }
          }
        }
        _ = await batch.summary
        #expect(events.results.map(\.index) == [2, 0, 1])
      }
    )
  }

  /// Two hits with one title and no id, and two whose server gives them the same name.
  @Test("never writes two hits to one file", arguments: JobStyle.allCases)
  func names(_ style: JobStyle) async throws {
    let folder = try TemporaryFolder()
    let offer: HeaderFields = ["Content-Disposition": #"attachment; filename="../../evil.gif""#]
    try await withUpstream(respond: { .gif(headers: $0.path == "/offer.gif" ? offer : [:]) }) { upstream in
      let hits =
        (0..<3).map { _ in Gif("", title: "Cat", at: upstream.url("/plain.gif")) }
        + ["a", "b"].map { Gif($0, title: "Cat", at: upstream.url("/offer.gif")) }
      let batch = try GifsJob.asking(upstream, style: style).download(hits, to: folder.path)
      #expect(await batch.summary.downloaded == 5)
      #expect(
        batch.results.compactMap(\.file?.path)
          == ["cat.gif", "cat 2.gif", "cat 3.gif", "evil-a.gif", "evil-b.gif"].map { folder.path + "/" + $0 }
      )
      #expect(folder.names.count == 5)
    }
  }

  /// Four are in flight at once, of which the first to be asked for is whole. Operations and tasks begin on threads of
  /// their own, so it need not be number 0.
  @Test(
    "that is cancelled tells of each hit, keeps what is done, and closes the rest",
    arguments: JobStyle.allCases
  )
  func cancelled(_ style: JobStyle) async throws {
    let folder = try TemporaryFolder()
    let live = LiveObjects()
    let stalled = Script(framing: .length(100), steps: [.text("GIF89a"), .stall])
    let whole = try await withUpstream(respond: { $0.number == 1 ? .gif() : stalled }) { upstream in
      let events = Events<GifsEvent>()
      var job = try GifsJob.asking(upstream, style: style)
      job.downloadsAtOnce = 4
      let hits = (0..<10).map { Gif("\($0)", title: "Cat", at: upstream.url("/\($0).gif")) }
      let batch = job.download(hits, to: folder.path) { [probe = live.object("handler")] event in
        _ = probe
        events.record(event)
      }
      // All that fit in, once the one that ends has made room.
      _ = try await upstream.request(5)
      _ = try await events.first { if case .hit = $0 { true } else { false } }
      batch.cancel()
      #expect(await batch.summary == GifsSummary(found: 10, downloaded: 1, failed: 0))
      #expect(batch.results.map(\.gif) == hits)
      let whole = try await upstream.request(1).path
      for result in batch.results {
        #expect(result.status == (whole == "/\(result.index).gif" ? .succeeded : .cancelled))
      }
      #expect(events.areComplete(of: 10))
      #expect(upstream.requestCount == 5)
      try await upstream.earlyCloses(atLeast: 4)
      batch.cancel()
      try await live.allGone()
      return whole
    }
    #expect(folder.names == ["cat-\(whole.dropFirst())"])
  }

  @Test("has no more downloads in flight than it may", arguments: JobStyle.allCases)
  func limit(_ style: JobStyle) async throws {
    let folder = try TemporaryFolder()
    // No answer comes before as many are asked for as may be.
    let arrived = Events<Void>()
    let respond: @Sendable (RecordedRequest) async throws -> Script = { _ in
      arrived.record(())
      _ = try await arrived.event(2)
      return .gif()
    }
    try await withUpstream(respond: respond) { upstream in
      var job = try GifsJob.asking(upstream, style: style)
      job.downloadsAtOnce = 2
      let batch = job.download((0..<20).map { Gif("\($0)", at: upstream.url("/\($0).gif")) }, to: folder.path)
      #expect(await batch.summary.downloaded == 20)
      #expect(upstream.mostRequestsAtOnce == 2)
    }
  }
}
