import ErrandsLoading
import GalleryConnections
import Testing

@testable import GalleryServer

@Suite("What a request is called", .timeLimit(.minutes(1)))
struct RequestIDTests {
  private func withServer(
    trusting proxies: [String] = [],
    _ test: (RunningGallery) async throws -> Void
  ) async throws {
    try await withGallery {
      $0.connections.proxies = TrustedProxies(proxies.compactMap { IPNetwork($0) })
    } respond: {
      .chart(for: $0)
    } _: { gallery, _ in
      try await test(gallery)
    }
  }

  @Test("Each has a name of its own, in its answer and in the log, whatever becomes of it")
  func names() async throws {
    try await withServer { gallery in
      var names: Set<String> = []
      for (number, path) in ["/health", "/", "/nothing", "/api/music?limit=x"].enumerated() {
        let answer = try await gallery.ask("GET \(path)")
        let name = try #require(answer.values(of: "X-Request-ID").first)
        #expect(name.wholeMatch(of: /[0-9a-f]{32}/) != nil)
        #expect(try await gallery.log.event(number + 1).id == name)
        names.insert(name)
      }
      #expect(names.count == 4)
    }
  }

  @Test("A name that a client gives is none, unless the client is a trusted proxy")
  func trust() async throws {
    for (proxies, isTaken) in [([], false), (["127.0.0.1"], true), (["10.0.0.0/8"], false)] {
      try await withServer(trusting: proxies) { gallery in
        let answer = try await gallery.ask("GET /health", "X-Request-ID: from-the.proxy_7")
        #expect((answer.values(of: "X-Request-ID") == ["from-the.proxy_7"]) == isTaken)
        #expect((try await gallery.log.event(1).id == "from-the.proxy_7") == isTaken)
      }
    }
  }

  @Test(
    "A name that could be taken for something else in a log is none",
    arguments: ["a b", "a\"b", "a,b", "é", "{}", "", String(repeating: "x", count: 129)]
  )
  func odd(_ name: String) async throws {
    #expect(!RequestID.isUsable(name))
    try await withServer(trusting: ["127.0.0.1"]) { gallery in
      let answer = try await gallery.ask("GET /health", "X-Request-ID: \(name)")
      #expect(answer.values(of: "X-Request-ID").first?.wholeMatch(of: /[0-9a-f]{32}/) != nil)
    }
  }
}
