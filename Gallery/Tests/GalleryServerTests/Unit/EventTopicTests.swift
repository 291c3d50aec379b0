import ErrandsTesting
import GalleryJobs
import Testing

@testable import GalleryServer

@Suite("Topics of events", .timeLimit(.minutes(1)))
struct EventTopicTests {
  private let clock = WallClock(clock: VirtualClock())

  @Test("A list of names is a set of topics")
  func names() throws {
    #expect(try Set(names: "clock") == [EventTopic.clock])
    #expect(try Set(names: "photos,loads,photos") == [EventTopic.photos, .loads])
  }

  @Test("A listener hears of its topics only, also of what it missed")
  func chosen() async throws {
    let hub = EventHub(listenerLimit: 4, clock: clock, epoch: "e")
    hub.publish("load", data: "1", topic: .loads)
    hub.publish("model", data: "2", topic: .models)
    let events = try hub.listen(.after(EventID(epoch: "e", number: 1)), topics: [.models])
    hub.publish("photo", data: "3", topic: .photos)
    hub.publish("model", data: "4", topic: .models)
    hub.finish()
    let heard = await events.reduce(into: []) { $0.append($1.name) }
    #expect(heard == ["", "model", "model"])
  }

  @Test("A listener that leaves watches the clock no longer")
  func leaves() async throws {
    let hub = EventHub(listenerLimit: 4, clock: clock)
    var events: EventListener? = try hub.listen(topics: [.clock])
    #expect(clock.isWatched)
    withExtendedLifetime(events) {}
    events = nil
    #expect(!clock.isWatched)
    #expect(hub.listenerCount == 0)
  }

  @Test("The end of the hub is the end of all watching")
  func finished() throws {
    let hub = EventHub(listenerLimit: 4, clock: clock)
    let events = try hub.listen()
    #expect(clock.isWatched)
    hub.finish()
    #expect(!clock.isWatched)
    withExtendedLifetime(events) {}
  }

  @Test("One who is refused does not watch")
  func refused() throws {
    let hub = EventHub(listenerLimit: 0, clock: clock)
    #expect(throws: Problem.self) { try hub.listen() }
    #expect(!clock.isWatched)
  }
}
