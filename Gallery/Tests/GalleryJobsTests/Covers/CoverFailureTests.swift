import Errands
import ErrandsLoading
import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

@testable import GalleryJobs

@Suite("Covers that do not come", .timeLimit(.minutes(1)))
struct CoverFailureTests {
  private func withWall(
    _ respond: @escaping @Sendable (RecordedRequest) async throws -> Script,
    source: CoverSource = .local(),
    clock: any Clock<Duration> = ContinuousClock(),
    style: JobStyle = .operation,
    _ test: (ScriptedUpstream, CoverWall, Events<CoverEvent>) async throws -> Void
  ) async throws {
    try await withUpstream(respond: respond) { upstream in
      let events = Events<CoverEvent>()
      try await test(upstream, .over(upstream, style: style, source: source, clock: clock, events), events)
    }
  }

  @Test(
    "It says why, as a sentence with the address, in every style",
    arguments: JobStyle.allCases
  )
  func reasons(_ style: JobStyle) async throws {
    let jpeg = Array(try await CoverScripts.jpeg.value())
    let half = Script.Step.bytes(Array(jpeg.prefix(jpeg.count / 2)))
    let scripts: [(Script, String)] = [
      (.status(500), "/0.jpg answered 500 (Internal Server Error)"),
      (.status(404), "/1.jpg answered 404 (Not Found)"),
      (
        Script(framing: .length(jpeg.count), steps: [half, .close]),
        "/2.jpg broke off after \(jpeg.count / 2) of"
      ),
      (
        Script(framing: .length(jpeg.count), steps: [half, .reset]),
        "/3.jpg broke off after \(jpeg.count / 2) of"
      ),
      (
        .ok("<html>"),
        "/4.jpg is no cover that can be shown. This is not an image of a format that is known here"
      ),
      (
        .ok(Array(jpeg.prefix(jpeg.count / 2))),
        "/5.jpg is no cover that can be shown. The JPEG image is cut off"
      ),
      (.ok([]), "/6.jpg is no cover that can be shown. This is not an image"),
    ]
    try await withWall(CoverScripts.list { index, _ in scripts[index].0 }, style: style) { _, wall, events in
      wall.scroll(to: 0..<scripts.count)
      let summary = await wall.summary
      #expect((summary.shown, summary.cancelled, summary.failed) == (0, 0, scripts.count))
      for (index, script) in scripts.enumerated() {
        let result = try await events.result(of: index)
        #expect(result.status == .failed)
        #expect(result.error?.contains(script.1) == true, "\(result.error ?? "")")
      }
    }
  }

  @Test("One that failed is tried again when its row comes back")
  func again() async throws {
    let list = CoverScripts.list { index, request in
      guard index == 0, request.number <= 3 else {
        return .ok(Array(try await CoverScripts.jpeg.value()), contentType: "image/jpeg")
      }
      return .status(500)
    }
    try await withWall(list) { upstream, wall, events in
      wall.scroll(to: 0..<1)
      let first = try await events.event(1).result
      #expect(first.status == .failed)
      wall.scroll(to: 1..<2)
      let second = try await events.event(2).result
      #expect(second.status == .shown)
      wall.scroll(to: 0..<1)
      let third = try await events.event(3).result
      #expect(third.status == .shown)
    }
  }

  @Test("The bytes of tries that failed count")
  func retries() async throws {
    let jpeg = Array(try await CoverScripts.jpeg.value())
    let half = Array(jpeg.prefix(jpeg.count / 2))
    let list = CoverScripts.list { _, request in
      request.number == 2
        ? Script(framing: .length(jpeg.count), steps: [.bytes(half), .close])
        : .ok(jpeg, contentType: "image/jpeg")
    }
    let retry = RetryPolicy(retries: 1, base: .milliseconds(1), cap: .milliseconds(1))
    try await withWall(list, source: .local(retry: retry)) { _, wall, events in
      wall.show(0, in: 0)
      let result = try await events.event(1).result
      #expect(result.status == .shown)
      #expect(result.bytes == half.count + jpeg.count)
    }
  }

  @Test("A list that does not come is the reason of every row, and is asked for once")
  func list() async throws {
    try await withWall({ _ in .status(500) }) { upstream, wall, events in
      wall.scroll(to: 0..<20)
      let summary = await wall.summary
      #expect(summary.failed == 20)
      #expect(
        events.results.allSatisfy { $0.error?.contains("/articles?from=…&count=… answered 500") == true }
      )
      #expect(upstream.requestCount == 1)
    }
  }

  @Test("A list that makes no sense says where")
  func oddList() async throws {
    try await withWall({ _ in .json(#"{"articles":[{"id":"#) }) { _, wall, events in
      wall.show(0, in: 0)
      let broken = try await events.event(1).result
      #expect(broken.error?.contains("did not answer with JSON") == true)
    }
    try await withWall({ _ in .json(#"{"articles":[{"id":0}]}"#) }) { _, wall, events in
      wall.show(0, in: 0)
      let odd = try await events.event(1).result
      #expect(odd.error?.contains("articles[0]") == true)
    }
  }

  /// Every row asks. While a reader flew past thousands, the server of the list was asked thousands of times.
  @Test("A list that did not come is asked for again after a second, and not before")
  func memory() async throws {
    let clock = VirtualClock()
    try await withWall({ _ in .status(500) }, clock: clock) { upstream, wall, events in
      for row in 0..<50 {
        wall.scroll(to: row..<row + 1)
        let result = try await events.event(row + 1).result
        #expect(result.status == .failed)
      }
      #expect(upstream.requestCount == 1)
      clock.advance(by: .seconds(1))
      wall.scroll(to: 60..<61)
      let later = try await events.event(51).result
      #expect(later.status == .failed)
      #expect(upstream.requestCount == 2)
    }
  }

  // A row on another thread had asked before the outcome was there, and began after it.
  @Test(
    "A row that asks before the outcome, and begins after it, has that of the others",
    arguments: [true, false]
  )
  func late(comes: Bool) async throws {
    let list = CoverScripts.list()
    try await withUpstream(respond: { comes ? try await list($0) : .status(500) }) { upstream in
      let feed = ArticleFeed(base: upstream.url)
      let shelf = ArticleShelf(feed: feed, fetcher: .local(), clock: VirtualClock())
      let rows = [shelf.article(0), shelf.article(1)]
      for row in rows {
        let article = try? await row.value()
        #expect((article != nil) == comes)
      }
      #expect(upstream.requestCount == 1)
    }
  }

  @Test("A list that was left while it was on its way is no failed one")
  func left() async throws {
    let list = CoverScripts.list()
    try await withWall({ request in
      request.number == 1 ? .pending : try await list(request)
    }) { upstream, wall, events in
      wall.scroll(to: 0..<3)
      _ = try await upstream.request(1)
      wall.scroll(to: 0..<0)
      try await upstream.earlyCloses(atLeast: 1)
      wall.scroll(to: 0..<3)
      let summary = await wall.summary
      #expect((summary.shown, summary.cancelled, summary.failed) == (3, 3, 0))
      #expect(events.count == 6)
    }
  }

  @Test("Rows beyond the end of a list that has one fail")
  func end() async throws {
    try await withWall(CoverScripts.list(count: 5)) { _, wall, events in
      wall.scroll(to: 3..<7)
      let summary = await wall.summary
      #expect((summary.shown, summary.failed) == (2, 2))
      let beyond = try await events.result(of: 5)
      #expect(beyond.error?.hasSuffix("has no article 5; scroll less far.") == true)
    }
  }

  @Test("The list comes a page at a time, as far as it is needed")
  func pages() async throws {
    try await withWall(CoverScripts.list()) { upstream, wall, _ in
      for start in [95, 195, 95, 1_000_000] {
        wall.scroll(to: start..<start + 10)
        _ = await wall.summary
      }
      let lists = upstream.requests.filter { $0.path == "/articles" }.map { $0.query ?? "" }
      #expect(
        Set(lists) == [
          "from=0&count=100", "from=100&count=100", "from=200&count=100", "from=1000000&count=100",
        ]
      )
      #expect(lists.count == 4)
    }
  }
}
