import ErrandsLoading
import ErrandsTesting
import ErrandsUpstream
import Foundation
import GalleryJobs
import Testing

@Suite("The names of what is at the own upstream")
struct OwnUpstreamTests {
  private let own = OwnUpstream(URL(string: "http://127.0.0.1:4012"))

  @Test(
    "A name is the path, whole, and leads there again",
    arguments: ["/1.jpg", "/a/b?c=/d#e", "/%2Fx%20y"]
  )
  func path(_ path: String) throws {
    let url = try #require(URL(string: "http://127.0.0.1:4012" + path))
    #expect(own.name(of: url) == path)
    #expect(own.reference(to: url).absoluteString == path)
    let later = URL(string: "http://127.0.0.1:9")
    #expect(try URL(fetching: own.name(of: url), below: later).absoluteString == "http://127.0.0.1:9" + path)
  }

  @Test(
    "What is elsewhere has its address for name, however alike that is",
    arguments: [
      "http://127.0.0.1:40123/1.jpg", "https://127.0.0.1:4012/1.jpg", "http://127.0.0.1:4012//evil.test/",
      "http://127.0.0.1:4012", "https://music.example/a",
    ]
  )
  func elsewhere(_ text: String) throws {
    let url = try #require(URL(string: text))
    #expect(own.name(of: url) == text)
    #expect(own.reference(to: url) == url)
    #expect(OwnUpstream(nil).name(of: url) == text)
  }

  /// What was kept of it yesterday was looked for under the port of today.
  @Test("What is kept of it is kept under the same address, whatever its port, and found where it listens")
  func lasting() async throws {
    let path = "/a/b?c=/d"
    let here = try #require(URL(string: "http://127.0.0.1:4012" + path))
    let later = OwnUpstream(URL(string: "http://127.0.0.1:9"))
    let there = try #require(URL(string: "http://127.0.0.1:9" + path))
    #expect(own.lasting(here) == later.lasting(there))
    #expect(own.lasting(there) == there)
    #expect(OwnUpstream(nil).lasting(here) == here && OwnUpstream(nil).lastingBase == nil)
    #expect(own.name(of: own.lasting(here)) == path)
    let error = FetchError(own.lasting(here), .hostNotFound)
    #expect(own.sentence(of: error).hasPrefix("/a/b?c=… "))
    try await withUpstream(.ok("here")) { upstream in
      let own = OwnUpstream(upstream.url)
      let fetcher = Fetcher(transport: own.transport(over: Fetcher.localTransport()))
      let request = FetchRequest(own.lasting(upstream.url("/a?b=c")))
      let answer = try await fetcher.data(for: request).value()
      #expect(answer.head.url == request.url)
      #expect(upstream.requests.map { "\($0.path)?\($0.query ?? "")" } == ["/a?b=c"])
    }
  }

  // Neither handed on that measuring was wanted, nor what came of it: the timeline knew of no connection.
  @Test("How an answer came is known under each transport that stands on another")
  func measured() async throws {
    let asked = Events<Bool>()
    let (scripted, giphy) = (MeasuredTransport { asked.record(true) }, try Giphy(key: "k"))
    let request = FetchRequest(own.lasting(try #require(URL(string: "http://127.0.0.1:4012/a"))))
    let search = try giphy.request(for: "cat", limit: 1, offset: 0)
    for (transport, request) in [
      (own.transport(over: scripted), request), (giphy.transport(over: scripted), search),
    ] {
      transport.beginMeasuring()
      let response = try await transport.send(request)
      #expect(response.head.url == request.url)
      #expect(response.timings == MeasuredTransport.timings && response.peer == MeasuredTransport.peer)
    }
    #expect(asked.count == 2)
  }

  /// Whoever had typed `/photos/1.jpg` read of a port on loopback.
  @Test("An error names what was asked for as it was typed")
  func sentence() throws {
    let here = FetchError(try URL(fetching: "/photos/1.jpg", below: own.base), .hostNotFound)
    #expect(own.sentence(of: here).hasPrefix("/photos/1.jpg "))
    let elsewhere = FetchError(try URL(fetching: "http://127.0.0.1:40123/1.jpg"), .hostNotFound)
    #expect(own.sentence(of: elsewhere) == "\(elsewhere)")
    #expect(OwnUpstream(nil).sentence(of: here) == "\(here)")
  }
}

/// Tells when it is asked to measure, and knows how its answers came.
private struct MeasuredTransport: Transport {
  static let timings = TransportTimings(connected: .seconds(1), isReused: false)
  static let peer = IPAddress(bytes: [127, 0, 0, 1]).map { TransportPeer(address: $0, port: 4012) }

  let isAsked: @Sendable () -> Void

  func send(_ request: FetchRequest) async throws -> TransportResponse {
    let head = FetchHead(url: request.url, status: 200, fields: [:])
    return TransportResponse(
      head: head,
      body: TransportBody { { nil } },
      timings: Self.timings,
      peer: Self.peer
    )
  }

  func beginMeasuring() { isAsked() }
}
