import Errands
import Metrics

/// The counters and timers of the runs of one name, or of all runs.
struct TraceInstruments: Sendable {
  private struct Pair: Sendable {
    let settled: Counter
    let duration: Metrics.Timer
  }

  let started: Counter
  private let succeeded: Pair
  private let failed: Pair
  private let cancelled: Pair

  init(factory: any MetricsFactory, prefix: String, dimensions: [(String, String)]) {
    func pair(_ outcome: String) -> Pair {
      let dimensions = dimensions + [("outcome", outcome)]
      return Pair(
        settled: Counter(label: "\(prefix).settled", dimensions: dimensions, factory: factory),
        duration: Metrics.Timer(label: "\(prefix).duration", dimensions: dimensions, factory: factory)
      )
    }
    started = Counter(label: "\(prefix).started", dimensions: dimensions, factory: factory)
    succeeded = pair("succeeded")
    failed = pair("failed")
    cancelled = pair("cancelled")
  }

  /// - Parameter duration: How long the work took, where that is known.
  func settled(_ ending: TraceEvent.Ending, duration: Duration?) {
    let pair = pair(for: ending)
    pair.settled.increment()
    if let duration { pair.duration.record(duration: duration) }
  }

  private func pair(for ending: TraceEvent.Ending) -> Pair {
    switch ending {
    case .succeeded: succeeded
    case .failed: failed
    case .cancelled: cancelled
    }
  }
}
