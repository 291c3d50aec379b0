import Errands
import ErrandsLoading
import ErrandsTesting
import ErrandsUpstream
import Foundation
import GalleryJobs
import GalleryUpstream
import Testing

@Suite("A chart, loaded in every style", .timeLimit(.minutes(1)))
struct MusicJobTests {
  struct Way: Sendable, CustomStringConvertible {
    let style: JobStyle
    let generation: FeedGeneration

    var description: String { "\(style.rawValue), \(generation)" }

    static let all = JobStyle.allCases.flatMap { style in
      [FeedGeneration.v1, .v2].map { Way(style: style, generation: $0) }
    }
  }

  @Test("The chart is the one in the document, from both generations", arguments: Way.all)
  func same(_ way: Way) async throws {
    let document = try CatalogueCharts.json(way.generation)
    try await withUpstream(.json(document)) { upstream in
      let chart = try await MusicJob.reading(upstream).chart(by: way.style).value()
      #expect(chart == (try JSONDecoder().decode(Chart.self, from: document)))
      #expect(chart.items.count == 25)
      #expect(try await upstream.request(1).headers["Accept"] == "application/json")
    }
  }

  /// A Vietnamese title has characters of three bytes. Read as text piece by piece they came out broken.
  @Test("A body in a thousand pieces, cut inside characters, is the same chart", arguments: JobStyle.allCases)
  func pieces(_ style: JobStyle) async throws {
    let document = try CatalogueCharts.json(.v2)
    let bytes = Array(document)
    let steps = stride(from: 0, to: bytes.count, by: 7).map { start in
      Script.Step.bytes(Array(bytes[start..<min(start + 7, bytes.count)]))
    }
    try await withUpstream(Script(framing: .chunked, steps: steps)) { upstream in
      let chart = try await MusicJob.reading(upstream).chart(by: style).value()
      #expect(chart == (try JSONDecoder().decode(Chart.self, from: document)))
    }
  }

  @Test(
    "The chart is cut to what was asked for, and the next larger feed is loaded",
    arguments: JobStyle.allCases
  )
  func limit(_ style: JobStyle) async throws {
    let document = try CatalogueCharts.json(.v2, count: 10)
    try await withUpstream(.json(document)) { upstream in
      let feed = try MusicFeed(base: upstream.url.absoluteString, country: "vn", limit: 3)
      let chart = try await MusicJob(fetcher: .local(), feed: feed).chart(by: style).value()
      #expect(chart.items.map(\.rank) == [1, 2, 3])
      #expect(try await upstream.request(1).path == "/api/v2/vn/music/most-played/10/albums.json")
    }
  }

  @Test("A burst of 503 is sat out", arguments: JobStyle.allCases)
  func burst(_ style: JobStyle) async throws {
    let document = try CatalogueCharts.json(.v2)
    try await withUpstream(
      respond: { $0.number <= 2 ? .status(503) : .json(document) },
      { upstream in
        let fetcher = Fetcher.local(retry: RetryPolicy(retries: 2, base: .zero))
        let chart = try await MusicJob.reading(upstream, with: fetcher).chart(by: style).value()
        #expect(chart.items.count == 25)
        #expect(upstream.requestCount == 3)
      }
    )
  }

  /// The styles that are given a body in pieces did not try again, and one of them is the command's own.
  @Test("A body that breaks off is asked for once more", arguments: JobStyle.allCases)
  func brokenOff(_ style: JobStyle) async throws {
    let document = try CatalogueCharts.json(.v2)
    let half = Script(
      framing: .length(document.count),
      steps: [.bytes(Array(document.prefix(document.count / 2))), .close]
    )
    try await withUpstream(
      respond: { $0.number == 1 ? half : .json(document) },
      { upstream in
        let fetcher = Fetcher.local(retry: RetryPolicy(retries: 2, base: .zero))
        let chart = try await MusicJob.reading(upstream, with: fetcher).chart(by: style).value()
        #expect(chart == (try JSONDecoder().decode(Chart.self, from: document)))
        #expect(upstream.requestCount == 2)
      }
    )
  }

  @Test("One that always does is asked for as often as loads are tried", arguments: JobStyle.allCases)
  func alwaysBrokenOff(_ style: JobStyle) async throws {
    try await withUpstream(Script(framing: .length(100), steps: [.text("{"), .close])) { upstream in
      let fetcher = Fetcher.local(retry: RetryPolicy(retries: 2, base: .zero))
      let outcome = await (try MusicJob.reading(upstream, with: fetcher)).chart(by: style).outcome()
      let expected = FetchError(upstream.url("/feed.json"), .truncated(received: 1, expected: 100))
      #expect(throws: expected) { try outcome.get() }
      #expect(upstream.requestCount == 3)
    }
  }

  /// The feeds moved to another host in 2022, and the old one redirects there.
  @Test("A redirect to another host is followed", arguments: JobStyle.allCases)
  func moved(_ style: JobStyle) async throws {
    let document = try CatalogueCharts.json(.v2)
    try await withUpstream(.json(document)) { new in
      let redirect = Script.redirect(to: new.url("/moved.json").absoluteString, status: 301)
      try await withUpstream(redirect) { old in
        let chart = try await MusicJob.reading(old).chart(by: style).value()
        #expect(chart.items.count == 25)
        #expect(new.requests.map(\.path) == ["/moved.json"])
      }
    }
  }

  @Test("Progress is told while the body comes, and is never less than before", arguments: JobStyle.allCases)
  func progress(_ style: JobStyle) async throws {
    let bytes = Array(try CatalogueCharts.json(.v2))
    let half = bytes.count / 2
    let gate = Gate()
    let script = Script(
      steps: [.bytes(Array(bytes[..<half])), .wait(gate.wait), .bytes(Array(bytes[half...]))]
    )
    try await withUpstream(script) { upstream in
      let reports = Events<RunProgress>()
      let run = try MusicJob.reading(upstream).chart(by: style).run()
      run.onProgress(on: .immediate) { reports.record($0) }
      let middle = try await reports.first { $0.completed == Int64(half) }
      #expect(middle.total == Int64(bytes.count))
      gate.open()
      _ = try await run.value
      #expect(reports.all.last == RunProgress(completed: Int64(bytes.count), total: Int64(bytes.count)))
      let completed = reports.all.map(\.completed)
      #expect(completed == completed.sorted())
    }
  }
}
