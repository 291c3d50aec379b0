import ErrandsTesting
import Testing

@testable import Errands

@Suite("An asynchronous sequence of work, within a limit")
struct AsyncSequenceTests {
  private let works = (0..<4).map { _ in ManualWork<Int>() }

  /// A sequence whose elements a test gives, and how many of them have been asked for.
  private struct Source: AsyncSequence, Sendable {
    let asked = Counter()
    let elements = Events<Result<Int?, any Error>>()

    func give(_ numbers: Int...) { for number in numbers { elements.record(.success(number)) } }
    func end() { elements.record(.success(nil)) }

    func makeAsyncIterator() -> Iterator { Iterator(source: self) }

    struct Iterator: AsyncIteratorProtocol {
      let source: Source

      func next() async throws -> Int? {
        try await source.elements.event(source.asked.enter()).get()
      }
    }
  }

  private func errand(_ source: Source, limit: Int) -> Errand<[Int]> {
    let works = works
    return .sequence(source, limit: limit) { works[$0].errand }
  }

  @Test("Values come in the sequence's order, and it is done when the sequence is", .timeLimit(.minutes(1)))
  func order() async throws {
    let source = Source()
    let run = errand(source, limit: 2).run()
    source.give(0, 1)
    try await works[1].callback().succeed(10)
    try await works[0].callback().succeed(0)
    #expect(run.outcome == nil)
    source.end()
    #expect(try await run.value == [0, 10])
  }

  // One element was read ahead of its place, and lay there: an open connection, say.
  @Test("It is asked for no more than there are places", .timeLimit(.minutes(1)))
  func neverAhead() async throws {
    let source = Source()
    source.give(0, 1, 2, 3)
    source.end()
    let run = errand(source, limit: 2).run()
    _ = try await works[1].callback()
    #expect(works.map(\.startCount) == [1, 1, 0, 0])
    try await works[0].callback().succeed(0)
    _ = try await works[2].callback()
    #expect(source.asked.count == 3)
    for work in works.dropFirst() { try await work.callback().succeed(1) }
    #expect(try await run.value == [0, 1, 1, 1])
    #expect(source.asked.count == 5)
  }

  @Test("Errands begin in the sequence's order", .timeLimit(.minutes(1)))
  func beginsInOrder() async throws {
    let (source, begun) = (Source(), Events<Int>())
    source.give(0, 1, 2, 3)
    source.end()
    let run = Errand.sequence(source, limit: 4) { number in
      Errand<Int>.fromCallback { callback in
        begun.record(number)
        callback.succeed(number)
      }
    }.run()
    #expect(try await run.value == [0, 1, 2, 3])
    #expect(begun.all == [0, 1, 2, 3])
  }

  @Test(
    "Where the sequence throws, those in flight are cancelled, and its error is the outcome",
    .timeLimit(.minutes(1))
  )
  func throwing() async throws {
    let source = Source()
    let run = errand(source, limit: 2).run()
    source.give(0)
    _ = try await works[0].callback()
    source.elements.record(.failure(ManualError(number: 3)))
    await #expect(throws: ManualError(number: 3)) { try await run.value }
    #expect(works[0].cancellations.count == 1)
  }

  @Test("One that fails ends it, while the sequence is waited for", .timeLimit(.minutes(1)))
  func failsFast() async throws {
    let source = Source()
    let run = errand(source, limit: 3).run()
    source.give(0, 1)
    _ = try await works[0].callback()
    try await works[1].callback().fail(ManualError(number: 1))
    #expect(run.outcome?.error as? ManualError == ManualError(number: 1))
    #expect(works[0].cancellations.count == 1)
  }

  @Test("Cancelled while a slow sequence is waited for, it settles at once", .timeLimit(.minutes(1)))
  func cancelledWhileReading() async throws {
    try await withLiveObjects { live in
      let probe = live.object("captured")
      let source = Source()
      let works = works
      let run = Errand.sequence(source, limit: 2) { number in
        works[number].errand.map { value in withExtendedLifetime(probe) { value } }
      }.run()
      source.give(0)
      _ = try await works[0].callback()
      run.cancel()
      #expect(run.outcome?.label == "cancelled")
      #expect(works[0].cancellations.count == 1)
    }
  }

  @Test("Cancelled while a place is waited for, no more is read", .timeLimit(.minutes(1)))
  func cancelledWhileFull() async throws {
    let source = Source()
    source.give(0, 1)
    let run = errand(source, limit: 1).run()
    _ = try await works[0].callback()
    run.cancel()
    #expect(run.outcome?.label == "cancelled")
    #expect(source.asked.count == 1)
    #expect(works[1].startCount == 0)
  }

  @Test("The limit is never exceeded", .timeLimit(.minutes(1)), arguments: [0, 1, 4])
  func limit(limit: Int) async throws {
    let counter = Counter()
    let numbers = AsyncStream { continuation in
      for number in 0..<200 { continuation.yield(number) }
      continuation.finish()
    }
    let values = try await Errand.sequence(numbers, limit: limit) { number in
      Errand {
        counter.enter()
        await Task.yield()
        counter.leave()
        return number
      }
    }.value()
    #expect(values == Array(0..<200))
    #expect(counter.peak <= max(1, limit))
  }

  @Test("Of nothing it is done", .timeLimit(.minutes(1)))
  func empty() async throws {
    let source = Source()
    source.end()
    #expect(try await errand(source, limit: 2).value() == [])
  }
}
