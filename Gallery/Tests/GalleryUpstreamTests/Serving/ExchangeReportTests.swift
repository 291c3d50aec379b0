import ErrandsLoading
import ErrandsTesting
import ErrandsUpstream
import Foundation
import GalleryConnections
import GalleryUpstream
import Testing

@Suite("The embedded upstream reports its exchanges", .timeLimit(.minutes(1)))
struct ExchangeReportTests {
  @Test("An answered request is reported with its status and bytes")
  func answered() async throws {
    let exchanges = Events<Exchange>()
    try await withEmbedded(onExchange: exchanges.record) { upstream in
      let chart = try await Fetcher.local().data(for: upstream.request()).value()
      let exchange = try await exchanges.event(1)
      #expect(exchange.number == 1)
      #expect(exchange.method == "GET")
      #expect(exchange.path == EmbeddedUpstream.chartPath)
      #expect(exchange.status == 200)
      #expect(exchange.bytes > chart.body.count)
      #expect(!exchange.closedEarly)
    }
  }

  @Test("A client that leaves before the head is reported as closed early, without a status")
  func leavesBeforeHead() async throws {
    let exchanges = Events<Exchange>()
    let clock = VirtualClock()
    var network = Network()
    network.latency = .seconds(1)
    try await withEmbedded(network: network, clock: clock, onExchange: exchanges.record) { upstream in
      let request = try upstream.request()
      let load = Task { try await Fetcher.local().data(for: request).value() }
      try await clock.sleepers(atLeast: 1)
      load.cancel()
      let exchange = try await exchanges.event(1)
      #expect(exchange.closedEarly)
      #expect(exchange.status == nil)
      #expect(exchange.bytes == 0)
      #expect(clock.sleepers == 0)
      await #expect(throws: CancellationError.self) { try await load.value }
    }
  }

  @Test("A client that leaves a slow body is reported as closed early, with what it was sent")
  func leavesBody() async throws {
    let exchanges = Events<Exchange>()
    let clock = VirtualClock()
    var network = Network()
    network.loss = 1
    try await withEmbedded(network: network, clock: clock, onExchange: exchanges.record) { upstream in
      var response: FetchResponse? = try await Fetcher.local().response(for: upstream.request())
      let length = try #require(response?.head.contentLength)
      try await clock.sleepers(atLeast: 1)
      clock.advance(by: .milliseconds(200))
      try await clock.sleepers(atLeast: 1)
      response = nil
      let exchange = try await exchanges.event(1)
      #expect(exchange.closedEarly)
      #expect(exchange.status == 200)
      #expect(exchange.bytes > 1460)
      #expect(exchange.bytes < length)
    }
  }

  @Test("A stopped upstream takes no more connections")
  func stop() async throws {
    let upstream = try await EmbeddedUpstream.start()
    let request = try upstream.request()
    await upstream.stop()
    await #expect(throws: FetchError(request.url, .cannotConnect(reason: "the connection was refused"))) {
      try await Fetcher.local().data(for: request).value()
    }
  }
}
