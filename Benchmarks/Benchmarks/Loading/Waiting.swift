import Benchmark
import CHeap
import Errands
import ErrandsLoading
import ErrandsUpstream

/// Bytes of the heap for each load that waits for a place.
func addWaiting() {
  let heap = BenchmarkMetric.custom("Heap (bytes each)", polarity: .prefersSmaller, useScalingFactor: false)
  let configuration = Benchmark.Configuration(metrics: [heap], maxDuration: .seconds(2), maxIterations: 5)
  let count = 10_000

  Benchmark("10,000 loads that wait for a place: Errands", configuration: configuration) { benchmark in
    let upstream = try await ScriptedUpstream.start { _ in Script(status: 200, steps: [.stall]) }
    var limits = Admission.Limits()
    (limits.total, limits.waiting) = (1, count)
    let admission = Admission(limits: limits)
    let fetcher = Fetcher.benchmarked { $0.admission = admission }
    let scope = Scope()
    let errands = (0...count).map { fetcher.data(for: FetchRequest(upstream.url("/file/\($0)"))) }
    errands[0].run(in: scope)
    _ = try await upstream.request(1)
    let before = heap_bytes_in_use()
    for errand in errands.dropFirst() { errand.run(in: scope) }
    precondition(admission.counts.waiting == count, "not all of them wait")
    benchmark.measurement(heap, (Int(heap_bytes_in_use()) - Int(before)) / count)
    scope.cancel()
    await upstream.stop()
  }
}
