import ErrandsLoading
import ErrandsUpstream
import Foundation
import Testing

@testable import GalleryServer

@Suite("GET /api/events of a server that is started again", .timeLimit(.minutes(2)))
struct EventRestartTests {
  private struct Missed: Decodable { let topics: [String] }

  /// What of the three is told before a stop; then the rest of the batch is let go.
  private func stop(
    _ restarting: Restarting,
    _ late: LatePhotos
  ) async throws -> (id: String, heard: [BatchNews]) {
    let result = try await restarting.run { gallery in
      var events = try await gallery.events(topics: "photos")
      let id = try await gallery.startBatch(["/photo/1", "/late/1", "/photo/2"])
      var heard: [BatchNews] = []
      while heard.flatMap(\.members).count < 2 { heard.append(try BatchNews(try await events.event())) }
      return (id, heard)
    }
    late.letGo()
    return result
  }

  @Test(
    "One who listened to batches goes on where it was: nothing twice, nothing left out, nothing said to be missed"
  )
  func goesOn() async throws {
    let late = LatePhotos()
    try await withRestarts(respond: late.respond) { restarting, _ in
      let (id, heard) = try await stop(restarting, late)
      try await restarting.run { gallery in
        var events = try await gallery.events(after: heard.last?.id, topics: "photos")
        let news = try await events.wholeBatch()
        #expect(news.allSatisfy { $0.batch == id })
        #expect(news.flatMap(\.members).map(\.index) == [1])
        #expect(news.compactMap(\.end).count == 1)
      }
      // And once more, of the first process and of the second: what has ended is told, too.
      try await restarting.run { gallery in
        var all = try await gallery.events(after: heard.first?.id, topics: "photos")
        let rest = heard.dropFirst().flatMap(\.members).map(\.index) + [1]
        #expect(try await all.wholeBatch().flatMap(\.members).map(\.index) == rest)
      }
    }
  }

  @Test("One who listened to more is told what it missed of batches, and that it missed the rest")
  func usual() async throws {
    let late = LatePhotos()
    try await withRestarts(respond: late.respond) { restarting, _ in
      let (_, heard) = try await stop(restarting, late)
      try await restarting.run { gallery in
        var events = try await gallery.events(after: heard.last?.id)
        let first = try await events.event()
        #expect(first.name == "missed")
        let missed = try JSONDecoder().decode(Missed.self, from: first.data).topics
        #expect(missed == ["loads", "models", "network"])
        #expect(try await events.wholeBatch().flatMap(\.members).map(\.index) == [1])
      }
    }
  }

  @Test(
    "An event that nobody knows is answered with what is missed: all of it",
    arguments: ["900", "x-1-y.1", "☃"]
  )
  func unknown(_ name: String) async throws {
    try await withRestarts(respond: Script.photo) { restarting, _ in
      try await restarting.run { gallery in
        var events = EventReader(
          try await gallery.open("/api/events?topics=photos,models", fields: ["Last-Event-ID": name])
        )
        let first = try await events.event()
        #expect(first.name == "missed")
        #expect(try JSONDecoder().decode(Missed.self, from: first.data).topics == ["models", "photos"])
        let id = try await gallery.startBatch(["/photo/1"])
        #expect(try await events.wholeBatch().allSatisfy { $0.batch == id })
      }
    }
  }

  @Test("One who asks for a batch hears of that alone, from its beginning, whenever it comes")
  func ofOne() async throws {
    let late = LatePhotos()
    try await withRestarts(respond: late.respond) { restarting, _ in
      try await restarting.run { gallery in
        let id = try await gallery.startBatch(["/photo/1", "/late/1"])
        var early = try await gallery.events(batch: id)
        while try BatchNews(try await early.event()).members.isEmpty {}
        let other = try await gallery.startBatch(["/photo/2"])
        var ofOther = try await gallery.events(batch: other)
        #expect(try await ofOther.wholeBatch().last?.end?.succeeded == 1)
        #expect(try await gallery.send("DELETE", "/api/photos/\(id)").status == 204)
        var afterEnd = try await gallery.events(batch: id)
        for news in [try await early.wholeBatch(), try await afterEnd.wholeBatch()] {
          #expect(news.allSatisfy { $0.batch == id } && news.last?.end?.cancelled == 1)
        }
      }
    }
  }

  @Test("A batch that there is not is no stream that is silent for ever")
  func noBatch() async throws {
    try await withRestarts(respond: Script.photo) { restarting, _ in
      try await restarting.run { gallery in
        let answer = try await gallery.get("/api/events?batch=nothing")
        #expect(answer.status == 404)
        #expect(try answer.problem().detail.contains("no such batch"))
      }
    }
  }

  @Test("Of a batch with more members than are told again, the end is, and that the rest is to be read")
  func large() async throws {
    try await withRestarts(configure: { $0.photoBase = nil }, respond: Script.photo) { restarting, _ in
      try await restarting.run { gallery in
        let id = try await gallery.startBatch((0..<1500).map { "no address \($0)" })
        var first = try await gallery.events(after: EventID(epoch: "other", number: 1), topics: "photos")
        while try await gallery.batch(id).done == nil { _ = try await first.block() }
        var events = try await gallery.events(batch: id)
        #expect(try await events.event().name == "missed")
        let news = try await events.wholeBatch()
        #expect(news.flatMap(\.members).isEmpty && news.last?.end?.failed == 1500)
      }
    }
  }
}
