import CoreMetrics
import Foundation
import GalleryJobs
import Testing

@testable import GalleryServer

@Suite("Metrics in Prometheus's text format")
struct PrometheusMetricsTests {
  @Test("Counters, meters, recorders and timers are told under names that Prometheus takes")
  func kinds() {
    let metrics = PrometheusMetrics()
    Counter(label: "shop.orders-made", dimensions: [("kind", "new")], factory: metrics).increment(by: 3)
    Counter(label: "shop.orders-made", dimensions: [("kind", "old")], factory: metrics).increment()
    let meter = Meter(label: "shop.open", factory: metrics)
    meter.set(2.5)
    meter.increment(by: 2)
    meter.decrement(by: 1)
    Gauge(label: "9lives", factory: metrics).record(7)
    #expect(
      metrics.text == """
        # TYPE _9lives gauge
        _9lives 7
        # TYPE shop_open gauge
        shop_open 3.5
        # TYPE shop_orders_made_total counter
        shop_orders_made_total{kind="new"} 3
        shop_orders_made_total{kind="old"} 1

        """
    )
  }

  @Test("A timer is a histogram in seconds, whose buckets add up")
  func histogram() {
    let metrics = PrometheusMetrics()
    let timer = CoreMetrics.Timer(label: "load", factory: metrics)
    for milliseconds in [0.5, 1, 3, 90, 4_000, 100_000] { timer.recordNanoseconds(Int64(milliseconds * 1e6)) }
    let lines = metrics.text.split(separator: "\n").map(String.init)
    #expect(lines[0] == "# TYPE load_seconds histogram")
    #expect(lines.contains("load_seconds_bucket{le=\"0.001\"} 2"))
    #expect(lines.contains("load_seconds_bucket{le=\"0.005\"} 3"))
    #expect(lines.contains("load_seconds_bucket{le=\"0.1\"} 4"))
    #expect(lines.contains("load_seconds_bucket{le=\"5\"} 5"))
    #expect(lines.contains("load_seconds_bucket{le=\"60\"} 5"))
    #expect(lines.contains("load_seconds_bucket{le=\"+Inf\"} 6"))
    #expect(lines.contains("load_seconds_count 6"))
    #expect(lines.contains { $0.hasPrefix("load_seconds_sum 104.09") })
  }

  @Test("Of one name and the same dimensions there is one series, whoever counts, from whatever thread")
  func shared() async {
    let metrics = PrometheusMetrics()
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        group.addTask {
          let order = [("a", "1"), ("b", "2")]
          for _ in 0..<1_000 {
            Counter(
              label: "hits",
              dimensions: number.isMultiple(of: 2) ? order : order.reversed(),
              factory: metrics
            ).increment()
          }
        }
      }
    }
    #expect(metrics.text == "# TYPE hits_total counter\nhits_total{a=\"1\",b=\"2\"} 8000\n")
  }

  @Test("What a client made up cannot leave its quotes")
  func escaping() {
    let metrics = PrometheusMetrics()
    Counter(label: "hits", dimensions: [("path", "a\"b\\c\nd\re")], factory: metrics).increment()
    #expect(metrics.text == "# TYPE hits_total counter\nhits_total{path=\"a\\\"b\\\\c\\nd\\ne\"} 1\n")
  }

  @Test("More series than can be kept are left out, and their number is told")
  func limit() {
    let metrics = PrometheusMetrics()
    for number in 0..<PrometheusMetrics.seriesLimit + 5 {
      Counter(label: "hits", dimensions: [("address", "\(number)")], factory: metrics).increment()
    }
    // Those that are there go on.
    Counter(label: "hits", dimensions: [("address", "0")], factory: metrics).increment()
    let text = metrics.text
    #expect(text.split(separator: "\n").count == PrometheusMetrics.seriesLimit + 3)
    #expect(text.hasSuffix("gallery_metrics_dropped_total 5\n"))
    #expect(text.contains("hits_total{address=\"0\"} 2\n"))
  }

  @Test("What is asked for when the metrics are read is asked for each time")
  func gauges() {
    let metrics = PrometheusMetrics()
    let shown = Lock(1.0)
    metrics.add { [PrometheusReading(name: "level", value: shown.withLock { $0 })] }
    #expect(metrics.text == "# TYPE level gauge\nlevel 1\n")
    shown.withLock { $0 = 2 }
    #expect(metrics.text == "# TYPE level gauge\nlevel 2\n")
  }
}
