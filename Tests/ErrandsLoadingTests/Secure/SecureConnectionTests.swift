import AsyncHTTPClient
import Errands
import ErrandsAsyncHTTPClient
import ErrandsLoading
import ErrandsTesting
import Foundation
import NIOSSL
import Testing

/// That the certificates of ours could be configured stood in the documentation, and no test spoke TLS.
@Suite("A secure connection", .timeLimit(.minutes(1)))
struct SecureConnectionTests {
  @Test(
    "A server of the caller's own authority is trusted where that is configured, by its name and by its address"
  )
  func ownAuthority() async throws {
    try await withSecureUpstream(trusting: true) { fetcher, upstream in
      for host in ["localhost", "127.0.0.1"] {
        let answer = try await fetcher.data(for: FetchRequest(try upstream.url("/", host: host))).value()
        #expect(String(decoding: answer.body, as: UTF8.self) == "HTTP/1")
      }
    }
  }

  @Test("A server of an authority that is not trusted is refused with a sentence, and is sent nothing")
  func unknownAuthority() async throws {
    try await withSecureUpstream(trusting: false) { fetcher, upstream in
      let error = await error(of: fetcher, try upstream.url("/"))
      #expect(
        error?.cause
          == .notSecure(reason: "its certificate is from no authority trusted here, or has expired")
      )
      #expect(error?.isTransient == false)
      #expect(upstream.counts.requests == 0)
    }
  }

  @Test("A certificate for another host is refused with a sentence")
  func otherHost() async throws {
    let certificates = try await TestCertificates.shared
    try await withSecureUpstream(as: certificates.stranger, trusting: true) { fetcher, upstream in
      let error = await error(of: fetcher, try upstream.url("/"))
      #expect(error?.cause == .notSecure(reason: "its certificate is for another host"))
      #expect(upstream.counts.requests == 0)
    }
  }

  @Test("A server that wants to know its clients is shown the certificate that is configured")
  func clientCertificate() async throws {
    let certificates = try await TestCertificates.shared
    try await withSecureUpstream(
      asking: certificates.authority,
      trusting: true,
      {
        $0.certificateChain = [.certificate(certificates.client.certificate)]
        $0.privateKey = .privateKey(certificates.client.key)
      }
    ) { fetcher, upstream in
      let answer = try await fetcher.data(for: FetchRequest(try upstream.url("/"))).value()
      #expect(answer.head.status == 200)
    }
  }

  @Test("It answers nothing to a client that has none to show")
  func noClientCertificate() async throws {
    let authority = try await TestCertificates.shared.authority
    try await withSecureUpstream(asking: authority, trusting: true) { fetcher, upstream in
      let error = await error(of: fetcher, try upstream.url("/"))
      guard case .notSecure(let reason) = error?.cause else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(reason == "it wants to be shown a certificate; configure one")
      #expect(upstream.counts.requests == 0)
    }
  }

  @Test("A server that speaks no TLS is told by a sentence, and so is one that speaks nothing else")
  func otherScheme() async throws {
    try await withFetcher(.asyncHTTPClient, .ok("plain")) { fetcher, upstream in
      let port = try #require(upstream.url("/").port)
      let error = await error(of: fetcher, try URL(fetching: "https://127.0.0.1:\(port)/"))
      guard case .notSecure(let reason) = error?.cause else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(reason.contains("does not speak TLS"))
    }
  }

  @Test("The address guard looks before a secure connection is made")
  func guarded() async throws {
    try await withSecureUpstream(guard: AddressGuard(), trusting: true) { fetcher, upstream in
      let error = await error(of: fetcher, try upstream.url("/"))
      guard case .addressForbidden = error?.cause else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(upstream.counts == SecureUpstream.Counts())
    }
  }

  @Test("A secure answer that ends too early is a lost one, and is tried again")
  func cut() async throws {
    try await withSecureUpstream(trusting: true, retries: 2) { fetcher, upstream in
      let error = await error(of: fetcher, try upstream.url("/cut"))
      #expect(error?.isTransient == true, "\(String(describing: error))")
      #expect(upstream.counts.requests == 3)
    }
  }

  private func error(of fetcher: Fetcher, _ url: URL) async -> FetchError? {
    await #expect(throws: FetchError.self) { try await fetcher.data(for: FetchRequest(url)).value() }
  }
}

/// Runs a test with a secure upstream, and a fetcher with a transport of its own.
///
/// - Parameters:
///   - identity: What the server shows; nil, the default, for a right certificate.
///   - authority: Who signs the clients' certificates; nil, the default, asks for none.
///   - isTrusting: Whether the client trusts the authority of the tests.
func withSecureUpstream(
  as identity: TestCertificates.Identity? = nil,
  asking authority: NIOSSLCertificate? = nil,
  guard addressGuard: AddressGuard = AddressGuard(allowsPrivate: true),
  trusting isTrusting: Bool,
  allowsHTTP2: Bool = false,
  retries: Int = 0,
  _ change: (inout TLSConfiguration) -> Void = { _ in },
  _ test: (Fetcher, SecureUpstream) async throws -> Void
) async throws {
  let certificates = try await TestCertificates.shared
  var tls = TLSConfiguration.makeClientConfiguration()
  if isTrusting { tls.trustRoots = .certificates([certificates.authority]) }
  change(&tls)
  var transport = AsyncHTTPClientTransport.Configuration()
  transport.addressGuard = addressGuard
  transport.tls = tls
  transport.allowsHTTP2 = allowsHTTP2
  transport.connectionsPerHost = 64
  var configuration = Fetcher.Configuration()
  configuration.retry = RetryPolicy(retries: retries, base: .zero)
  let fetcher = Fetcher(
    transport: AsyncHTTPClientTransport(configuration: transport),
    configuration: configuration
  )
  let upstream = try await SecureUpstream.start(as: identity ?? certificates.server, asking: authority)
  do {
    try await test(fetcher, upstream)
    await upstream.stop()
  } catch {
    await upstream.stop()
    throw error
  }
}
