import Errands
import ErrandsLoading
import ErrandsObservability
import ErrandsTesting
import Foundation
import Logging
import Metrics
import Testing
import Tracing

@Suite("The snippets of the bridges")
struct ObservabilitySnippets {
  @Test("install each of them")
  func bridges() async throws {
    let logging = Trace.observe(loggingTo: Logger(label: "errands"))
    let metering = Trace.observe(meteringWith: MetricsSystem.factory, prefix: "shop")
    let tracing = Trace.observe(spanningWith: InstrumentationSystem.tracer)
    #expect(try await Errand("bridged") { 1 }.value() == 1)
    logging.cancel()
    metering.cancel()
    tracing.cancel()
  }

  @Test("time loads as a whole")
  func loads() async throws {
    struct Nowhere: Transport {
      func send(_ request: FetchRequest) async throws -> TransportResponse {
        throw FetchError(request.url, .hostNotFound)
      }
    }
    var configuration = Fetcher.Configuration()
    let total = Metrics.Timer(label: "loads.total")
    configuration.metrics = { _, metrics in total.record(duration: metrics.total) }
    let (told, snippet) = (Events<Duration>(), configuration.metrics)
    configuration.metrics = { request, metrics in
      snippet?(request, metrics)
      told.record(metrics.total)
    }
    let fetcher = Fetcher(transport: Nowhere(), configuration: configuration)
    _ = await fetcher.data(for: FetchRequest(try URL(fetching: "http://host/"))).outcome()
    _ = try await told.event(1)
  }
}
