import ErrandsPostgres
import ErrandsTesting
import ErrandsUpstream
import Foundation
import GalleryJobs
import GalleryPostgres
import Testing

@testable import GalleryServer

@Suite("Batches of several servers", .timeLimit(.minutes(2)))
struct SharedBatchTests {
  @Test("A page at any server hears of each member of a batch once, whichever server has carried it out")
  func heard() async throws {
    try await withServers(3, respond: Script.photo) { _, galleries in
      var streams: [EventReader] = []
      for gallery in galleries { streams.append(try await gallery.events()) }
      let id = try await galleries[0].startBatch((0..<60).map { "/photo/\($0)" })
      for index in streams.indices {
        let news = try await streams[index].wholeBatch()
        #expect(news.flatMap(\.members).map(\.index).sorted() == Array(0..<60))
        #expect(news.compactMap(\.end).map(\.batch) == [id])
      }
      for gallery in galleries { #expect(try await gallery.batch(id).done?.succeeded == 60) }
    }
  }

  @Test("Members are carried out by all of them, a few at a time")
  func spread() async throws {
    let gate = Gate()
    let respond: @Sendable (RecordedRequest) async throws -> Script = { request in
      try await gate.wait()
      return Script.photo(for: request)
    }
    try await withServers(3, respond: respond) { servers, galleries in
      let id = try await galleries[0].startBatch((0..<60).map { "/photo/\($0)" })
      // Six loads of each: one server alone would have no more than six on their way.
      _ = try await servers.upstream.request(18)
      gate.open()
      var events = try await galleries[1].events(batch: id)
      #expect(try await events.wholeBatch().compactMap(\.end).map(\.succeeded) == [60])
      #expect(servers.upstream.requestCount == 60, "nothing was loaded twice")
    }
  }

  @Test("A batch that is cancelled at one server ends at all of them")
  func cancelled() async throws {
    try await withServers(2, respond: { _ in .stalled }) { servers, galleries in
      let id = try await galleries[0].startBatch((0..<20).map { "/stall/\($0)" })
      _ = try await servers.upstream.request(12)
      var events = try await galleries[0].events(batch: id)
      #expect(try await galleries[1].send("DELETE", "/api/photos/\(id)").status < 300)
      let end = try #require(try await events.wholeBatch().compactMap(\.end).first)
      #expect((end.cancelled, end.succeeded) == (20, 0))
      // Six of each were on their way.
      try await servers.upstream.earlyCloses(atLeast: 12)
      for gallery in galleries { #expect(try await gallery.batch(id).done?.cancelled == 20) }
    }
  }

  @Test("One who comes back to another server hears what it has missed, and nothing twice")
  func resumed() async throws {
    try await withServers(2, respond: Script.photo) { _, galleries in
      var events = try await galleries[0].events()
      _ = try await galleries[0].startBatch((0..<30).map { "/photo/\($0)" })
      let heard = try await events.wholeBatch()
      let first = try #require(heard.first)
      var again = try await galleries[1].events(after: first.id, topics: "photos")
      let rest = try await again.wholeBatch().flatMap(\.members).map(\.index)
      #expect(rest.count == Set(rest).count)
      #expect(Set(rest).union(first.members.map(\.index)) == Set(0..<30))
      #expect(Set(rest).isDisjoint(with: first.members.map(\.index)))
    }
  }

  @Test("Where the connections to the database break, everything goes on behind that")
  func broken() async throws {
    let gate = Gate()
    let respond: @Sendable (RecordedRequest) async throws -> Script = { request in
      try await gate.wait()
      return Script.photo(for: request)
    }
    // What was lost with a connection is taken again soon.
    try await withServers(2, respond: respond, configure: { $0.batchLease = .milliseconds(500) }) {
      servers,
      galleries in
      let id = try await galleries[0].startBatch((0..<24).map { "/photo/\($0)" })
      _ = try await servers.upstream.request(12)
      _ = try await PostgresPool(servers.address).work { database in
        try database.execute(
          "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        ).count
      }.value()
      gate.open()
      for gallery in galleries {
        var events = try await gallery.events(batch: id)
        let news = try await events.wholeBatch()
        #expect(news.compactMap(\.end).map(\.succeeded) == [24])
      }
    }
  }
}
