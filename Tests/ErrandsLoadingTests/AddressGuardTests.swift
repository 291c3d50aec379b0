import Errands
import ErrandsLoading
import ErrandsTesting
import Foundation
import Testing

@Suite("The address guard, at the connection", .timeLimit(.minutes(1)))
struct AddressGuardTests {
  private func fetcher(_ carrier: Carrier, _ addressGuard: AddressGuard) -> Fetcher {
    var configuration = Fetcher.Configuration()
    configuration.retry = .never
    return Fetcher(transport: carrier.transport(addressGuard), configuration: configuration)
  }

  private func exception(_ upstream: ScriptedUpstream) throws -> AddressGuard {
    let loopback = try #require(IPAddress(bytes: [127, 0, 0, 1]))
    return AddressGuard(exceptions: [.init(address: loopback, port: upstream.port)])
  }

  @Test("A private address is refused before a byte of the request", arguments: Carrier.allCases)
  func refused(_ carrier: Carrier) async throws {
    try await withUpstream(respond: { _ in .ok("secret") }) { upstream in
      let fetcher = fetcher(carrier, AddressGuard())
      let error = await fetcher.data(for: FetchRequest(upstream.url)).outcome().fetchError
      #expect(error == .addressForbidden(upstream.url, address: "127.0.0.1"))
      #expect(error?.description.contains("an address on this machine") == true)
      #expect(upstream.requestCount == 0)
      // The refused connection does not stay behind either.
      try await upstream.connectionsOpen(atMost: 0)
    }
  }

  @Test("A name that leads to a private address is refused too", arguments: Carrier.allCases)
  func refusedByName(_ carrier: Carrier) async throws {
    try await withUpstream(respond: { _ in .ok("secret") }) { upstream in
      let url = try URL(fetching: "http://localhost:\(upstream.port)/")
      let error = await fetcher(carrier, AddressGuard()).data(for: FetchRequest(url)).outcome().fetchError
      #expect(error?.kind == "addressForbidden")
      #expect(upstream.requestCount == 0)
      try await upstream.connectionsOpen(atMost: 0)
    }
  }

  @Test(
    "Addresses in disguise are refused",
    arguments: Carrier.allCases,
    [
      "2130706433", "0x7f000001", "127.1", "0", "[::ffff:127.0.0.1]", "[::1]",
    ]
  )
  func disguised(_ carrier: Carrier, _ host: String) async throws {
    try await withUpstream(respond: { _ in .ok("secret") }) { upstream in
      let url = try URL(fetching: "http://\(host):\(upstream.port)/")
      let outcome = await fetcher(carrier, AddressGuard()).data(for: FetchRequest(url)).outcome()
      #expect(outcome.fetchError != nil)
      #expect(upstream.requestCount == 0)
      try await upstream.connectionsOpen(atMost: 0)
    }
  }

  @Test("An exception is let through", arguments: Carrier.allCases)
  func exception(_ carrier: Carrier) async throws {
    try await withUpstream(respond: { _ in .ok("mine") }) { upstream in
      let fetcher = fetcher(carrier, try exception(upstream))
      let answer = try await fetcher.data(for: FetchRequest(upstream.url)).value()
      #expect(answer.body == Data("mine".utf8))
    }
  }

  @Test("A redirect to a forbidden address is refused", arguments: Carrier.allCases)
  func redirected(_ carrier: Carrier) async throws {
    try await withUpstream(respond: { _ in .ok("secret") }) { inner in
      let location = inner.url("/secret").absoluteString
      try await withUpstream(respond: { _ in .redirect(to: location) }) { outer in
        let fetcher = fetcher(carrier, try exception(outer))
        let error = await fetcher.data(for: FetchRequest(outer.url)).outcome().fetchError
        #expect(error == .addressForbidden(inner.url("/secret"), address: "127.0.0.1"))
        #expect(outer.requestCount == 1)
        #expect(inner.requestCount == 0)
        try await inner.connectionsOpen(atMost: 0)
      }
    }
  }

  /// The client's pool keeps a connection whose initializer failed, unless it is closed there.
  @Test("A thousand refused loads leave no connection open")
  func manyRefused() async throws {
    try await withUpstream(respond: { _ in .ok("secret") }) { upstream in
      let fetcher = fetcher(.asyncHTTPClient, AddressGuard())
      let refused = await withTaskGroup(of: Bool.self) { group in
        for _ in 0..<1_000 {
          group.addTask {
            let outcome = await fetcher.data(for: FetchRequest(upstream.url)).outcome()
            return outcome.fetchError == .addressForbidden(upstream.url, address: "127.0.0.1")
          }
        }
        return await group.reduce(into: 0) { count, isRefused in count += isRefused ? 1 : 0 }
      }
      #expect(refused == 1_000)
      #expect(upstream.requestCount == 0)
      try await upstream.connectionsOpen(atMost: 0)
    }
  }
}
