import Benchmark
import ErrandsAsyncHTTPClient
import ErrandsImageLoading
import ErrandsImages
import ErrandsLoading
import ErrandsUpstream
import Foundation

/// Images of the loader's: wanted by many at once, and there already.
func addLoaded() {
  func scene() async throws -> (ImageLoader, ImageRequest, ScriptedUpstream) {
    let svg = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><circle cx='4' cy='4' r='3'/></svg>"
    let bytes = Array(
      try await ImageRenderer.render(svg: svg, width: 1_200, height: 800).encoded(as: .jpeg())
    )
    let upstream = try await ScriptedUpstream.start { _ in
      .ok(bytes, contentType: "image/jpeg", headers: ["Cache-Control": "max-age=3600"])
    }
    var transport = AsyncHTTPClientTransport.Configuration()
    transport.addressGuard.allowsPrivate = true
    var configuration = Fetcher.Configuration()
    configuration.cache = HTTPCache()
    let fetcher = Fetcher(
      transport: AsyncHTTPClientTransport(configuration: transport),
      configuration: configuration
    )
    let request = ImageRequest(upstream.url("/cover.jpg"), by: [.resize(width: 300, height: 300), .sepia])
    return (ImageLoader(fetcher: fetcher), request, upstream)
  }

  Benchmark("The same cover, wanted by 1,000 at once: Errands") { benchmark in
    let (loader, request, upstream) = try await scene()
    benchmark.startMeasurement()
    let runs = (0..<1_000).map { _ in loader.file(for: request, as: .webp()).run() }
    for run in runs { blackHole(try await run.value) }
    benchmark.stopMeasurement()
    precondition(upstream.requestCount == 1, "it was loaded more than once")
    await upstream.stop()
  }

  Benchmark("The same cover, wanted by one: Errands") { benchmark in
    let (loader, request, upstream) = try await scene()
    benchmark.startMeasurement()
    blackHole(try await loader.file(for: request, as: .webp()).value())
    benchmark.stopMeasurement()
    await upstream.stop()
  }

  Benchmark("100,000 pictures out of memory, one after the other: Errands") { benchmark in
    let (loader, request, upstream) = try await scene()
    _ = try await loader.picture(for: request).value()
    let errand = loader.picture(for: request)
    benchmark.startMeasurement()
    for _ in 0..<100_000 { errand.run() }
    benchmark.stopMeasurement()
    await upstream.stop()
  }

  Benchmark("100,000 files out of memory, one after the other: Errands") { benchmark in
    let (loader, request, upstream) = try await scene()
    _ = try await loader.file(for: request, as: .webp()).value()
    let errand = loader.file(for: request, as: .webp())
    benchmark.startMeasurement()
    for _ in 0..<100_000 { errand.run() }
    benchmark.stopMeasurement()
    await upstream.stop()
  }
}
