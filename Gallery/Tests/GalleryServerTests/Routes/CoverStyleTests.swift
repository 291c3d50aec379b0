import ErrandsLoading
import ErrandsUpstream
import Foundation
import GalleryJobs
import Testing

@Suite("The style of covers", .timeLimit(.minutes(1)))
struct CoverStyleTests {
  private struct Loads: Decodable {
    struct Run: Decodable {
      let id: UInt64
      let job: String?
      let style: String?
      let outcome: String?
    }

    let runs: [Run]
  }

  @Test("is in the addresses of the covers where one was chosen, and only there")
  func addresses() async throws {
    try await withCovers { gallery, _ in
      let plain = try await gallery.get("/api/covers?count=2").json(CoversReply.self).covers
      let chosen = try await gallery.get("/api/covers?count=2&style=bolts").json(CoversReply.self).covers
      #expect((plain.count, chosen.count) == (2, 2))
      for (plain, chosen) in zip(plain, chosen) {
        #expect(!plain.image.contains("?"))
        #expect(chosen.image == plain.image + "?style=bolts")
        #expect(chosen.sizes.map(\.image) == plain.sizes.map { $0.image + "?style=bolts" })
      }
    }
  }

  @Test(
    "carries the slice and the work for each cover, and makes the same of it",
    arguments: JobStyle.allCases
  )
  func carries(_ style: JobStyle) async throws {
    try await withCovers { gallery, _ in
      let name = style.rawValue
      let covers = try await gallery.get("/api/covers?count=1&filter=sepia&style=\(name)")
        .json(CoversReply.self).covers
      let cover = try #require(covers.first)
      let answer = try await gallery.get(cover.image)
      #expect(answer.status == 200)
      let runs = try await gallery.get("/api/loads").json(Loads.self).runs
      for job in ["covers", "images"] {
        let run = try #require(runs.first { $0.job == job })
        #expect((run.style, run.outcome) == (name, "succeeded"))
      }
      let plain = try await gallery.get(String(cover.image.prefix { $0 != "?" }))
      #expect(plain.body == answer.body)
      #expect(plain.fields["ETag"] == answer.fields["ETag"])
    }
  }

  /// Were it part of what the bytes are kept under, each style would compute every cover anew.
  @Test("has what is kept given to all, whichever made it")
  func kept() async throws {
    let covers = Script.freshCovers()
    try await withCovers(cache: HTTPCache(isShared: true), respond: covers) { gallery, upstream in
      let slice = try await gallery.get("/api/covers?count=1&style=promise").json(CoversReply.self)
      let address = try #require(slice.covers.first?.image)
      let first = try await gallery.get(address)
      let count = upstream.requestCount
      for style in JobStyle.allCases {
        let answer = try await gallery.get(address.replacing("promise", with: style.rawValue))
        #expect(answer.body == first.body && answer.fields["ETag"] == first.fields["ETag"])
      }
      #expect(upstream.requestCount == count)
    }
  }

  @Test("that is none is refused, and an address that was changed before it")
  func refused() async throws {
    try await withCovers { gallery, _ in
      #expect(try await gallery.get("/api/covers?style=magic").status == 400)
      let slice = try await gallery.get("/api/covers?count=1").json(CoversReply.self)
      let address = try #require(slice.covers.first?.image)
      let answer = try await gallery.get(address + "?style=magic")
      #expect(answer.status == 400)
      #expect(try answer.problem().detail.contains("choose one of async, closure, delegate"))
      #expect(try await gallery.get(address + "x?style=bolts").status == 403)
    }
  }

  @Test("carries a leaving client's cancellation down to the upstream", arguments: JobStyle.allCases)
  func leaves(_ style: JobStyle) async throws {
    let half = Script(framing: .length(1_000), steps: [.bytes([0xFF, 0xD8]), .stall])
    try await withCovers(respond: Script.covers(with: half)) { gallery, upstream in
      let slice = try await gallery.get("/api/covers?count=1&style=\(style.rawValue)").json(CoversReply.self)
      let address = try #require(slice.covers.first?.image)
      let client = Task { try await gallery.get(address) }
      _ = try await upstream.request(2)
      client.cancel()
      try await upstream.earlyCloses(atLeast: 1)
      #expect(try await gallery.log.first { $0.path.hasPrefix("/image/") }.status == 499)
    }
  }
}
