import Errands
import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

@Suite("Pictures that several servers share", .timeLimit(.minutes(2)))
struct SharedPictureTests {
  /// The addresses of covers at places of their own in the list.
  private func covers(_ count: Int, from index: Int, at gallery: RunningGallery) async throws -> [String] {
    let list = try await gallery.get("/api/covers?from=\(index)&count=\(count)&filter=sepia")
    return try list.json(CoversReply.self).covers.map(\.image)
  }

  /// Asks each server for a picture so many times at once.
  private func ask(_ galleries: [RunningGallery], for picture: String, times: Int) async throws -> Set<Data> {
    try await withThrowingTaskGroup(of: Answer.self) { group in
      for gallery in galleries {
        for _ in 0..<times { group.addTask { try await gallery.get(picture) } }
      }
      return try await group.reduce(into: []) { bodies, answer in
        #expect(answer.status == 200)
        bodies.insert(answer.body)
      }
    }
  }

  @Test("One that three hundred ask for at three servers at once is fetched once, and made once")
  func hot() async throws {
    let index = Int.random(in: 1_000_000...9_000_000)
    let gate = Gate()
    try await withServers(
      3,
      respond: Script.freshCovers { try await gate.wait() },
      configure: { $0.imageLimitOfOneClient = 100 }
    ) { servers, galleries in
      let cover = try #require(try await covers(1, from: index, at: galleries[0]).first)
      let developments = Developments(of: "/covers/\(index).jpg")
      async let bodies = ask(galleries, for: cover, times: 100)
      _ = try await servers.upstream.request(2)
      gate.open()
      #expect(try await bodies.count == 1)
      #expect(try await ask(galleries, for: cover, times: 1).count == 1)
      #expect(servers.upstream.requestCount == 2, "the list, and the cover once")
      #expect(developments.count == 1)
    }
  }

  @Test("A hundred are fetched a hundred times, whichever server is asked for them")
  func many() async throws {
    let index = Int.random(in: 1_000_000...9_000_000)
    try await withServers(3, respond: Script.freshCovers()) { servers, galleries in
      let pages = [index, index + 50]
      for page in pages {
        for cover in try await covers(50, from: page, at: galleries[0]) {
          #expect(try await ask(galleries, for: cover, times: 1).count == 1)
        }
      }
      #expect(servers.upstream.requestCount == pages.count + 100)
    }
  }

  @Test("One that may not be kept is fetched by each server")
  func unkept() async throws {
    let index = Int.random(in: 1_000_000...9_000_000)
    try await withServers(2, respond: Script.freshCovers(0)) { servers, galleries in
      let cover = try #require(try await covers(1, from: index, at: galleries[0]).first)
      for gallery in galleries { #expect(try await gallery.get(cover).status == 200) }
      #expect(servers.upstream.requestCount == 3)
    }
  }

  @Test("One that is purged at one is fetched and made anew once for all, whoever asks for it first")
  func purged() async throws {
    let index = Int.random(in: 1_000_000...9_000_000)
    try await withServers(3, respond: Script.freshCovers(), caching: true) { servers, galleries in
      let cover = try #require(try await covers(1, from: index, at: galleries[0]).first)
      let developments = Developments(of: "/covers/\(index).jpg")
      #expect(try await ask(galleries, for: cover, times: 1).count == 1)
      #expect((servers.upstream.requestCount, developments.count) == (2, 1))
      #expect(
        try await galleries[2].send("POST", "/api/purge", body: #"{"image":"\#(cover)"}"#).status == 204
      )
      // The others carry out what they have heard before they purge something themselves.
      for gallery in galleries.dropLast() {
        let order = #"{"host":"elsewhere.example"}"#
        #expect(try await gallery.send("POST", "/api/purge", body: order).status == 204)
      }
      #expect(try await ask(galleries, for: cover, times: 1).count == 1)
      #expect((servers.upstream.requestCount, developments.count) == (3, 2))
    }
  }
}
