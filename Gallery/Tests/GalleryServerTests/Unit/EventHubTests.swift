import ErrandsLoading
import ErrandsTesting
import Foundation
import GalleryConnections
import GalleryJobs
import Testing

@testable import GalleryServer

@Suite("The hub of events", .timeLimit(.minutes(1)))
struct EventHubTests {
  private let hub = EventHub(listenerLimit: 2, epoch: "e")

  /// All that has been handed to a listener, once the hub is finished.
  private func rest(_ events: EventListener) async -> [ServerSentEvent] {
    hub.finish()
    return await events.reduce(into: []) { $0.append($1) }
  }

  private func publish(_ numbers: ClosedRange<Int>) {
    for number in numbers { hub.publish("n", data: "\(number)") }
  }

  @Test("A listener hears at once that the stream is open, and then everything from now on, in order")
  func fromNowOn() async throws {
    publish(1...2)
    let events = try hub.listen()
    publish(3...5)
    let heard = await rest(events)
    #expect(heard.first == .heartbeat)
    #expect(heard.dropFirst().map(\.id?.number) == [3, 4, 5])
    #expect(heard.dropFirst().map(\.text).allSatisfy { $0.contains("event: n\ndata: ") })
  }

  @Test("All who listen hear the same")
  func allHear() async throws {
    let (one, other) = (try hub.listen(), try hub.listen())
    publish(1...3)
    let heard = await rest(one)
    #expect(await rest(other) == heard)
    #expect(heard.count == 4)
  }

  private func after(_ number: UInt64, epoch: String = "e", place: Int64? = nil) -> EventResumption {
    let cursor = place.map { BatchCursor(store: "s", place: $0) }
    return .after(EventID(epoch: epoch, number: number, cursor: cursor))
  }

  @Test("One who comes back hears what it missed, then what is new, nothing twice")
  func resumes() async throws {
    publish(1...5)
    let events = try hub.listen(after(3))
    #expect(events.gap == nil)
    publish(6...6)
    #expect(await rest(events).compactMap(\.id?.number) == [4, 5, 6])
  }

  /// The page stays open while the server is started again, which counts from 1: taken at its word, a page that
  /// saw event 900 of the old server would have missed the first 900 of the new one.
  @Test(
    "One who comes back with an event of another process, or of none, has a gap, and is told what it missed"
  )
  func earlierServer() async throws {
    publish(1...3)
    hub.begin(at: BatchCursor(store: "s", place: 40))
    let gaps: [(EventResumption, Int64?)] = [
      (after(2, epoch: "other", place: 17), 17), (.unknown, nil), (after(4), nil),
    ]
    for (resumption, place) in gaps {
      let events = try hub.listen(resumption)
      #expect(events.gap?.isReturning == true)
      #expect(events.gap?.cursor?.place == place)
    }
    let events = try hub.listen(after(900))
    hub.fill(events, missed: [.loads, .models])
    publish(4...4)
    let heard = await rest(events)
    #expect(heard.map(\.name) == ["", "missed", "n"])
    #expect(heard.compactMap(\.id?.number) == [3, 4], "from there on it goes on")
  }

  @Test("One who was away for long has a gap, and not a part of what it missed")
  func longAway() async throws {
    publish(1...3000)
    #expect(try hub.listen(after(1)).gap != nil)
    let events = try hub.listen(after(2900))
    #expect(events.gap == nil)
    #expect(await rest(events).compactMap(\.id?.number) == Array(2901...3000))
  }

  @Test("A listener that does not keep up is told so once, and then hears what is new")
  func slow() async throws {
    let events = try hub.listen()
    publish(1...3000)
    let heard = await rest(events)
    #expect(heard.map(\.name).count { $0 == "missed" } == 1)
    #expect(heard.first?.name == "missed")
    let numbers = heard.compactMap(\.id?.number)
    let first = try #require(numbers.first)
    #expect(numbers == Array(first...3000), "nothing else is left out")
    #expect(numbers.count <= EventMailbox.countLimit + 1)
  }

  @Test("A listener of one batch hears of no other, but of other topics what it asked for")
  func batch() async throws {
    let events = try hub.listen(topics: [.photos, .models], batch: "a")
    #expect(events.gap?.isReturning == false, "it hears of it from its beginning")
    hub.fill(events, missed: [])
    for batch in ["a", "b"] { hub.publish([EventDraft(name: batch, data: "", topic: .photos, batch: batch)]) }
    publish(1...1)
    hub.publish("model", data: "", topic: .models)
    #expect(await rest(events).map(\.name) == ["", "a", "model"])
  }

  /// Between the look into the store and the first event there is always a moment.
  @Test("What the store has told is told by no event again, however late that comes")
  func floor() async throws {
    hub.begin(at: BatchCursor(store: "s", place: 3))
    let draft = { (place: Int64) in
      EventDraft(name: "p\(place)", data: "", topic: .photos, batch: "a", place: place)
    }
    let events = try hub.listen(batch: "a")
    hub.publish([draft(4)])
    hub.fill(events, missed: [], with: (1...5).map(draft), upTo: BatchCursor(store: "s", place: 5))
    hub.publish([draft(5), draft(6)])
    let heard = await rest(events)
    #expect(heard.map(\.name) == ["", "p1", "p2", "p3", "p4", "p5", "p6"])
    #expect(heard.compactMap(\.id?.cursor?.place) == Array(1...6))
  }

  /// Another server may have told the first of what this one tells as one event, so that it was heard twice.
  @Test(
    "Of an event that tells several things one who has heard some of them is told that it missed something"
  )
  func partlyHeard() async throws {
    let news = { (first: Int64, last: Int64) in
      EventDraft(name: "p\(first)-\(last)", data: "{}", topic: .photos, place: last, first: first)
    }
    let events = try hub.listen(.unknown, topics: [.photos])
    hub.publish([news(3, 7)])
    hub.fill(events, missed: [], with: [], upTo: BatchCursor(store: "s", place: 5))
    hub.publish([news(1, 5), news(4, 6), news(8, 9)])
    #expect(await rest(events).map(\.name) == ["", "missed", "missed", "p8-9"])
  }

  /// Its last event says less of batches than had been told by then: going on after that one's number would leave out
  /// the rest for ever.
  @Test("One who was lost while it was told what it had missed begins with that again")
  func lostWhileFilled() throws {
    hub.begin(at: BatchCursor(store: "s", place: 0))
    hub.publish([EventDraft(name: "p", data: "", topic: .photos, batch: "a", place: 9)])
    #expect(try hub.listen(after(1, place: 5)).gap?.cursor?.place == 5)
    #expect(try hub.listen(after(1, place: 9)).gap == nil)
  }

  @Test("One listener more than allowed is told to come again")
  func tooMany() throws {
    let listeners = [try hub.listen(), try hub.listen()]
    let problem = #expect(throws: Problem.self) { _ = try hub.listen() }
    #expect(problem?.status == 503)
    #expect(problem?.retryAfter != nil)
    #expect(hub.listenerCount == 2)
    withExtendedLifetime(listeners) {}
  }

  /// One client took all places, and every page of everybody else's showed nothing of what happened.
  @Test("One client has a share of the places, and the rest is for others, and for those who are nobody")
  func share() throws {
    let hub = EventHub(listenerLimit: 5, ofOneClient: 2)
    let (one, other) = (client("203.0.113.1"), client("203.0.113.2"))
    var listeners = [try hub.listen(as: one), try hub.listen(as: one)]
    let problem = #expect(throws: Problem.self) { _ = try hub.listen(as: one) }
    #expect(problem?.status == 429)
    #expect(problem?.retryAfter != nil)
    for client in [other, nil, nil] { listeners.append(try hub.listen(as: client)) }
    let full = #expect(throws: Problem.self) { _ = try hub.listen(as: other) }
    #expect(full?.status == 503)
    listeners.removeFirst()
    listeners.append(try hub.listen(as: one))
    #expect(hub.listenerCount == 5)
  }

  private func client(_ address: String) -> ClientAddress? { IPAddress(address).map(ClientAddress.init) }

  @Test("A listener that lets go of its stream makes room for another")
  func letsGo() throws {
    var listeners = [try hub.listen(), try hub.listen()]
    listeners.removeLast()
    #expect(hub.listenerCount == 1)
    listeners.append(try hub.listen())
    #expect(hub.listenerCount == 2)
  }

  @Test("A listener whose task is cancelled makes room for another")
  func cancelled() async throws {
    let opened = Gate()
    let events = try hub.listen()
    let task = Task { for await _ in events { opened.open() } }
    try await opened.wait()
    task.cancel()
    await task.value
    #expect(hub.listenerCount == 0)
  }

  /// Events were handed over under the lock of the hub. To wake a listener's task takes a lock of the system's, which is held
  /// while the task is cancelled and its listener leaves, for which it waited for the lock of the hub: both threads waited for
  /// ever, and on a machine with two processors there was no other that could answer anybody.
  @Test("Listeners are cancelled while events are told, and neither waits for the other")
  func cancelledWhileTold() async throws {
    let hub = EventHub(listenerLimit: .max)
    var tasks: [Task<Void, Never>] = []
    for _ in 0..<2_000 {
      let opened = Gate()
      let events = try hub.listen()
      tasks.append(Task { for await _ in events { opened.open() } })
      try await opened.wait()
    }
    // A thread of its own: where both wait the test's time is still over, which takes one of the pool's.
    Thread.detachNewThread { while hub.listenerCount > 0 { hub.publish("n", data: "1") } }
    for task in tasks { task.cancel() }
    for task in tasks { await task.value }
    #expect(hub.listenerCount == 0)
  }

  @Test("A beat reaches everybody, has no number, and is not kept")
  func beat() async throws {
    let events = try hub.listen()
    hub.beat()
    publish(1...2)
    hub.beat()
    let later = try hub.listen(after(1))
    #expect(await rest(events).map(\.id?.number) == [nil, 1, 2], "one sign of life is enough")
    #expect(await rest(later).map(\.id?.number) == [nil, 2])
  }

  @Test("After its end, the hub takes nobody in, whose stream would never end")
  func finished() async throws {
    let events = try hub.listen()
    #expect(await rest(events) == [.heartbeat])
    #expect(hub.listenerCount == 0)
    #expect(throws: Problem.self) { _ = try hub.listen() }
  }
}
