import Errands
import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

@testable import ErrandsLoading

@Suite("The phases of loads in the trace", .timeLimit(.minutes(1)))
struct LoadPhaseTests {
  private let clock = VirtualClock()

  /// The phases that are entered meanwhile by runs of these names.
  private func phases(
    of names: @escaping @Sendable (String) -> Bool,
    _ work: () async throws -> Void
  ) async throws -> [String] {
    let phases = Events<String>()
    let observation = Trace.observe { event in
      if case .phase(let name) = event.kind, names(event.name) { phases.record(name) }
    }
    try await work()
    observation.cancel()
    return phases.all
  }

  @Test("A load in memory requests, receives and decodes")
  func memory() async throws {
    try await withFetcher(.asyncHTTPClient, .json("[1]")) { fetcher, upstream in
      let request = FetchRequest(upstream.url("/chart"))
      let phases = try await phases(of: { $0 == "GET \(request.url)" }) {
        let numbers = try await fetcher.json([Int].self, for: request).value()
        #expect(numbers == [1])
      }
      #expect(phases == ["requesting", "receiving", "decoding"])
    }
  }

  @Test("A further try and a redirect are phases of their own")
  func again() async throws {
    try await withFetcher(
      .asyncHTTPClient,
      { $0.retry = RetryPolicy(retries: 1, base: .zero) },
      respond: { [.redirect(to: "/b"), .status(503), .redirect(to: "/b"), .ok("there")][$0.number - 1] }
    ) { fetcher, upstream in
      let phases = try await phases(of: { $0 == "GET \(upstream.url("/a"))" }) {
        let text = try await fetcher.text(upstream.url("/a"))
        #expect(text == "there")
      }
      #expect(
        phases == [
          "requesting", "requesting", "waiting for the next try", "requesting", "requesting", "receiving",
        ]
      )
    }
  }

  @Test("What goes to a folder is stored, and so is a file")
  func storing() async throws {
    let folder = try TemporaryFolder()
    try await withCachedFetcher(.test(WallTime(), in: folder), respond: { _ in .fresh("chart") }) {
      fetcher,
      upstream in
      let url = upstream.url("/a.bin")
      let cached = try await phases(of: { $0 == "GET \(url)" }) { _ = try await fetcher.text(url) }
      #expect(cached == ["requesting", "receiving", "storing"])
      let file = try await phases(of: { $0 == "GET \(url)" }) {
        _ = try await fetcher.download(url, to: folder.destination()).get()
      }
      #expect(file == ["requesting", "receiving", "storing"])
    }
  }

  @Test("A load that waits for a place says so, and one that has one at once does not")
  func place() async throws {
    var limits = Admission.Limits()
    limits.perHost = 1
    let admission = Admission(limits: limits, clock: clock)
    try await withFetcher(.asyncHTTPClient, .ok("there"), { $0.admission = admission }) { fetcher, upstream in
      let names: @Sendable (String) -> Bool = { [url = upstream.url] in
        $0.hasPrefix("a place for \(url)") || $0 == "GET \(url)"
      }
      let free = try await phases(of: names) { _ = try await fetcher.text(upstream.url) }
      #expect(free == ["requesting", "receiving"])
      let place = try await admission.place(for: upstream.url).value()
      let waiting = try await phases(of: names) {
        let run = fetcher.data(for: FetchRequest(upstream.url)).run()
        #expect(admission.counts.waiting == 1)
        place.release()
        _ = try await run.value
      }
      #expect(waiting == ["waiting for a place", "requesting", "receiving"])
    }
  }
}
