import ErrandsTesting
import ErrandsUpstream
import Foundation
import GalleryConnections
import GalleryUpstream
import Testing

@Suite("/api/network", .timeLimit(.minutes(1)))
struct NetworkRoutesTests {
  private struct NetworkReply: Decodable, Equatable {
    let latency: Double
    let bandwidth: Int?
    let loss: Double
    let faults: [String: Double]
  }

  private let good = NetworkReply(
    latency: 0,
    bandwidth: nil,
    loss: 0,
    faults: Dictionary(uniqueKeysWithValues: UpstreamFault.allCases.map { ($0.rawValue, 0) })
  )

  private func withEmbedded(_ test: (RunningGallery, EmbeddedUpstream) async throws -> Void) async throws {
    let upstream = try await EmbeddedUpstream.start()
    do {
      try await withGallery(before: upstream.url, configure: { $0.network = upstream.network }) {
        try await test($0, upstream)
      }
    } catch {
      await upstream.stop()
      throw error
    }
    await upstream.stop()
  }

  @Test("says what the network is like, and with what it was changed")
  func changes() async throws {
    try await withEmbedded { gallery, upstream in
      #expect(try await gallery.get("/api/network").json(NetworkReply.self) == good)
      let order = #"{"latency":20,"bandwidth":500000,"loss":0.5,"faults":{"error500":0.25}}"#
      let answer = try await gallery.send("PUT", "/api/network", body: order)
      #expect(answer.status == 200)
      #expect(answer.fields["Cache-Control"] == "no-store")
      let reply = try answer.json(NetworkReply.self)
      #expect((reply.latency, reply.bandwidth, reply.loss) == (20, 500_000, 0.5))
      #expect(reply.faults["error500"] == 0.25 && reply.faults.count == UpstreamFault.allCases.count)
      #expect(try await gallery.get("/api/network").json(NetworkReply.self) == reply)
      #expect(upstream.network.value.latency == .milliseconds(20))
      #expect(upstream.network.value.faults == [.error500: 0.25])
    }
  }

  @Test("changes what loads meet from then on, and back")
  func effect() async throws {
    try await withEmbedded { gallery, _ in
      #expect(try await gallery.get("/api/music?limit=3").status == 200)
      _ = try await gallery.send("PUT", "/api/network", body: #"{"faults":{"error500":1}}"#)
      let broken = try await gallery.get("/api/music?limit=3")
      #expect(broken.status == 502)
      #expect(try broken.problem().detail.contains("500"))
      #expect(try await gallery.send("PUT", "/api/network", body: "{}").json(NetworkReply.self) == good)
      #expect(try await gallery.get("/api/music?limit=3").status == 200)
    }
  }

  @Test("tells every page that listens, one that was away too")
  func event() async throws {
    try await withEmbedded { gallery, _ in
      var pages = [try await gallery.events(), try await gallery.events(topics: "network")]
      var away = try await gallery.events(topics: "network")
      _ = try await gallery.send("PUT", "/api/network", body: #"{"latency":6}"#)
      let last = try await away.event().id
      _ = try await gallery.send("PUT", "/api/network", body: #"{"latency":7}"#)
      for index in pages.indices { _ = try await pages[index].event() }
      pages.append(try await gallery.events(after: last, topics: "network"))
      for var page in pages {
        let event = try await page.event()
        #expect(event.name == "network")
        #expect(try JSONDecoder().decode(NetworkReply.self, from: event.data).latency == 7)
      }
    }
  }

  @Test("is not changed by what is wrong", arguments: [("{", 400), (#"{"loss":2}"#, 422), ("[]", 422)])
  func wrong(_ body: String, _ status: Int) async throws {
    try await withEmbedded { gallery, upstream in
      _ = try await gallery.send("PUT", "/api/network", body: #"{"latency":5}"#)
      let answer = try await gallery.send("PUT", "/api/network", body: body)
      #expect(answer.status == status)
      _ = try answer.problem()
      #expect(upstream.network.value.latency == .milliseconds(5))
    }
  }

  @Test("reads no more than a network takes")
  func tooLong() async throws {
    try await withEmbedded { gallery, _ in
      let body = "{" + String(repeating: " ", count: 20_000) + "}"
      let answer = try await gallery.send("PUT", "/api/network", body: body)
      #expect(answer.status == 413)
      #expect(try answer.problem().detail.contains("latency, bandwidth, loss and faults"))
    }
  }

  @Test("is not changed by pages of other sites, nor by what a form sends")
  func otherSites() async throws {
    try await withEmbedded { gallery, upstream in
      let body = #"{"latency":5}"#
      for (fields, status) in [
        (["Origin": "http://evil.example"], 403), (["Sec-Fetch-Site": "cross-site"], 403),
        (["Content-Type": "text/plain"], 415),
      ] {
        let answer = try await gallery.send("PUT", "/api/network", body: body, fields: fields)
        #expect(answer.status == status)
      }
      #expect(upstream.network.value == Network())
      let own = try await gallery.send("PUT", "/api/network", body: body, fields: ["Origin": gallery.address])
      #expect(own.status == 200)
    }
  }

  @Test("answers no other method, and says which it does")
  func methods() async throws {
    try await withEmbedded { gallery, _ in
      for method in ["POST", "DELETE", "PATCH"] {
        let answer = try await gallery.send(method, "/api/network", body: "{}")
        #expect(answer.status == 405)
        #expect(answer.fields["Allow"] == "GET, HEAD, PUT")
      }
    }
  }

  @Test("is not there before the real servers, whoever asks")
  func real() async throws {
    try await withGallery(respond: { _ in .status(404) }) { gallery, _ in
      let answers = [
        try await gallery.get("/api/network"),
        try await gallery.send("PUT", "/api/network", body: "nonsense"),
      ]
      for answer in answers {
        #expect(answer.status == 404)
        #expect(try answer.problem().detail.contains("--upstream embedded"))
      }
    }
  }
}
