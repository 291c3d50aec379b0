import ErrandsImages
import ErrandsLoading
import ErrandsTesting
import ErrandsUpstream
import Foundation
import GalleryConnections
import GalleryUpstream
import Testing

@Suite("The embedded upstream's photos", .timeLimit(.minutes(1)))
struct PhotoAnswerTests {
  @Test("A photo is answered with its media type")
  func answer() async throws {
    try await withEmbedded { upstream in
      let fetched = try await Fetcher.local().data(for: upstream.request("/photos/3.webp?width=64")).value()
      #expect(fetched.head.fields["Content-Type"] == "image/webp")
      #expect(ImageFormat(sniffing: fetched.body) == .webp)
    }
  }

  @Test(
    "What there is not is 404, and what cannot be had is 400",
    arguments: [
      ("/photos/x.jpg", 404), ("/photos/1.gif", 404), ("/photos", 404), ("/photos/1.jpg?width=7", 400),
      ("/photos/1.jpg?fault=gremlins", 400),
    ]
  )
  func missing(path: String, status: Int) async throws {
    try await withEmbedded { upstream in
      let request = try upstream.request(path)
      await #expect(throws: FetchError(request.url, .status(status, retryAfter: nil))) {
        try await Fetcher.local().data(for: request).value()
      }
    }
  }

  /// So that a batch can have some of each, whatever the network does.
  @Test("A fault in the address happens to that photo alone")
  func faults() async throws {
    try await withEmbedded { upstream in
      func failure(_ fault: String) async throws -> FetchError {
        let request = try upstream.request("/photos/1.png?width=64&fault=\(fault)")
        return try await #require(throws: FetchError.self) {
          try await Fetcher.local().data(for: request).value()
        }
      }
      for fault in ["truncate", "reset", "wrong-length"] {
        guard case .truncated = try await failure(fault).cause else {
          Issue.record("\(fault) does not break off")
          continue
        }
      }
      guard case .status(500, _) = try await failure("error500").cause,
        case .status(429, retryAfter: .seconds(1)) = try await failure("error429").cause,
        case .badRedirect = try await failure("redirect-loop").cause
      else {
        Issue.record("another failure")
        return
      }
      let whole = try await Fetcher.local().data(for: upstream.request("/photos/1.png?width=64")).value().body
      let half = try await Fetcher.local()
        .data(for: upstream.request("/photos/1.png?width=64&fault=malformed-json")).value().body
      #expect(half == whole.prefix(whole.count / 2))
    }
  }

  @Test("stall stops in the middle, until the client leaves")
  func stall() async throws {
    let exchanges = Events<Exchange>()
    try await withEmbedded(onExchange: exchanges.record) { upstream in
      let reports = Events<Int64>()
      let run = Fetcher.local().data(for: try upstream.request("/photos/1.png?width=64&fault=stall")).run()
      run.onProgress(on: .immediate) { reports.record($0.completed) }
      _ = try await reports.first { $0 > 0 }
      run.cancel()
      #expect(try await exchanges.event(1).closedEarly)
    }
  }

  @Test("slow-headers takes three seconds on top of the network's latency")
  func slowHeaders() async throws {
    let clock = VirtualClock()
    var network = Network()
    network.latency = .milliseconds(80)
    try await withEmbedded(network: network, clock: clock) { upstream in
      let request = try upstream.request("/photos/1.png?width=64&fault=slow-headers")
      async let fetched = Fetcher.local().data(for: request).value()
      try await clock.sleepers(atLeast: 1)
      clock.advance(by: .milliseconds(3079))
      #expect(clock.sleepers == 1)
      clock.advance(by: .milliseconds(1))
      #expect(try await ImageFormat(sniffing: fetched.body) == .png)
    }
  }
}
