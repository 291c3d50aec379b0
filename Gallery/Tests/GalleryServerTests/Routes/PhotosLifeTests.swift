import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

@Suite("A batch of photos, cancelled, refused and left", .timeLimit(.minutes(1)))
struct PhotosLifeTests {
  @Test("One that is cancelled ends with what it has; cancelling again changes nothing")
  func cancelled() async throws {
    try await withGallery(respond: Script.photo) { gallery, upstream in
      var events = try await gallery.events()
      let id = try await gallery.startBatch(["/photo/1", "/stall/1", "/stall/2"])
      _ = try await upstream.request(3)
      while try BatchNews(try await events.event()).members.isEmpty {}
      #expect(try await gallery.send("DELETE", "/api/photos/\(id)").status == 204)
      let batch = try await gallery.endOfBatch(id, &events)
      #expect(batch.members.map(\.status) == ["succeeded", "cancelled", "cancelled"])
      let done = try #require(batch.done)
      #expect((done.succeeded, done.cancelled, done.timedOut) == (1, 2, false))
      try await upstream.earlyCloses(atLeast: 2)
      #expect(try await gallery.send("DELETE", "/api/photos/\(id)").status == 204)
      #expect(try await gallery.batch(id).members == batch.members)
    }
  }

  @Test("When the time for all is over, those that are missing are cancelled")
  func timeLimit() async throws {
    try await withGallery(respond: Script.photo) { gallery, upstream in
      var events = try await gallery.events()
      let id = try await gallery.startBatch(["/stall/1", "/stall/2"], options: #","timeLimit":0.05"#)
      let batch = try await gallery.endOfBatch(id, &events)
      #expect(batch.done?.timedOut == true)
      #expect(batch.done?.cancelled == 2)
    }
  }

  /// `send` closes its connection, as a page that is left does.
  @Test("It does not end with the connection that ordered it")
  func connectionLeft() async throws {
    let gate = Gate()
    try await withGallery(respond: { _ in
      try await gate.wait()
      return .photo
    }) { gallery, upstream in
      var events = try await gallery.events()
      let id = try await gallery.startBatch(["/photo/1", "/photo/2"])
      _ = try await upstream.request(2)
      gate.open()
      #expect(try await gallery.endOfBatch(id, &events).done?.succeeded == 2)
    }
  }

  @Test("More at once than allowed are told to come again, until one has ended")
  func tooMany() async throws {
    try await withGallery(configure: { $0.batchLimit = 1 }, respond: Script.photo) { gallery, _ in
      var events = try await gallery.events()
      let id = try await gallery.startBatch(["/stall/1"])
      let refused = try await gallery.send("POST", "/api/photos", body: #"{"urls":["/photo/1"]}"#)
      #expect(refused.status == 429)
      #expect(refused.fields["Retry-After"] == "5")
      #expect(try refused.problem().detail.contains("cancel one"))
      _ = try await gallery.send("DELETE", "/api/photos/\(id)")
      _ = try await events.wholeBatch()
      for _ in 0..<3 {
        _ = try await gallery.startBatch(["/photo/1"])
        _ = try await events.wholeBatch()
      }
    }
  }

  @Test("A server that ends ends the loads of its batches, down to the upstream")
  func serverEnds() async throws {
    try await withGallery(respond: Script.photo) { gallery, upstream in
      _ = try await gallery.startBatch(["/stall/1", "/stall/2"])
      _ = try await upstream.request(2)
      gallery.serving.cancel()
      _ = await gallery.serving.result
      try await upstream.earlyCloses(atLeast: 2)
    }
  }

  @Test("Those that have ended are kept, the latest 32 of them")
  func kept() async throws {
    try await withGallery(respond: Script.photo) { gallery, _ in
      var events = try await gallery.events()
      var batches: [String] = []
      for _ in 0..<33 {
        batches.append(try await gallery.startBatch([]))
        _ = try await events.wholeBatch()
      }
      #expect(try await gallery.get("/api/photos/\(batches[0])").status == 404)
      #expect(try await gallery.get("/api/photos/\(batches[1])").status == 200)
      #expect(try await gallery.get("/api/photos/\(batches[32])").status == 200)
    }
  }
}
