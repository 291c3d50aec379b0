import Errands
import ErrandsLoading
import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

@testable import GalleryJobs

@Suite("A chart that cannot be had, in every style", .timeLimit(.minutes(1)))
struct MusicJobFailureTests {
  /// The error of a load from an upstream that plays this script.
  private func failure(
    of style: JobStyle,
    _ script: Script,
    _ check: (FetchError, ScriptedUpstream) throws -> Void
  ) async throws {
    try await withUpstream(script) { upstream in
      let outcome = await (try MusicJob.reading(upstream)).chart(by: style).outcome()
      let error = #expect(throws: FetchError.self) { try outcome.get() }
      try check(try #require(error), upstream)
    }
  }

  @Test("A document that is no JSON is said to be none", arguments: JobStyle.allCases)
  func malformed(_ style: JobStyle) async throws {
    try await failure(of: style, .json(#"{"feed":{"results":[{"id":"#)) { error, upstream in
      guard case .malformedJSON = error.cause else { throw error }
      let url = upstream.url("/feed.json")
      #expect(error.url == url)
      #expect("\(error)".hasPrefix("\(url) did not answer with JSON: "))
    }
  }

  @Test("A document of another shape is said to differ, and where", arguments: JobStyle.allCases)
  func shape(_ style: JobStyle) async throws {
    let document = #"{"feed":{"results":[{"id":"1","name":"One"},{"id":"2"}]}}"#
    try await failure(of: style, .json(document)) { error, upstream in
      let url = upstream.url("/feed.json")
      #expect(
        error == FetchError(url, .unexpectedJSON(path: "feed.results[1].name", reason: "it is missing"))
      )
      #expect(
        "\(error)" == "\(url) answered with JSON of another shape: feed.results[1].name: it is missing."
      )
    }
  }

  @Test("A status that is no success is said, with its number", arguments: JobStyle.allCases, [404, 500])
  func status(_ style: JobStyle, _ status: Int) async throws {
    try await failure(of: style, .status(status)) { error, upstream in
      #expect(error == FetchError(upstream.url("/feed.json"), .status(status, retryAfter: nil)))
    }
  }

  @Test("A country without a chart is said to have none", arguments: JobStyle.allCases)
  func country(_ style: JobStyle) async throws {
    try await withUpstream(.status(404)) { upstream in
      let feed = try MusicFeed(base: upstream.url.absoluteString, country: "zz")
      let fetcher = try MusicJob.reading(upstream).fetcher
      let outcome = await MusicJob(fetcher: fetcher, feed: feed).chart(by: style).outcome()
      #expect(throws: MusicFeedError.noChart(country: "zz")) { try outcome.get() }
    }
  }

  /// A chart in the half that came would be a chart with holes.
  @Test("A body that breaks off is a failure, though half of it came", arguments: JobStyle.allCases)
  func truncated(_ style: JobStyle) async throws {
    let document = Array(try CatalogueCharts.json(.v2))
    let half = Array(document[..<(document.count / 2)])
    let script = Script(framing: .length(document.count), steps: [.bytes(half), .close])
    try await failure(of: style, script) { error, upstream in
      #expect(
        error
          == FetchError(
            upstream.url("/feed.json"),
            .truncated(
              received: Int64(half.count),
              expected: Int64(document.count)
            )
          )
      )
    }
  }

  @Test("A body without end is cut at the deadline, and its connection closed", arguments: JobStyle.allCases)
  func deadline(_ style: JobStyle) async throws {
    let clock = VirtualClock()
    try await withUpstream(Script(framing: .length(100), steps: [.text("{"), .stall])) { upstream in
      let run = try MusicJob.reading(upstream, with: .local(clock: clock)).chart(by: style).run()
      let reports = Events<RunProgress>()
      run.onProgress(on: .immediate) { reports.record($0) }
      _ = try await reports.first { $0.completed == 1 }
      clock.advance(by: .seconds(30))
      await #expect(throws: FetchError(upstream.url("/feed.json"), .timedOut(after: .seconds(30)))) {
        try await run.value
      }
      try await upstream.earlyCloses(atLeast: 1)
    }
  }
}
