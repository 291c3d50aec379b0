import AsyncHTTPClient
import Errands
import ErrandsLoading
import ErrandsUpstream
import Foundation
import Testing

@testable import ErrandsAsyncHTTPClient

@Suite("The address guard", .timeLimit(.minutes(1)))
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

  @Test("A private address is refused before there is a connection", arguments: Carrier.allCases)
  func refused(_ carrier: Carrier) async throws {
    try await withUpstream(respond: { _ in .ok("secret") }) { upstream in
      let fetcher = fetcher(carrier, AddressGuard())
      let error = await fetcher.data(for: FetchRequest(upstream.url)).outcome().fetchError
      #expect(error == FetchError(upstream.url, .addressForbidden(address: "127.0.0.1")))
      #expect(error?.description.contains("an address on this machine") == true)
      #expect(upstream.connectionsAccepted == 0)
    }
  }

  @Test("A name that leads to a private address is refused too", arguments: Carrier.allCases)
  func refusedByName(_ carrier: Carrier) async throws {
    try await withUpstream(respond: { _ in .ok("secret") }) { upstream in
      let url = try URL(fetching: "http://localhost:\(upstream.port)/")
      let error = await fetcher(carrier, AddressGuard()).data(for: FetchRequest(url)).outcome().fetchError
      #expect(error?.kind == "addressForbidden")
      #expect(upstream.connectionsAccepted == 0)
    }
  }

  /// Seventy-five of them made thirty-five connections, and the first bytes of a secure one were sent on some.
  @Test("However a forbidden address is spelt, nothing connects to it", arguments: Carrier.allCases)
  func disguised(_ carrier: Carrier) async throws {
    try await withUpstream(host: "::", respond: { _ in .ok("secret") }) { upstream in
      try await expectRefused(upstream, carrier)
    }
  }

  private func expectRefused(_ upstream: ScriptedUpstream, _ carrier: Carrier) async throws {
    var tried = 0
    for host in Self.spellings {
      for scheme in ["http", "https"] {
        guard let url = try? URL(fetching: "\(scheme)://\(host):\(upstream.port)/") else { continue }
        let error = await fetcher(carrier, AddressGuard()).data(for: FetchRequest(url)).outcome().fetchError
        #expect(error != nil, "\(url)")
        tried += 1
      }
    }
    // The others are no addresses.
    #expect(tried >= 100)
    #expect(upstream.connectionsAccepted == 0)
    // Where everything may be connected to, several of them reach it: they are real. URLSession refuses some by itself.
    let real = carrier == .urlSession ? [] : ["2130706433", "0x7f.1", "127.1", "[::ffff:127.0.0.1]"]
    for host in real + ["localhost"] {
      let url = try URL(fetching: "http://\(host):\(upstream.port)/")
      let anything = fetcher(carrier, AddressGuard(allowsPrivate: true))
      #expect(await anything.data(for: FetchRequest(url)).outcome().fetchError == nil, "\(url)")
    }
  }

  /// Decimal, octal, hexadecimal, with parts left out, of the other version, with a zone, as names, and in the digits of
  /// other scripts.
  private static let spellings = [
    "127.0.0.1", "127.0.0.2", "127.255.255.254", "127.1", "127.0.1", "2130706433", "0x7f000001", "0x7f.1",
    "0x7f.0x0.0x0.0x1", "0X7F.0.0.1", "017700000001", "0177.0.0.1", "0177.1", "0177.0x0.0.01",
    "00000177.0.0.1",
    "127.0.0.1.", "127.0.0.01", "0", "0.0.0.0", "0.0", "0x0", "00", "localhost", "LOCALHOST", "localhost.",
    "ip6-localhost", "localhost.localdomain", "[::1]", "[0:0:0:0:0:0:0:1]", "[0000::0001]", "[::]",
    "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::FFFF:7F00:0001]", "[0:0:0:0:0:ffff:7f00:1]", "[::127.0.0.1]",
    "[64:ff9b::127.0.0.1]", "[64:ff9b::7f00:1]", "[64:ff9b:1::7f00:1]", "[2002:7f00:1::]", "[2002:7f00:1::1]",
    "[fe80::1]", "[fe80::1%25lo]", "[::1%25lo]", "[fe80::1%25eth0]", "[fc00::1]", "[fd00::1]", "[ff02::1]",
    "[2001:0:7f00:1::]", "[::ffff:0:127.0.0.1]", "[::ffff:0.0.0.0]", "10.0.0.1", "192.168.0.1", "172.16.0.1",
    "169.254.169.254", "0xa9fea9fe", "2852039166", "0251.0376.0251.0376", "100.64.0.1", "198.18.0.1",
    "224.0.0.1",
    "255.255.255.255", "240.0.0.1", "127%2e0.0.1", "127.0.0.1%00", "%6c%6f%63%61%6c%68%6f%73%74", "①②⑦.⓪.⓪.①",
    "１２７.０.０.１", "127。0。0。1", "ⓛocalhost", "user@127.0.0.1", "example.com@127.0.0.1",
  ]

  /// The sentences told an open port from a closed one, and a secure one from a plain one.
  @Test("What is there makes no difference to the answer", arguments: Carrier.allCases)
  func sameAnswer(_ carrier: Carrier) async throws {
    let closed = try ClosedPort()
    try await withUpstream(respond: { _ in .ok("secret") }) { open in
      try await withUpstream(respond: { _ in .raw([.stall]) }) { silent in
        var answers: Set<String> = []
        for port in [open.port, silent.port, closed.port] {
          for scheme in ["http", "https"] {
            for host in ["127.0.0.1", "localhost"] {
              let url = try URL(fetching: "\(scheme)://\(host):\(port)/")
              let error = await fetcher(carrier, AddressGuard()).data(for: FetchRequest(url)).outcome()
                .fetchError
              #expect(error?.kind == "addressForbidden")
              answers.insert(
                error?.description.replacing("\(url)", with: "it").replacing("::1", with: "127.0.0.1") ?? ""
              )
            }
          }
        }
        #expect(answers.count == 1)
        #expect(open.connectionsAccepted == 0 && silent.connectionsAccepted == 0)
      }
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
        #expect(error == FetchError(inner.url("/secret"), .addressForbidden(address: "127.0.0.1")))
        #expect(outer.requestCount == 1)
        #expect(inner.connectionsAccepted == 0)
      }
    }
  }

  /// A name that leads elsewhere when the connection is made than when it was looked up gets past the first look. And
  /// the client's pool keeps a connection whose initializer failed, unless it is closed there.
  @Test("A connection to a forbidden address is closed before a byte of the request, a thousand of them")
  func connected() async throws {
    try await withUpstream(respond: { _ in .ok("secret") }) { upstream in
      var configuration = HTTPClient.Configuration()
      configuration.http1_1ConnectionDebugInitializer = { $0.checkAddress(AddressGuard()) }
      configuration.connectionPool.retryConnectionEstablishment = false
      let client = HTTPClient(configuration: configuration)
      let address = upstream.url.absoluteString
      let refused = await withTaskGroup(of: Bool.self) { group in
        for _ in 0..<1_000 {
          group.addTask {
            do {
              _ = try await client.execute(HTTPClientRequest(url: address), deadline: .distantFuture)
              return false
            } catch {
              let failure = FetchError.mapping(error, of: upstream.url) as? FetchError
              return failure == FetchError(upstream.url, .addressForbidden(address: "127.0.0.1"))
            }
          }
        }
        return await group.reduce(into: 0) { count, isRefused in count += isRefused ? 1 : 0 }
      }
      #expect(refused == 1_000)
      #expect(upstream.connectionsAccepted > 0)
      #expect(upstream.requestCount == 0)
      try await upstream.connectionsOpen(atMost: 0)
      try await client.shutdown()
    }
  }
}
