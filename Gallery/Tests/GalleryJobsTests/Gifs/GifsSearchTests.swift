import Errands
import ErrandsLoading
import ErrandsTesting
import ErrandsUpstream
import Foundation
import GalleryJobs
import Testing

@Suite("A search, in every style", .timeLimit(.minutes(1)))
struct GifsSearchTests {
  @Test("gives the hits in Giphy's order", arguments: JobStyle.allCases)
  func hits(_ style: JobStyle) async throws {
    try await withUpstream(
      respond: { _ in
        .json(
          GiphyText.page(
            [
              GiphyText.hit("b", ["original": "https://media.giphy.com/b.gif"]),
              GiphyText.hit("a", title: nil, [:]),
            ],
            total: 77
          )
        )
      },
      { upstream in
        let page = try await GifsJob.asking(upstream, style: style).search("mèo").value()
        #expect(page.hits.map(\.id) == ["b", "a"])
        #expect(page.hits.map(\.title) == ["Mèo Vui GIF", nil])
        #expect((page.total, page.offset) == (77, 0))
        #expect(try await upstream.request(1).headers["Accept"] == "application/json")
      }
    )
  }

  @Test(
    "that finds nothing is an empty page",
    arguments: [
      #"{"data":[],"pagination":{"total_count":0,"count":0,"offset":0},"meta":{"status":200,"msg":"OK"}}"#,
      #"{"data":[],"meta":{"msg":"OK","response_id":"","status":200}}"#, #"{"data":[]}"#,
    ],
    JobStyle.allCases
  )
  func nothing(_ answer: String, _ style: JobStyle) async throws {
    try await withUpstream(.json(answer)) { upstream in
      let page = try await GifsJob.asking(upstream, style: style).search("x").value()
      #expect(page.hits.isEmpty)
      #expect(upstream.requestCount == 1)
    }
  }

  @Test("sends nothing where a number or the keyword is out of bounds", arguments: JobStyle.allCases)
  func invalid(_ style: JobStyle) async throws {
    try await withUpstream(.json("{}")) { upstream in
      let job = try GifsJob.asking(upstream, style: style)
      let wrong: [(Errand<GifPage>, GiphyError)] = [
        (job.search(" "), .emptyKeyword), (job.search("x", limit: 0), .limit(0, 1...5000)),
        (job.search("x", limit: 5001), .limit(5001, 1...5000)),
        (job.search("x", offset: 5000), .offset(5000)),
        (job.search(String(repeating: "é", count: 51)), .longKeyword(characters: 51)),
      ]
      for (search, error) in wrong { await #expect(throws: error) { try await search.value() } }
      #expect(upstream.requestCount == 0)
    }
  }

  @Test("of more hits than a page has asks for page after page", arguments: JobStyle.allCases)
  func pages(_ style: JobStyle) async throws {
    try await withUpstream(respond: { .json(Self.slice($0, of: 130)) }) { upstream in
      let page = try await GifsJob.asking(upstream, style: style).search("x", limit: 120, offset: 5).value()
      #expect(page.hits.map(\.id) == (5..<125).map(String.init))
      #expect((page.total, page.offset) == (130, 5))
      #expect(Self.places(upstream) == ["50 5", "50 55", "20 105"])
    }
  }

  @Test("ends where there are no more", arguments: [50, 60, 100])
  func end(_ total: Int) async throws {
    try await withUpstream(respond: { .json(Self.slice($0, of: total)) }) { upstream in
      let page = try await GifsJob.asking(upstream).search("x", limit: 500).value()
      #expect(page.hits.count == total)
      #expect(upstream.requestCount == (total + 49) / 50)
    }
  }

  @Test("asks for nothing beyond the last place that Giphy has")
  func lastPlace() async throws {
    try await withUpstream(respond: { .json(Self.slice($0, of: 1_000_000)) }) { upstream in
      let page = try await GifsJob.asking(upstream).search("x", limit: 500, offset: 4900).value()
      #expect(Self.places(upstream) == ["50 4900", "50 4950"])
      #expect(page.hits.count == 100)
    }
  }

  /// Without a total only a short page says that it is the last.
  @Test("goes on without a total as long as pages are full")
  func noTotal() async throws {
    try await withUpstream(
      respond: { request in
        let all = (0..<70).map { GiphyText.hit("\($0)", [:]) }
        let first = request.number == 1
        return .json(#"{"data":[\#((first ? all[..<50] : all[50...]).joined(separator: ","))]}"#)
      },
      { upstream in
        let page = try await GifsJob.asking(upstream).search("x", limit: 200).value()
        #expect(page.hits.count == 70)
        #expect(upstream.requestCount == 2)
      }
    )
  }

  /// A GIF that is new at Giphy pushes the last of a page to the next one.
  @Test("has a hit once that comes on two pages")
  func shifted() async throws {
    try await withUpstream(
      respond: { request in
        let first = request.number == 1 ? 0 : 49
        return .json(GiphyText.page((first..<(first + 50)).map { GiphyText.hit("\($0)", [:]) }, total: 99))
      },
      { upstream in
        let page = try await GifsJob.asking(upstream).search("x", limit: 99).value()
        #expect(page.hits.map(\.id) == (0..<99).map(String.init))
      }
    )
  }

  /// Asked for 5000 hits, it would have been asked five thousand times.
  @Test("of a server that repeats itself ends")
  func repeating() async throws {
    try await withUpstream(.json(GiphyText.page([GiphyText.hit("a", [:])], total: 1_000_000))) { upstream in
      let page = try await GifsJob.asking(upstream).search("x", limit: 5000).value()
      #expect(page.hits.map(\.id) == ["a"])
      #expect(upstream.requestCount == 2)
    }
  }

  @Test("keeps to its limit, whatever the server sends")
  func generous() async throws {
    try await withUpstream(.json(GiphyText.page((0..<50).map { GiphyText.hit("\($0)", [:]) }))) { upstream in
      let page = try await GifsJob.asking(upstream).search("x", limit: 3).value()
      #expect(page.hits.count == 3)
    }
  }

  @Test("that is cancelled ends at once, and closes its connection", arguments: JobStyle.allCases)
  func cancelled(_ style: JobStyle) async throws {
    let live = LiveObjects()
    try await withUpstream(Script(framing: .length(100), steps: [.text("{"), .stall])) { upstream in
      // No deadline ends what nobody has cancelled.
      let run = try GifsJob.asking(upstream, style: style, clock: VirtualClock()).search("x").run()
      run.whenSettled(on: .immediate) { [probe = live.object("handler")] _ in _ = probe }
      _ = try await upstream.request(1)
      run.cancel()
      await #expect(throws: CancellationError.self) { try await run.value }
      try await upstream.earlyCloses(atLeast: 1)
      try await live.allGone()
    }
  }

  private static func places(_ upstream: ScriptedUpstream) -> [String] {
    upstream.requests.map { "\(number("limit", in: $0)) \(number("offset", in: $0))" }
  }

  /// What a search of so many hits in all answers to a request.
  private static func slice(_ request: RecordedRequest, of total: Int) -> String {
    let (limit, offset) = (number("limit", in: request), number("offset", in: request))
    let hits = (offset..<max(offset, min(offset + limit, total))).map { GiphyText.hit("\($0)", [:]) }
    return GiphyText.page(hits, total: total, offset: offset)
  }

  private static func number(_ name: String, in request: RecordedRequest) -> Int {
    let items = URLComponents(string: "?" + (request.query ?? ""))?.queryItems
    return items?.first { $0.name == name }?.value.flatMap { Int($0) } ?? -1
  }
}
