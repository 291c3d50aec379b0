import Errands
import ErrandsLoading
import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

@Suite("The snippets of “What a load took”", .timeLimit(.minutes(1)))
struct MetricsGuideSnippets {
  @Test("tell each load")
  func told() async throws {
    let told = Events<LoadMetrics>()
    try await withLoader({ configuration in
      configuration.metrics = { request, metrics in told.record(metrics) }
    }) { fetcher, upstream in
      _ = try await fetcher.data(for: FetchRequest(upstream.url)).value()
      let metrics = try await told.event(1)
      #expect(metrics.tier == .server && metrics.attempts == 1 && metrics.bytesReceived == 2)
    }
  }

  @Test("write a line for what is slow")
  func slow() async throws {
    let (clock, gate, log) = (VirtualClock(), Gate(), Events<String>())
    let respond: @Sendable (RecordedRequest) async throws -> Script = { _ in
      try await gate.wait()
      return .json("{}")
    }
    try await withLoader(
      { configuration in
        configuration.clock = clock
        configuration.metrics = { request, metrics in
          guard metrics.total > .seconds(1) else { return }
          let parts = (metrics.waitingForPlace, metrics.waitingForHead, metrics.receiving)
          log.record("\(request.url.redacted) took \(metrics.total), tries \(metrics.attempts), \(parts)")
        }
      },
      respond: respond
    ) { fetcher, upstream in
      let run = fetcher.data(for: FetchRequest(upstream.url("/chart?key=7"))).run()
      _ = try await upstream.request(1)
      clock.advance(by: .seconds(2))
      gate.open()
      _ = try await run.value
      let line = try await log.event(1)
      #expect(line.contains("/chart?key=… took 2.0 seconds, tries 1, (0.0 seconds, 2.0 seconds"))
    }
  }
}
