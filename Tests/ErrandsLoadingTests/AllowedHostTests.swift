import Errands
import ErrandsUpstream
import Foundation
import Testing

@testable import ErrandsLoading

@Suite("Networks and hosts that are allowed", .timeLimit(.minutes(1)))
struct AllowedHostTests {
  private func address(_ text: String) throws -> IPAddress { try #require(IPNetwork(text)).address }

  @Test(
    "A network has the addresses that begin with its bits",
    arguments: [
      ("10.1.0.0/16", "10.1.255.3", true), ("10.1.0.0/16", "10.2.0.1", false), ("10.1.2.3", "10.1.2.3", true),
      ("10.1.2.3", "10.1.2.4", false), ("0.0.0.0/0", "192.168.0.1", true), ("fd00::/8", "fdab::1", true),
      ("fd00::/8", "fe80::1", false), ("::/0", "10.0.0.1", false), ("10.0.0.0/9", "10.127.0.1", true),
      ("10.0.0.0/9", "10.128.0.1", false), ("0.0.0.0/0", "::ffff:10.0.0.1", false),
    ]
  )
  func networks(_ network: String, _ text: String, _ isIn: Bool) throws {
    #expect(try #require(IPNetwork(network)).contains(address(text)) == isIn)
  }

  @Test("The length of a network's prefix is the one it was given, and all of an address without one")
  func prefixLength() throws {
    for (text, length) in [("10.1.0.0/16", 16), ("10.1.2.3", 32), ("fd00::/8", 8), ("::1", 128)] {
      let network = try #require(IPNetwork(text))
      #expect(network.prefixLength == length)
      #expect(IPNetwork(network.address, prefixLength: length)?.prefixLength == length)
    }
    #expect(IPNetwork(try address("10.1.2.3"), prefixLength: 33) == nil)
  }

  @Test(
    "What is no network is none",
    arguments: [
      "", "10.1", "10.1.0.0/33", "10.1.0.0/-1", "10.1.0.0/", "fd00::/129", "host/8", "10.0.0.0/8/8", "/8",
    ]
  )
  func nonsense(_ text: String) {
    #expect(IPNetwork(text) == nil)
  }

  @Test("A private network that is allowed is reached, and no other", arguments: Carrier.allCases)
  func reached(_ carrier: Carrier) async throws {
    try await withUpstream(respond: { _ in .ok("inside") }) { upstream in
      for (network, isReached) in [("127.0.0.0/8", true), ("10.0.0.0/8", false)] {
        var addressGuard = AddressGuard()
        addressGuard.networks = [try #require(IPNetwork(network))]
        let fetcher = Fetcher(transport: carrier.transport(addressGuard))
        let outcome = await fetcher.data(for: FetchRequest(upstream.url)).outcome()
        #expect((outcome.fetchError == nil) == isReached)
      }
      #expect(upstream.requestCount == 1)
    }
  }

  @Test(
    "A host is named whole, or by what it lies below",
    arguments: [
      ("example.com", true), ("EXAMPLE.com", true), ("example.com.", true), ("a.example.com", false),
      ("b.test", false), ("a.b.test", true), ("a.b.b.test", true), ("ab.test", false),
      ("evilexample.com", false),
      ("", false),
    ]
  )
  func hosts(_ host: String, _ isAllowed: Bool) {
    var addressGuard = AddressGuard()
    #expect(addressGuard.permits(host: host))
    addressGuard.hosts = ["Example.com", ".b.test"]
    #expect(addressGuard.permits(host: host) == isAllowed)
  }

  /// A host that was allowed led with a redirect to one that was not.
  @Test("No other host is asked, nor is one that a redirect leads to", arguments: Carrier.allCases)
  func refused(_ carrier: Carrier) async throws {
    try await withUpstream(respond: { _ in .ok("secret") }) { other in
      try await withUpstream(respond: { _ in
        .redirect(to: "http://localhost:\(other.port)/")
      }) { upstream in
        var addressGuard = AddressGuard(allowsPrivate: true)
        addressGuard.hosts = ["127.0.0.1"]
        let fetcher = Fetcher(transport: carrier.transport(addressGuard))
        let error = await fetcher.data(for: FetchRequest(upstream.url)).outcome().fetchError
        let url = try URL(fetching: "http://localhost:\(other.port)/")
        #expect(error == FetchError(url, .hostForbidden))
        #expect(
          error?.description.contains("is not asked: its host is none of those that are allowed") == true
        )
        #expect(upstream.requestCount == 1)
        #expect(other.connectionsAccepted == 0)
      }
    }
  }
}
