import Dispatch
import ErrandsTesting
import Foundation
import GalleryJobs
import Testing

@Suite("The photo manager", .timeLimit(.minutes(1)))
struct PhotoManagerTests {
  private static let url = URL(filePath: "/photo.jpg")

  private func photo(_ index: Int) -> Photo {
    Photo(index: index, url: Self.url, path: "photo \(index).jpg", bytes: index)
  }

  @Test("Holds what was added, in order, and whoever reads after an addition finds it")
  func order() {
    let manager = PhotoManager()
    #expect(manager.photos.isEmpty)
    for index in 0..<10 {
      manager.add(photo(index))
      #expect(manager.photos.last?.index == index)
    }
    #expect(manager.photos.map(\.index) == Array(0..<10))
    #expect(manager.count == 10)
  }

  /// Without the barrier, an addition that met a reading crashed the app, or lost a photo.
  @Test("Many write and read at once: no addition is lost, no reading is torn")
  func concurrent() {
    let manager = PhotoManager()
    let torn = Events<[Photo]>()
    DispatchQueue.concurrentPerform(iterations: 8) { worker in
      for index in 0..<200 {
        if worker < 4 {
          manager.add(photo(worker * 200 + index))
        } else {
          let photos = manager.photos
          let isWhole = photos.allSatisfy { $0.bytes == $0.index && $0.path == "photo \($0.index).jpg" }
          if !isWhole || manager.count < photos.count { torn.record(photos) }
        }
      }
    }
    #expect(torn.all.isEmpty)
    #expect(manager.photos.map(\.index).sorted() == Array(0..<800))
    for worker in 0..<4 {
      let own = manager.photos.map(\.index).filter { $0 / 200 == worker }
      #expect(own == own.sorted(), "what one thread adds stays in its order")
    }
  }

  @Test("Tells each observer of each addition, in the order in which they are held")
  func observers() async throws {
    let manager = PhotoManager()
    manager.add(photo(1000))
    let (first, second) = (Events<Int>(), Events<Int>())
    let observations = [first, second].map { events in manager.observe { events.record($0.index) } }
    DispatchQueue.global().async {
      DispatchQueue.concurrentPerform(iterations: 100) { manager.add(self.photo($0)) }
    }
    _ = try await first.event(100)
    _ = try await second.event(100)
    #expect(first.all == manager.photos.dropFirst().map(\.index))
    #expect(second.all == first.all)
    withExtendedLifetime(observations) {}
  }

  @Test("An observer may read, and add")
  func reentrant() async throws {
    let manager = PhotoManager()
    let counts = Events<Int>()
    let observation = manager.observe { [weak manager] photo in
      if photo.index == 0 { manager?.add(self.photo(1)) }
      counts.record(manager?.count ?? 0)
    }
    manager.add(photo(0))
    #expect(try await counts.event(2) == 2)
    withExtendedLifetime(observation) {}
  }

  @Test("An observation that is let go of is the observer's end")
  func letGo() async throws {
    let manager = PhotoManager()
    let live = LiveObjects()
    let (gone, held) = (Events<Int>(), Events<Int>())
    var observation: PhotoManager.Observation? = manager.observe { [probe = live.object("observer")] photo in
      _ = probe
      gone.record(photo.index)
    }
    let other = manager.observe { held.record($0.index) }
    manager.add(photo(0))
    _ = try await held.event(1)
    _ = try await gone.event(1)
    #expect(observation != nil)
    observation = nil
    try await live.allGone()
    manager.add(photo(1))
    _ = try await held.event(2)
    #expect(gone.all == [0])
    withExtendedLifetime(other) {}
  }

  @Test("A manager that is gone leaves nothing behind")
  func managerGone() async throws {
    let live = LiveObjects()
    var manager: PhotoManager? = PhotoManager()
    let observation = manager?.observe { [probe = live.object("observer")] _ in _ = probe }
    manager?.add(photo(0))
    manager = nil
    try await live.allGone()
    withExtendedLifetime(observation) {}
  }
}
