import ErrandsTesting
import GalleryConnections
import GalleryUpstream
import Testing

@Suite("A network that is changed while it is used", .timeLimit(.minutes(1)))
struct CurrentNetworkTests {
  @Test("is as it was said to be at first")
  func first() async throws {
    try await withEmbedded(network: .always(.error429)) { upstream in
      #expect(upstream.network.value == .always(.error429))
      let answer = try await upstream.answer("/files/a?bytes=10")
      #expect(answer.head.status == 429)
    }
  }

  @Test("is another from the next answer on, and back again", arguments: [UpstreamFault.error500, .truncate])
  func changed(_ fault: UpstreamFault) async throws {
    try await withEmbedded { upstream in
      for _ in 0..<2 {
        let good = try await upstream.answer("/files/a?bytes=10000")
        #expect(good.head.status == 200 && good.body.count == 10_000)
        upstream.network.change(to: .always(fault))
        let bad = try await upstream.answer("/files/a?bytes=10000")
        #expect(bad.head.status == 500 || bad.isCutOff)
        upstream.network.change(to: Network())
      }
    }
  }

  @Test("leaves an answer that is under way as it was")
  func underWay() async throws {
    let clock = VirtualClock()
    var slow = Network()
    slow.latency = .seconds(1)
    try await withEmbedded(network: slow, clock: clock) { upstream in
      async let waiting = upstream.answer("/files/a?bytes=10")
      try await clock.sleepers(atLeast: 1)
      upstream.network.change(to: .always(.error500))
      #expect(try await upstream.answer("/files/a?bytes=10").head.status == 500, "without a wait")
      #expect(clock.sleepers == 1)
      clock.advance(by: .seconds(1))
      let answer = try await waiting
      #expect(answer.head.status == 200 && answer.body.count == 10)
    }
  }

  @Test("is told of in the order in which it was changed, whoever changes it at once")
  func order() async {
    let network = CurrentNetwork()
    let told = Events<Int>()
    await withTaskGroup(of: Void.self) { group in
      for bandwidth in 1...100 {
        group.addTask {
          var changed = Network()
          changed.bandwidth = bandwidth
          network.change(to: changed) { told.record($0.bandwidth ?? 0) }
        }
      }
    }
    #expect(told.all.last == network.value.bandwidth)
    #expect(Set(told.all) == Set(1...100))
  }
}
