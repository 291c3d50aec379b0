import ErrandsTesting
import Testing

@Suite("A record of events", .timeLimit(.minutes(1)))
struct EventsTests {
  @Test("keeps what happened in order")
  func keepsOrder() {
    let events = Events<String>()
    #expect(events.all.isEmpty)
    events.record("started")
    events.record("settled")
    #expect(events.all == ["started", "settled"])
    #expect(events.count == 2)
  }

  @Test("waits until the event with a certain number has happened")
  func waitsForNumber() async throws {
    let events = Events<Int>()
    async let third = events.event(3)
    for number in 10...14 { events.record(number) }
    #expect(try await third == 12)
    #expect(try await events.event(1) == 10)
  }

  @Test("waits for the first event that fulfils a condition, past or to come")
  func waitsForCondition() async throws {
    let events = Events<Int>()
    events.record(1)
    async let even = events.first { $0.isMultiple(of: 2) }
    events.record(3)
    events.record(4)
    events.record(6)
    #expect(try await even == 4)
    #expect(try await events.first { $0 > 2 } == 3)
  }

  @Test("lets a cancelled task go")
  func honoursCancellation() async {
    let events = Events<Int>()
    let waiting = Task { try await events.event(1) }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    events.record(1)
    #expect(events.all == [1])
  }

  @Test("loses nothing that many tasks record at once")
  func losesNothing() async throws {
    let events = Events<Int>()
    await withTaskGroup(of: Void.self) { group in
      for start in stride(from: 0, to: 1_000, by: 100) {
        group.addTask { for number in start..<start + 100 { events.record(number) } }
      }
    }
    #expect(events.all.sorted() == Array(0..<1_000))
  }
}
