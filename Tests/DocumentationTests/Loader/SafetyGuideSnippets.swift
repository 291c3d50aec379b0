import Errands
import ErrandsAsyncHTTPClient
import ErrandsLoading
import Foundation
import Testing

@Suite("The snippets of “What is never done”", .timeLimit(.minutes(1)))
struct SafetyGuideSnippets {
  @Test("refuse addresses on this machine, but for one")
  func guarded() async throws {
    let server = try #require(IPAddress(bytes: [10, 0, 0, 7]))

    var configuration = AsyncHTTPClientTransport.Configuration()
    configuration.addressGuard.exceptions = [AddressGuard.Exception(address: server, port: 8080)]
    configuration.addressGuard.networks = [IPNetwork("10.1.0.0/16")].compactMap { $0 }
    let transport = AsyncHTTPClientTransport(configuration: configuration)

    let fetcher = Fetcher(transport: transport)
    let request = try FetchRequest(address: "http://127.0.0.1:9/secrets")
    await #expect(throws: FetchError(request.url, .addressForbidden(address: "127.0.0.1"))) {
      try await fetcher.data(for: request).value()
    }
    #expect(configuration.addressGuard.permits(server, port: 8080))
  }

  @Test("ask some hosts only")
  func hosts() {
    var configuration = AsyncHTTPClientTransport.Configuration()
    configuration.addressGuard.hosts = ["api.example.com", ".images.example.com"]
    #expect(configuration.addressGuard.permits(host: "a.images.example.com"))
    #expect(!configuration.addressGuard.permits(host: "example.com"))
  }

  @Test("show no secret")
  func redacted() throws {
    let url = try URL(fetching: "https://user:secret@example.com/film?key=123#part")

    print(url.redacted)

    #expect(url.redacted == "https://example.com/film?key=…")
  }
}
