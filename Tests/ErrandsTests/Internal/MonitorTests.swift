import Errands
import ErrandsTesting
import Testing

@Suite("A monitor", .timeLimit(.minutes(1)))
struct MonitorTests {
  /// Were the condition looked at only when the waiting task runs again, a state that lasts for an instant
  /// would be missed: "no connection is open" is true between two connections of a busy server, and would not
  /// be seen.
  @Test("does not miss a state that lasts for an instant")
  func seesInstant() async throws {
    let number = Monitor(0)
    let looks = Events<Int>()
    let waiting = Task {
      try await number.first { value in
        looks.record(value)
        return value == 7 ? "seven" : nil
      }
    }
    #expect(try await looks.event(1) == 0)
    for value in 1...9 { number.update { $0 = value } }
    #expect(try await waiting.value == "seven")
    #expect(looks.all == Array(0...7))
    #expect(number.read { $0 } == 9)
  }

  @Test("forgets a waiter that was cancelled")
  func forgetsCancelled() async throws {
    let number = Monitor(0)
    let looks = Events<Int>()
    let waiting = Task {
      try await number.wait { value in
        looks.record(value)
        return value == 2
      }
    }
    _ = try await looks.event(1)
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    number.update { $0 = 1 }
    #expect(looks.all == [0])
  }

  @Test("wakes in one change all whose condition it fulfils, and gives back what the change gives")
  func wakesAll() async throws {
    let number = Monitor(0)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for bound in 1...5 { group.addTask { try await number.wait { $0 >= bound } } }
      let doubled = number.update { value in
        value = 5
        return value * 2
      }
      #expect(doubled == 10)
      try await group.waitForAll()
    }
  }
}
