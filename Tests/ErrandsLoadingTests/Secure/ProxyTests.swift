import AsyncHTTPClient
import Errands
import ErrandsAsyncHTTPClient
import ErrandsLoading
import ErrandsTesting
import ErrandsUpstream
import Foundation
import NIOSSL
import Testing

@Suite("A proxy", .timeLimit(.minutes(1)))
struct ProxyTests {
  @Test("A secure load goes through a tunnel, for which the proxy is shown who asks")
  func tunnel() async throws {
    try await withProxy(authorization: .basic(username: "me", password: "secret")) {
      fetcher,
      proxy,
      upstream in
      let answer = try await fetcher.data(for: FetchRequest(try upstream.url("/"))).value()
      #expect(answer.head.status == 200)
      let shown = "Basic \(Data("me:secret".utf8).base64EncodedString())"
      #expect(proxy.requests == [.init(target: "localhost:\(upstream.port)", authorization: shown)])
    }
  }

  /// Behind a company's proxy hardly any machine has a name server that knows the world. The load failed at once, and the
  /// proxy was not asked.
  @Test("A name that only the proxy knows is left to it")
  func unknownHere() async throws {
    try await withProxy(guard: loopback) { fetcher, proxy, upstream in
      let url = try upstream.url("/", host: TunnelProxy.ownName)
      // The certificate is not for that name: so it was the server that answered.
      let error = await #expect(throws: FetchError.self) {
        try await fetcher.data(for: FetchRequest(url)).value()
      }
      #expect(error?.cause == .notSecure(reason: "its certificate is for another host"))
      #expect(proxy.requests.map(\.target) == ["\(TunnelProxy.ownName):\(upstream.port)"])
    }
  }

  @Test("A name that leads to a forbidden address here is not asked of the proxy, either")
  func forbidden() async throws {
    try await withProxy(guard: AddressGuard()) { fetcher, proxy, upstream in
      let request = FetchRequest(try upstream.url("/"))
      let error = await #expect(throws: FetchError.self) { try await fetcher.data(for: request).value() }
      guard case .addressForbidden = error?.cause else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(proxy.requests.isEmpty)
    }
  }

  @Test("A proxy that does not answer is told of as what cannot be connected to")
  func gone() async throws {
    try await withProxy { fetcher, proxy, upstream in
      await proxy.stop()
      let request = FetchRequest(try upstream.url("/"))
      let error = await #expect(throws: FetchError.self) { try await fetcher.data(for: request).value() }
      #expect(error?.cause == .cannotConnect(reason: "the connection was refused"))
      #expect(upstream.counts == SecureUpstream.Counts())
    }
  }

  @Test("What is not secure goes through a tunnel, too")
  func plain() async throws {
    try await withUpstream(respond: { .ok("from \($0.path)") }) { upstream in
      try await withProxy { fetcher, proxy, _ in
        let port = try #require(upstream.url("/").port)
        let address = "http://\(TunnelProxy.ownName):\(port)/a"
        let answer = try await fetcher.data(for: FetchRequest(address: address)).value()
        #expect(String(decoding: answer.body, as: UTF8.self) == "from /a")
        #expect(proxy.requests.map(\.target) == ["\(TunnelProxy.ownName):\(port)"])
      }
    }
  }

  @Test(
    "No time for which an unused connection is kept ends the program",
    arguments: [Duration.seconds(Int64.max), .seconds(-1)]
  )
  func idleTimes(_ time: Duration) async throws {
    try await withUpstream(respond: { _ in .ok("here") }) { upstream in
      var transport = AsyncHTTPClientTransport.Configuration()
      transport.addressGuard = AddressGuard(allowsPrivate: true)
      transport.idleTimeout = time
      let fetcher = Fetcher(transport: AsyncHTTPClientTransport(configuration: transport))
      for _ in 0..<2 {
        let answer = try await fetcher.data(for: FetchRequest(upstream.url("/"))).value()
        #expect(answer.head.status == 200)
      }
    }
  }

  /// Permits the proxy's address, and not those of others that are private.
  private var loopback: AddressGuard {
    var addressGuard = AddressGuard()
    addressGuard.networks = [IPNetwork("127.0.0.0/8")].compactMap(\.self)
    return addressGuard
  }

  private func withProxy(
    authorization: HTTPClient.Authorization? = nil,
    guard addressGuard: AddressGuard = AddressGuard(allowsPrivate: true),
    _ test: (Fetcher, TunnelProxy, SecureUpstream) async throws -> Void
  ) async throws {
    let certificates = try await TestCertificates.shared
    let (proxy, upstream) = (
      try await TunnelProxy.start(), try await SecureUpstream.start(as: certificates.named)
    )
    var tls = TLSConfiguration.makeClientConfiguration()
    tls.trustRoots = .certificates([certificates.authority])
    var transport = AsyncHTTPClientTransport.Configuration()
    transport.addressGuard = addressGuard
    transport.tls = tls
    transport.proxy = authorization.map { .server(host: "127.0.0.1", port: proxy.port, authorization: $0) }
    transport.proxy = transport.proxy ?? .server(host: "127.0.0.1", port: proxy.port)
    var configuration = Fetcher.Configuration()
    configuration.retry = .never
    let fetcher = Fetcher(
      transport: AsyncHTTPClientTransport(configuration: transport),
      configuration: configuration
    )
    do {
      try await test(fetcher, proxy, upstream)
    } catch {
      await proxy.stop()
      await upstream.stop()
      throw error
    }
    await proxy.stop()
    await upstream.stop()
  }
}
