import Errands
import ErrandsLoading
import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

@testable import GalleryJobs

@Suite("A wall of covers, in every style", .timeLimit(.minutes(1)))
struct CoverWallTests {
  @Test("A row that comes on screen gets its cover, scaled to its size", arguments: JobStyle.allCases)
  func shown(_ style: JobStyle) async throws {
    try await withUpstream(respond: CoverScripts.list()) { upstream in
      let events = Events<CoverEvent>()
      let wall = CoverWall.over(upstream, style: style, events)
      wall.show(7, in: 0)
      let event = try await events.event(1)
      #expect(event.result.index == 7)
      #expect(event.result.status == .shown)
      let jpeg = try await CoverScripts.jpeg.value()
      #expect(event.result.bytes == jpeg.count)
      #expect(event.result.error == nil)
      #expect(event.picture?.width == 30)
      #expect(event.picture?.height == 20)
      #expect(upstream.requests.map(\.path) == ["/articles", "/7.jpg"])
    }
  }

  @Test("Each filter makes another picture of it", arguments: [JobStyle.operation, .async])
  func filters(_ style: JobStyle) async throws {
    try await withUpstream(respond: CoverScripts.list()) { upstream in
      var seen: Set<Data> = []
      for filter in CoverFilter.allCases {
        let events = Events<CoverEvent>()
        let wall = CoverWall.over(upstream, style: style, source: .local(filter: filter), events)
        wall.show(0, in: 0)
        let picture = try #require(try await events.event(1).picture)
        #expect((picture.width, picture.height) == (30, 20))
        seen.insert(try await picture.encoded(as: .png))
      }
      #expect(seen.count == CoverFilter.allCases.count)
    }
  }

  @Test(
    "A row that leaves is cancelled, down to the connection; the others stay",
    arguments: JobStyle.allCases
  )
  func hidden(_ style: JobStyle) async throws {
    let gate = Gate()
    let list = CoverScripts.list { index, _ in
      if index == 0 { return .pending }
      try await gate.wait()
      return .ok(Array(try await CoverScripts.jpeg.value()), contentType: "image/jpeg")
    }
    try await withUpstream(respond: list) { upstream in
      let events = Events<CoverEvent>()
      let wall = CoverWall.over(upstream, style: style, events)
      wall.scroll(to: 0..<2)
      _ = try await upstream.request(3)
      wall.scroll(to: 1..<2)
      let left = try await events.event(1).result
      #expect(left.status == .cancelled)
      #expect(events.results.map(\.index) == [0])
      try await upstream.earlyCloses(atLeast: 1)
      gate.open()
      let stayed = try await events.event(2).result
      #expect(stayed.status == .shown)
      #expect(upstream.earlyCloses == 1)
    }
  }

  @Test("A view that is given to another row lets go of the one before", arguments: JobStyle.allCases)
  func replaced(_ style: JobStyle) async throws {
    let list = CoverScripts.list { index, _ in
      index == 0 ? .pending : .ok(Array(try await CoverScripts.jpeg.value()), contentType: "image/jpeg")
    }
    try await withUpstream(respond: list) { upstream in
      let events = Events<CoverEvent>()
      let wall = CoverWall.over(upstream, style: style, events)
      wall.show(0, in: 4)
      _ = try await upstream.request(2)
      wall.show(9, in: 4)
      let first = try await events.event(1).result
      #expect(first.status == .cancelled)
      let second = try await events.event(2).result
      #expect((second.index, second.status) == (9, .shown))
      try await upstream.earlyCloses(atLeast: 1)
      #expect(events.count == 2)
    }
  }

  /// In Foundation's queue a dependent whose dependency is cancelled runs, and one whose dependency is cancelled
  /// before it was put into a queue waits for ever.
  @Test("However many rows come and leave, none of them gets stuck in a queue", arguments: JobStyle.allCases)
  func neverStuck(_ style: JobStyle) async throws {
    try await withUpstream(respond: CoverScripts.list()) { upstream in
      let events = Events<CoverEvent>()
      let wall = CoverWall.over(upstream, style: style, downloadsAtOnce: 2, events)
      for row in 0..<500 { wall.scroll(to: row..<row + 5) }
      let summary = await wall.summary
      #expect(summary.shown + summary.cancelled == 504)
      #expect(summary.failed == 0)
      #expect(events.count == 504)
      #expect(Set(events.results.map(\.index)) == Set(0..<504))
      for row in 499..<504 {
        let last = try await events.result(of: row)
        #expect(last.status == .shown)
      }
    }
  }

  @Test(
    "No more covers are downloaded at a time than allowed, and one that leaves while it waits is never asked for"
  )
  func limit() async throws {
    try await withUpstream(respond: CoverScripts.list { _, _ in .pending }) { upstream in
      let events = Events<CoverEvent>()
      let wall = CoverWall.over(upstream, downloadsAtOnce: 2, events)
      wall.scroll(to: 0..<10)
      _ = try await upstream.request(3)
      // Those that wait leave first; a place that becomes free must not be given to one of them.
      wall.scroll(to: 0..<2)
      for number in 1...8 {
        let result = try await events.event(number).result
        #expect(result.status == .cancelled)
      }
      wall.close()
      for number in 9...10 {
        let result = try await events.event(number).result
        #expect(result.status == .cancelled)
      }
      try await upstream.earlyCloses(atLeast: 2)
      #expect(upstream.requestCount == 3)
    }
  }

  @Test("Letting go of the wall cancels what it was working on", arguments: JobStyle.allCases)
  func letGo(_ style: JobStyle) async throws {
    try await withUpstream(respond: CoverScripts.list { _, _ in .pending }) { upstream in
      let events = Events<CoverEvent>()
      let live = LiveObjects()
      let witness = live.object("listener")
      var wall: CoverWall? = CoverWall(
        of: ArticleFeed(base: upstream.url),
        lists: .local(),
        source: .local(),
        style: style,
        onCover: { event in withExtendedLifetime(witness) { events.record(event) } }
      )
      wall?.scroll(to: 0..<3)
      _ = try await upstream.request(4)
      wall = nil
      for number in 1...3 {
        let result = try await events.event(number).result
        #expect(result.status == .cancelled)
      }
      try await upstream.earlyCloses(atLeast: 3)
    }
  }

  @Test("Nothing of thousands of rows stays alive", arguments: JobStyle.allCases)
  func noLeak(_ style: JobStyle) async throws {
    let live = LiveObjects()
    let list = CoverScripts.list { _, _ in
      .ok(Array(try await CoverScripts.jpeg.value()), contentType: "image/jpeg")
    }
    try await withUpstream(respond: list) { upstream in
      let source = CoverSource(
        transport: CountedTransport(Fetcher.localTransport(), live),
        configuration: Fetcher.Configuration()
      )
      let wall = CoverWall.over(upstream, style: style, source: source)
      for row in 0..<1_000 { wall.scroll(to: row..<row + 4) }
      _ = await wall.summary
      wall.close()
    }
    try await live.allGone()
  }
}

/// Another transport, whose answers hold an object for as long as somebody holds them.
private struct CountedTransport: Transport {
  let transport: any Transport
  let live: LiveObjects
  let own: LiveObjects.Object

  init(_ transport: any Transport, _ live: LiveObjects) {
    self.transport = transport
    self.live = live
    own = live.object("transport")
  }

  func send(_ request: FetchRequest) async throws -> TransportResponse {
    let response = try await transport.send(request)
    let body = live.object(request.url.path)
    return TransportResponse(
      head: response.head,
      body: TransportBody(
        response.body.map { chunk in withExtendedLifetime(body) { chunk } }
      )
    )
  }
}
