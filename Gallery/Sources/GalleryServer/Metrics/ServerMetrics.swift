import CoreMetrics
import Errands
import ErrandsImages
import ErrandsLoading
import Foundation
import GalleryConnections
import GalleryJobs

/// What the server counts, by name.
///
/// | metric | what |
/// |---|---|
/// | `gallery_http_requests_total` | answered requests, by `method` and `status` |
/// | `gallery_http_request_seconds` | from a request's head to its answer's |
/// | `gallery_http_repeated_total` | answers that a connection gave again by itself |
/// | `gallery_loads_total` | loads, by `outcome` and by where their answer came `from`: `memory`, `disk`, `server`, `validated`, `nowhere` |
/// | `gallery_load_seconds`, `gallery_load_bytes_total` | what they took |
/// | `gallery_cache_entries`, `gallery_cache_bytes`, `gallery_cache_hits_total`, `gallery_cache_misses_total` | of the cache, by `tier` |
/// | `gallery_images_running`, `gallery_images_waiting`, `gallery_image_bytes`, `gallery_image_bytes_reserved` | images in the making, and their memory |
/// | `gallery_connections`, `gallery_listeners`, `gallery_batches_running`, `gallery_resident_bytes`, `gallery_open_files`, `gallery_uptime_seconds` | the server itself |
public struct ServerMetrics: Sendable {
  private static let helps = [
    "gallery_http_requests_total": "Requests that were answered.",
    "gallery_http_request_seconds": "From a request's head to its answer's.",
    "gallery_http_repeated_total": "Answers that a connection gave again by itself.",
    "gallery_loads_total": "Loads, by their outcome and where their answer came from.",
    "gallery_load_seconds": "How long loads took.",
    "gallery_load_bytes_total": "Bytes of bodies that loads received.",
    "gallery_cache_entries": "Answers in the cache.",
    "gallery_cache_bytes": "Bytes of the answers in the cache.",
    "gallery_cache_hits_total": "Looks into the cache that found an answer.",
    "gallery_cache_misses_total": "Looks into the cache that found none.",
    "gallery_images_running": "Images in the making.",
    "gallery_images_waiting": "Images that wait for a thread or for memory.",
    "gallery_image_bytes": "Memory that images take.",
    "gallery_image_bytes_reserved": "Memory that is reserved for images in the making.",
    "gallery_logins_total": "Tries to log in, by their outcome.",
    "gallery_connections": "Open connections of clients.",
    "gallery_listeners": "Clients that listen to events.",
    "gallery_batches_running": "Batches of photos that this server carries out.",
    "gallery_resident_bytes": "Memory that the process has.",
    "gallery_open_files": "Files and connections that the process has open.",
    "gallery_uptime_seconds": "Time since the server was started.",
    "gallery_metrics_dropped_total": "Series that were one too many.",
  ]

  let metrics: PrometheusMetrics
  private let begun = ContinuousClock.now
  private let requests: RequestCounters
  private let requestTime: CoreMetrics.Timer
  private let repeated: Counter
  private let loadTime: CoreMetrics.Timer
  private let loadedBytes: Counter

  public init(_ metrics: PrometheusMetrics) {
    self.metrics = metrics
    requests = RequestCounters(metrics)
    requestTime = Timer(label: "gallery.http.request", dimensions: [], factory: metrics)
    repeated = Counter(label: "gallery.http.repeated", dimensions: [], factory: metrics)
    loadTime = Timer(label: "gallery.load", dimensions: [], factory: metrics)
    loadedBytes = Counter(label: "gallery.load.bytes", dimensions: [], factory: metrics)
    metrics.describe(Self.helps)
  }

  func count(_ line: RequestLine, took time: Duration) {
    requests.counter(of: Self.method(line.method), line.status).increment()
    requestTime.record(duration: time)
  }

  /// Counts an answer that the routes were not asked for.
  func countRepeated() { repeated.increment() }

  /// To be told of each load: `configuration.metrics = { _, load in metrics.count(load) }`.
  public func count(_ load: LoadMetrics) {
    let dimensions = [("from", load.tier?.rawValue ?? "nowhere"), ("outcome", load.ending.outcome)]
    Counter(label: "gallery.loads", dimensions: dimensions, factory: metrics).increment()
    loadedBytes.increment(by: load.bytesReceived)
    loadTime.record(duration: load.total)
  }

  /// Asked for when the metrics are read.
  func watch(cache: HTTPCache?, batches: PhotoBatches, listeners: @escaping @Sendable () -> Int) {
    metrics.add { [begun, weak batches] in
      let tiers = cache.map { [("memory", $0.statistics.memory), ("disk", $0.statistics.disk)] } ?? []
      let cached = tiers.flatMap { name, tier in
        [
          ("gallery_cache_entries", Double(tier.entries)), ("gallery_cache_bytes", Double(tier.bytes)),
          ("gallery_cache_hits_total", Double(tier.hits)),
          ("gallery_cache_misses_total", Double(tier.misses)),
        ].map { PrometheusReading(name: $0, dimensions: ["tier": name], value: $1) }
      }
      let pool = ImagePool.shared
      let own: [(String, Double)] = [
        ("gallery_images_running", Double(pool.runningCount)),
        ("gallery_images_waiting", Double(pool.waitingCount)),
        ("gallery_image_bytes", Double(ImageMemory.bytesInUse)),
        ("gallery_image_bytes_reserved", Double(pool.reservedBytes)),
        ("gallery_listeners", Double(listeners())),
        ("gallery_batches_running", Double(batches?.runningCount ?? 0)),
        ("gallery_uptime_seconds", (ContinuousClock.now - begun) / .seconds(1)),
      ]
      return cached + (own + Self.process).map { PrometheusReading(name: $0, value: $1) }
    }
  }

  /// Asked for when the metrics are read, too.
  func watch(_ connections: Connections) {
    metrics.add { [weak connections] in
      [PrometheusReading(name: "gallery_connections", value: Double(connections?.count ?? 0))]
    }
  }

  /// A client could make up methods without end, and each would be a series.
  private static func method(_ name: String) -> String {
    ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"].contains(name) ? name : "other"
  }

  /// Where the system tells it, as Linux does.
  private static var process: [(String, Double)] {
    var told: [(String, Double)] = []
    if let fields = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " "),
      fields.count > 1, let pages = Double(fields[1])
    {
      told.append(("gallery_resident_bytes", pages * Double(sysconf(Int32(_SC_PAGESIZE)))))
    }
    if let files = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd") {
      told.append(("gallery_open_files", Double(files.count)))
    }
    return told
  }
}

/// The counters of requests, each made once: to name one takes longer than to count.
private final class RequestCounters: Sendable {
  private struct Kind: Hashable {
    let method: String
    let status: Int
  }

  private let metrics: PrometheusMetrics
  private let counters = Lock<[Kind: Counter]>([:])

  init(_ metrics: PrometheusMetrics) { self.metrics = metrics }

  /// - Parameter method: One of a few: each has series of its own.
  func counter(of method: String, _ status: Int) -> Counter {
    counters.withLock { counters in
      let kind = Kind(method: method, status: status)
      if let counter = counters[kind] { return counter }
      let counter = Counter(
        label: "gallery.http.requests",
        dimensions: [("method", method), ("status", "\(status)")],
        factory: metrics
      )
      counters[kind] = counter
      return counter
    }
  }
}
