import Errands
import ErrandsAsyncHTTPClient
import ErrandsLoading
import ErrandsTesting
import ErrandsUpstream
import Foundation
import NIOSSL
import Testing

@Suite("How long a connection may take to be made", .timeLimit(.minutes(1)))
struct ConnectionLimitTests {
  /// A server that accepted a connection and said nothing kept the host away for up to a day: the load gave up, what was being
  /// made for it stayed, and each load that followed waited for that, alone, until its own deadline.
  @Test("A handshake that hangs keeps nothing from the host but the load that it was made for")
  func hanging() async throws {
    let certificates = try await TestCertificates.shared
    let upstream = try await SecureUpstream.start(as: certificates.named, mute: 1)
    do {
      try await loads(of: upstream, trusting: certificates.authority)
    } catch {
      await upstream.stop()
      throw error
    }
    await upstream.stop()
  }

  private func loads(of upstream: SecureUpstream, trusting authority: NIOSSLCertificate) async throws {
    var tls = TLSConfiguration.makeClientConfiguration()
    tls.trustRoots = .certificates([authority])
    let fetcher = fetcher {
      $0.tls = tls
      $0.connectionLimit = .seconds(1)
    }
    let request = FetchRequest(try upstream.url("/"))
    let first = fetcher.data(for: request).run()
    try await upstream.connection()
    first.cancel()
    await #expect(throws: CancellationError.self) { try await first.value }
    let answer = try await fetcher.data(for: request).value()
    #expect(String(decoding: answer.body, as: UTF8.self) == "HTTP/1")
    #expect(upstream.counts == .init(connections: 2, requests: 1))
  }

  /// The same limit of AsyncHTTPClient ends the wait for a connection: loads failed that had most of their own time left.
  @Test("Who waits for a connection that others use waits for longer than one may take to be made")
  func waiting() async throws {
    let slow = Script(shaping: Shaping(latency: .seconds(2)), steps: [.text("slow")])
    try await withUpstream(respond: { $0.path == "/slow" ? slow : .ok("here") }) { upstream in
      let fetcher = fetcher {
        $0.connectionsPerHost = 1
        $0.connectionLimit = .milliseconds(700)
      }
      let first = fetcher.data(for: FetchRequest(upstream.url("/slow"))).run()
      _ = try await upstream.request(1)
      let second = try await fetcher.data(for: FetchRequest(upstream.url("/quick"))).value()
      #expect(String(decoding: second.body, as: UTF8.self) == "here")
      #expect(String(decoding: try await first.value.body, as: UTF8.self) == "slow")
    }
  }

  private func fetcher(_ change: (inout AsyncHTTPClientTransport.Configuration) -> Void) -> Fetcher {
    var configuration = AsyncHTTPClientTransport.Configuration()
    configuration.addressGuard = AddressGuard(allowsPrivate: true)
    change(&configuration)
    return Fetcher(transport: AsyncHTTPClientTransport(configuration: configuration))
  }
}
