import CoreMetrics
import Foundation
import GalleryJobs

/// Keeps what programs count by swift-metrics, and tells it in Prometheus's text format (version 0.0.4).
///
/// ```swift
/// let metrics = PrometheusMetrics()
/// Counter(label: "loads", dimensions: [("from", "cache")], factory: metrics).increment()
/// print(metrics.text)
/// ```
///
/// A counter ends in `_total`, a timer is a histogram in seconds, a recorder one of its values; dots and dashes in labels
/// are underscores. Of one name and the same dimensions there is one series, however many handlers were made.
public final class PrometheusMetrics: MetricsFactory {
  /// More series than that are not kept: dimensions that are as many as addresses would take all memory.
  static let seriesLimit = 10_000

  private let state = Lock(PrometheusState())
  private let readings = Lock<[@Sendable () -> [PrometheusReading]]>([])

  public init() {}

  /// Numbers that are asked for when somebody reads the metrics.
  func add(_ readings: @escaping @Sendable () -> [PrometheusReading]) {
    self.readings.withLock { $0.append(readings) }
  }

  /// What the series of these names count, for people.
  func describe(_ helps: [String: String]) {
    state.withLock { $0.helps.merge(helps) { $1 } }
  }

  /// All series, sorted by name and dimensions.
  public var text: String {
    let asked = readings.withLock { $0 }.flatMap { $0() }
    var state = state.withLock { $0 }
    for reading in asked {
      let key = PrometheusKey(name: reading.name, dimensions: reading.dimensions)
      state.change(key, reading.kind) { $0.value = reading.value }
    }
    return state.text
  }

  private func handler(
    _ label: String,
    _ dimensions: [(String, String)],
    _ kind: PrometheusKind
  ) -> PrometheusHandler {
    PrometheusHandler(PrometheusKey(label: label, dimensions, kind), kind) { [self] key, change in
      state.withLock { $0.change(key, kind, change) }
    }
  }

  // MARK: MetricsFactory

  public func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
    handler(label, dimensions, .counter)
  }

  public func makeRecorder(
    label: String,
    dimensions: [(String, String)],
    aggregate: Bool
  ) -> any RecorderHandler {
    handler(label, dimensions, aggregate ? .histogram : .gauge)
  }

  public func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
    handler(label, dimensions, .gauge)
  }

  public func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    handler(label, dimensions, .timer)
  }

  /// What was counted stays: a store of metrics takes a counter that is gone for one that was set back.
  public func destroyCounter(_ handler: any CounterHandler) {}
  public func destroyMeter(_ handler: any MeterHandler) {}
  public func destroyRecorder(_ handler: any RecorderHandler) {}
  public func destroyTimer(_ handler: any TimerHandler) {}
}

/// A number that is asked for when the metrics are read: a gauge, or a counter where its name says so.
struct PrometheusReading {
  let name: String
  var dimensions: [String: String] = [:]
  let value: Double

  var kind: PrometheusKind { name.hasSuffix("_total") ? .counter : .gauge }
}

/// What a series is.
enum PrometheusKind: Sendable {
  case counter, gauge, histogram
  /// A histogram in seconds.
  case timer

  var type: String {
    switch self {
    case .counter: "counter"
    case .gauge: "gauge"
    case .histogram, .timer: "histogram"
    }
  }
}

/// One series, as those that count see it.
private final class PrometheusHandler: CounterHandler, RecorderHandler, MeterHandler, TimerHandler {
  private let key: PrometheusKey
  private let kind: PrometheusKind
  private let change: @Sendable (PrometheusKey, (inout PrometheusSeries) -> Void) -> Void

  init(
    _ key: PrometheusKey,
    _ kind: PrometheusKind,
    change: @escaping @Sendable (PrometheusKey, (inout PrometheusSeries) -> Void) -> Void
  ) {
    self.key = key
    self.kind = kind
    self.change = change
  }

  func increment(by amount: Int64) { change(key) { $0.value += Double(amount) } }
  func increment(by amount: Double) { change(key) { $0.value += amount } }
  func decrement(by amount: Double) { change(key) { $0.value -= amount } }
  func reset() { change(key) { $0 = PrometheusSeries() } }
  func set(_ value: Int64) { set(Double(value)) }
  func set(_ value: Double) { change(key) { $0.value = value } }
  func record(_ value: Int64) { record(Double(value)) }

  func record(_ value: Double) {
    if kind == .gauge { set(value) } else { change(key) { $0.observe(value) } }
  }

  func recordNanoseconds(_ duration: Int64) { record(Double(duration) / 1e9) }
}
