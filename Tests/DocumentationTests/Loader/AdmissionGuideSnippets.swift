import Errands
import ErrandsLoading
import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

@Suite("The snippets of “How many at once”", .timeLimit(.minutes(1)))
struct AdmissionGuideSnippets {
  private let transport = loopback()

  @Test("set limits, for all hosts and for one")
  func limits() throws {
    var limits = Admission.Limits()
    limits.total = 32
    limits.perHost = 6
    limits.breaker = CircuitBreaker(failures: 5, cooldown: .seconds(30))
    let rate = RateLimit(requests: 10, per: .seconds(1), burst: 5)
    limits.hosts["api.example.com"] = Admission.HostLimits(inFlight: 2, rate: rate)

    var configuration = Fetcher.Configuration()
    configuration.admission = Admission(limits: limits)
    let fetcher = Fetcher(transport: transport, configuration: configuration)

    #expect(fetcher.configuration.admission?.limits.limits(forHost: "API.example.com").inFlight == 2)
    #expect(limits.limits(forHost: "example.com").breaker?.failures == 5)
  }

  @Test("let what is seen go before what may be seen")
  func priorities() async throws {
    let gate = Gate()
    let admission = Admission()
    try await withLoader(
      { ($0.admission, $0.cache) = (admission, HTTPCache()) },
      respond: { _ in
        try await gate.wait()
        return .ok("cover")
      }
    ) { fetcher, upstream in
      let (scope, request) = (Scope(), FetchRequest(upstream.url("/cover")))
      let next = (1...3).map { FetchRequest(upstream.url("/next/\($0)")) }

      let cover = fetcher.data(for: request).priority(.high).run(in: scope)
      let prefetching = Scope()
      fetcher.prefetch(next, in: prefetching)
      cover.priority = .normal
      print(admission.counts.inFlight, admission.counts.waiting, admission.countsByHost)
      let later = [FetchRequest(upstream.url("/later"))]
      fetcher.prefetch(later, in: prefetching, into: .disk)
      prefetching.cancel()

      gate.open()
      let answer = try await cover.value
      #expect(answer.body == Data("cover".utf8))
    }
  }

  @Test("share a bandwidth")
  func bandwidth() async throws {
    try await withLoader(respond: { _ in .ok("film") }) { fetcher, upstream in
      try await withFolder { folder in
        let films = [upstream.url("/a.mp4"), upstream.url("/b.mp4")]

        var options = DownloadOptions()
        options.bandwidth = BandwidthLimit(bytesPerSecond: 2_000_000)
        let batch = Destination(folder: folder)
        let all = films.map { fetcher.download(FetchRequest($0), to: batch, options: options) }

        let files = try await Errand.all(all).value()
        #expect(files.count == 2)
      }
    }
  }
}
