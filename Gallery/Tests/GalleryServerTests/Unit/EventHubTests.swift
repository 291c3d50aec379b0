import ErrandsLoading
import ErrandsTesting
import GalleryConnections
import Testing

@testable import GalleryServer

@Suite("The hub of events", .timeLimit(.minutes(1)))
struct EventHubTests {
  private let hub = EventHub(listenerLimit: 2)

  /// All that has been handed to a listener, once the hub is finished.
  private func rest(_ events: AsyncStream<ServerSentEvent>) async -> [ServerSentEvent] {
    hub.finish()
    return await events.reduce(into: []) { $0.append($1) }
  }

  private func publish(_ numbers: ClosedRange<Int>) {
    for number in numbers { hub.publish("n", data: "\(number)") }
  }

  @Test("A listener hears at once that the stream is open, and then everything from now on, in order")
  func fromNowOn() async throws {
    publish(1...2)
    let events = try hub.listen(after: nil)
    publish(3...5)
    let heard = await rest(events)
    #expect(heard.first == .heartbeat)
    #expect(heard.dropFirst().map(\.id) == [3, 4, 5])
    #expect(heard.dropFirst().map(\.data) == ["3", "4", "5"])
  }

  @Test("All who listen hear the same")
  func allHear() async throws {
    let (one, other) = (try hub.listen(after: nil), try hub.listen(after: nil))
    publish(1...3)
    let heard = await rest(one)
    #expect(await rest(other) == heard)
    #expect(heard.count == 4)
  }

  @Test("One who comes back hears what it missed, then what is new, nothing twice")
  func resumes() async throws {
    publish(1...5)
    let events = try hub.listen(after: 3)
    publish(6...6)
    #expect(await rest(events).compactMap(\.id) == [4, 5, 6])
  }

  /// The page stays open while the server is started again, which counts from 1: taken at its word, a page that
  /// saw event 900 of the old server would have missed the first 900 of the new one.
  @Test("One who comes back with a number of an earlier server hears all that this one has")
  func earlierServer() async throws {
    publish(1...3)
    #expect(await rest(try hub.listen(after: 900)).compactMap(\.id) == [1, 2, 3])
  }

  @Test("One who was away for long hears the latest that are kept")
  func longAway() async throws {
    publish(1...1000)
    let heard = await rest(try hub.listen(after: 1)).compactMap(\.id)
    #expect(heard == Array(745...1000))
  }

  @Test("A listener that does not keep up loses only the oldest")
  func slow() async throws {
    let events = try hub.listen(after: nil)
    publish(1...300)
    #expect(await rest(events).map(\.id) == Array(45...300))
  }

  @Test("One listener more than allowed is told to come again")
  func tooMany() throws {
    let listeners = [try hub.listen(after: nil), try hub.listen(after: nil)]
    let problem = #expect(throws: Problem.self) { _ = try hub.listen(after: nil) }
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
    var listeners = [try hub.listen(after: nil, as: one), try hub.listen(after: nil, as: one)]
    let problem = #expect(throws: Problem.self) { _ = try hub.listen(after: nil, as: one) }
    #expect(problem?.status == 429)
    #expect(problem?.retryAfter != nil)
    for client in [other, nil, nil] { listeners.append(try hub.listen(after: nil, as: client)) }
    let full = #expect(throws: Problem.self) { _ = try hub.listen(after: nil, as: other) }
    #expect(full?.status == 503)
    listeners.removeFirst()
    listeners.append(try hub.listen(after: nil, as: one))
    #expect(hub.listenerCount == 5)
  }

  private func client(_ address: String) -> ClientAddress? { IPAddress(address).map(ClientAddress.init) }

  @Test("A listener that lets go of its stream makes room for another")
  func letsGo() throws {
    var listeners = [try hub.listen(after: nil), try hub.listen(after: nil)]
    listeners.removeLast()
    #expect(hub.listenerCount == 1)
    listeners.append(try hub.listen(after: nil))
    #expect(hub.listenerCount == 2)
  }

  @Test("A listener whose task is cancelled makes room for another")
  func cancelled() async throws {
    let opened = Gate()
    let events = try hub.listen(after: nil)
    let task = Task { for await _ in events { opened.open() } }
    try await opened.wait()
    task.cancel()
    await task.value
    #expect(hub.listenerCount == 0)
  }

  @Test("A beat reaches everybody, has no number, and is not kept")
  func beat() async throws {
    let events = try hub.listen(after: nil)
    hub.beat()
    publish(1...1)
    let later = try hub.listen(after: 0)
    #expect(await rest(events).map(\.id) == [nil, nil, 1])
    #expect(await rest(later).map(\.id) == [nil, 1])
  }

  @Test("After its end, the hub takes nobody in, whose stream would never end")
  func finished() async throws {
    let events = try hub.listen(after: nil)
    #expect(await rest(events) == [.heartbeat])
    #expect(hub.listenerCount == 0)
    #expect(throws: Problem.self) { _ = try hub.listen(after: nil) }
  }
}
