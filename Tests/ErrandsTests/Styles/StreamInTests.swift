import ErrandsTesting
import Testing

@testable import Errands

@Suite("Style: an asynchronous sequence in")
struct StreamInTests {
  @Test("The first element, the last, or all of them", .timeLimit(.minutes(1)))
  func elements() async throws {
    #expect(try await Errand<Int>.first(of: Self.numbers(3)).value() == 1)
    #expect(try await Errand<Int>.last(of: Self.numbers(3)).value() == 3)
    #expect(try await Errand<[Int]>.collecting(Self.numbers(3)).value() == [1, 2, 3])
    #expect(try await Errand<[Int]>.collecting(Self.numbers(0)).value() == [])
  }

  @Test("An empty sequence fails where an element was asked for", .timeLimit(.minutes(1)))
  func empty() async throws {
    await #expect(throws: EmptySequenceError()) { try await Errand<Int>.first(of: Self.numbers(0)).value() }
    await #expect(throws: EmptySequenceError()) { try await Errand<Int>.last(of: Self.numbers(0)).value() }
    #expect(EmptySequenceError().description == "The sequence ended without an element.")
  }

  @Test("Collecting counts the elements", .timeLimit(.minutes(1)))
  func progress() async throws {
    let listener = Style.stream.listen(to: Errand<[Int]>.collecting(Self.numbers(5)))
    _ = try await listener.outcome()
    #expect(listener.labels.suffix(2) == ["progress 5/?", "value [1, 2, 3, 4, 5]"])
  }

  @Test("What the sequence throws is the outcome", .timeLimit(.minutes(1)))
  func throwing() async throws {
    let sequence = AsyncThrowingStream<Int, any Error> { $0.finish(throwing: ManualError(number: 5)) }
    await #expect(throws: ManualError(number: 5)) { try await Errand<Int>.last(of: sequence).value() }
  }

  @Test("The first element suffices: the sequence need not end", .timeLimit(.minutes(1)))
  func endless() async throws {
    let sequence = AsyncStream<Int> { $0.yield(1) }
    #expect(try await Errand<Int>.first(of: sequence).value() == 1)
  }

  // A cancelled AsyncStream just ends: half a list passed for the whole.
  @Test("Cancelling ends the sequence and is not mistaken for its end", .timeLimit(.minutes(1)))
  func cancelled() async throws {
    let sequence = AsyncStream<Int> { $0.yield(1) }
    let errand = Errand<[Int]>.collecting(sequence)
    let log = TraceLog(of: errand.name)
    let listener = Style.stream.listen(to: errand)
    _ = try await listener.heard.event(1)
    listener.cancel()
    #expect(try await listener.outcome().label == "cancelled")
    let late = try await log.events.first { $0.kind.label.hasPrefix("late") }
    #expect(late.kind.label == "late cancelled")
  }

  private static func numbers(_ count: Int) -> AsyncStream<Int> {
    AsyncStream { continuation in
      for number in 0..<count { continuation.yield(number + 1) }
      continuation.finish()
    }
  }
}
