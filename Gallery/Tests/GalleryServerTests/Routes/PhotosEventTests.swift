import ErrandsUpstream
import Testing

@Suite("What is told of a batch of photos", .timeLimit(.minutes(1)))
struct PhotosEventTests {
  @Test("Each member is told once, the progress goes up, and the end comes once and last")
  func order() async throws {
    try await withGallery(respond: Script.photo) { gallery, _ in
      var events = try await gallery.events()
      let paths = (0..<40).map { $0 % 4 == 3 ? "/nothing/\($0)" : "/photo/\($0)" }
      let id = try await gallery.startBatch(paths)
      let news = try await events.wholeBatch()
      #expect(news.flatMap(\.members).map(\.index).sorted() == Array(0..<40))
      #expect(news.flatMap(\.members).count { $0.status == "failed" && $0.error != nil } == 10)
      let settled = news.compactMap { $0.progress?.settled }
      #expect(settled == settled.sorted() && settled.last == 40)
      let end = BatchNews.End(batch: id, succeeded: 30, failed: 10, cancelled: 0, timedOut: false)
      #expect(news.compactMap(\.end) == [end])
      // The next thing that anybody hears is of the next batch.
      let next = try await gallery.startBatch([])
      #expect(try await events.wholeBatch().allSatisfy { $0.batch == next })
    }
  }

  @Test("One who comes back hears what it missed, and nothing twice")
  func resumes() async throws {
    try await withGallery(respond: Script.photo) { gallery, _ in
      var events = try await gallery.events()
      _ = try await gallery.startBatch(["/photo/1", "/nothing"])
      let heard = try await events.wholeBatch()
      var again = try await gallery.events(after: heard.first?.id)
      #expect(try await again.wholeBatch().map(\.id) == heard.dropFirst().map(\.id))
    }
  }

  /// The hub keeps 256 events for those who come back: an event for each would have pushed out everything else.
  @Test("A thousand that fail at once are told in a few events")
  func burst() async throws {
    try await withGallery(configure: { $0.photoBase = nil }, respond: Script.photo) { gallery, upstream in
      var events = try await gallery.events()
      let id = try await gallery.startBatch((0..<1000).map { "no address \($0)" })
      let news = try await events.wholeBatch()
      // How few depends on how fast the machine is; none is pushed out.
      var again = try await gallery.events(after: news.first?.id)
      #expect(try await again.wholeBatch().map(\.id) == news.dropFirst().map(\.id))
      #expect(Set(news.flatMap(\.members).map(\.index)).count == 1000)
      #expect(try await gallery.batch(id).done?.errors.map(\.index) == Array(0..<1000))
      #expect(upstream.requestCount == 0)
    }
  }

  @Test("Two batches at the same time are told apart")
  func two() async throws {
    try await withGallery(respond: Script.photo) { gallery, _ in
      var events = try await gallery.events()
      let ids = [
        try await gallery.startBatch(["/photo/1", "/photo/2"]), try await gallery.startBatch(["/nothing"]),
      ]
      let news = try await events.wholeBatch() + events.wholeBatch()
      for (id, succeeded, failed) in [(ids[0], 2, 0), (ids[1], 0, 1)] {
        let own = news.filter { $0.batch == id }
        let end = BatchNews.End(
          batch: id,
          succeeded: succeeded,
          failed: failed,
          cancelled: 0,
          timedOut: false
        )
        #expect(own.compactMap(\.end) == [end])
        #expect(own.last?.end == end)
      }
    }
  }
}
