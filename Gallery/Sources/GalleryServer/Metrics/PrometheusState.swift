/// The name of a series, and what tells it from others of that name.
struct PrometheusKey: Sendable, Hashable {
  let name: String
  let dimensions: [String: String]

  init(name: String, dimensions: [String: String]) {
    self.name = name
    self.dimensions = dimensions
  }

  /// - Parameter label: As swift-metrics has it; what Prometheus does not take in a name becomes an underscore.
  init(label: String, _ dimensions: [(String, String)], _ kind: PrometheusKind) {
    let ending =
      switch kind {
      case .counter: "_total"
      case .timer: "_seconds"
      case .gauge, .histogram: ""
      }
    let name = Self.name(label)
    self.name = name.hasSuffix(ending) ? name : name + ending
    self.dimensions = Dictionary(dimensions.map { (Self.name($0.0), $0.1) }, uniquingKeysWith: { $1 })
  }

  private static func name(_ text: String) -> String {
    let name = String(text.map { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "_" ? $0 : "_" })
    return name.first.map { $0.isNumber } ?? true ? "_" + name : name
  }

  /// `{a="1",b="2"}`, or nothing.
  func text(and more: String? = nil) -> String {
    let members =
      dimensions.sorted { $0.key < $1.key }.map { "\($0.key)=\"\(Self.escaped($0.value))\"" }
      + [more].compactMap { $0 }
    return members.isEmpty ? "" : "{\(members.joined(separator: ","))}"
  }

  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { escaped, character in
      switch character {
      case "\\": escaped += "\\\\"
      case "\"": escaped += "\\\""
      case "\n", "\r", "\r\n": escaped += "\\n"
      default: escaped.append(character)
      }
    }
  }
}

/// What a series has come to.
struct PrometheusSeries: Sendable {
  /// In seconds where it is a timer's: from a hit in memory to a download that takes a minute.
  static let bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60]

  var value = 0.0
  private(set) var count = 0
  /// How many are within each bound, and not within the one before; at the end those that are within none.
  private(set) var buckets: [Int] = []

  mutating func observe(_ observed: Double) {
    if buckets.isEmpty { buckets = Array(repeating: 0, count: Self.bounds.count + 1) }
    buckets[Self.bounds.firstIndex { observed <= $0 } ?? Self.bounds.count] += 1
    value += observed
    count += 1
  }
}

/// All series, as a value.
struct PrometheusState: Sendable {
  private var series: [PrometheusKey: PrometheusSeries] = [:]
  private var kinds: [String: PrometheusKind] = [:]
  /// By name.
  var helps: [String: String] = [:]
  private var dropped = 0

  mutating func change(
    _ key: PrometheusKey,
    _ kind: PrometheusKind,
    _ change: (inout PrometheusSeries) -> Void
  ) {
    if let place = series.index(forKey: key) { return change(&series.values[place]) }
    guard series.count < PrometheusMetrics.seriesLimit else {
      dropped += 1
      return
    }
    kinds[key.name] = kind
    change(&series[key, default: PrometheusSeries()])
  }

  var text: String {
    var lines: [String] = []
    let names = Dictionary(grouping: series.keys, by: \.name)
    for name in names.keys.sorted() {
      let kind = kinds[name] ?? .gauge
      if let help = helps[name] { lines.append("# HELP \(name) \(help)") }
      lines.append("# TYPE \(name) \(kind.type)")
      let keys = (names[name] ?? []).sorted { $0.text() < $1.text() }
      for key in keys {
        if let series = series[key] { lines += Self.lines(key, kind, series) }
      }
    }
    if dropped > 0 {
      lines += ["# TYPE gallery_metrics_dropped_total counter", "gallery_metrics_dropped_total \(dropped)"]
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func lines(
    _ key: PrometheusKey,
    _ kind: PrometheusKind,
    _ series: PrometheusSeries
  ) -> [String] {
    guard kind.type == "histogram" else { return ["\(key.name)\(key.text()) \(number(series.value))"] }
    var below = 0
    var lines = zip(PrometheusSeries.bounds, series.buckets).map { bound, count in
      below += count
      return "\(key.name)_bucket\(key.text(and: "le=\"\(number(bound))\"")) \(below)"
    }
    lines.append("\(key.name)_bucket\(key.text(and: "le=\"+Inf\"")) \(series.count)")
    lines.append("\(key.name)_sum\(key.text()) \(number(series.value))")
    lines.append("\(key.name)_count\(key.text()) \(series.count)")
    return lines
  }

  /// 5 and not 5.0; 0.0025 as it is.
  private static func number(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 1e15 ? "\(Int(value))" : "\(value)"
  }
}
