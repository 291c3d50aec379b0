import Dispatch
import ErrandsTesting
import Foundation
import Testing

@testable import Errands

@Suite("A sequence of work, within a limit")
struct SequenceTests {
  /// Work number so and so, which is in flight until its gate opens.
  private struct Stage: Sendable {
    let begun = Events<Int>()
    let counter = Counter()
    let gates: [Gate]

    init(_ count: Int) {
      gates = (0..<count).map { _ in Gate() }
    }

    func work(_ number: Int) -> Errand<Int> {
      Errand {
        counter.enter()
        defer { counter.leave() }
        begun.record(number)
        try await gates[number].wait()
        return number * 10
      }
    }
  }

  @Test("Values come in the sequence's order, whichever is done first", .timeLimit(.minutes(1)))
  func order() async throws {
    let stage = Stage(3)
    let run = Errand.sequence(0..<3, limit: 3) { stage.work($0) }.run()
    _ = try await stage.begun.event(3)
    for gate in stage.gates.reversed() { gate.open() }
    #expect(try await run.value == [0, 10, 20])
  }

  @Test("It is read as places become free, and never ahead", .timeLimit(.minutes(1)))
  func lazy() async throws {
    let stage = Stage(5)
    let read = Counter()
    let errand = Errand.sequence(Array(0..<5), limit: 2) { number in
      read.enter()
      return stage.work(number)
    }
    #expect(read.count == 0)
    let run = errand.run()
    _ = try await stage.begun.event(2)
    for done in 0..<3 {
      #expect(read.count == done + 2)
      stage.gates[done].open()
      _ = try await stage.begun.event(done + 3)
    }
    #expect(Set(stage.begun.all) == [0, 1, 2, 3, 4])
    stage.gates[3].open()
    stage.gates[4].open()
    #expect(try await run.value.count == 5)
    #expect(stage.counter.peak == 2)
  }

  // Two lanes that each looked for room and then took it were three in flight.
  @Test("The limit is never exceeded, and is used", .timeLimit(.minutes(1)), arguments: [1, 2, 7])
  func limit(limit: Int) async throws {
    let counter = Counter()
    let count = Sizes.raceRounds
    let values = try await Errand.sequence(0..<count, limit: limit) { number in
      Errand {
        counter.enter()
        await Task.yield()
        counter.leave()
        return number
      }
    }.value()
    #expect(values == Array(0..<count))
    #expect(counter.peak <= limit)
    #expect(counter.count == count)
    let stage = Stage(limit + 1)
    let full = Errand.sequence(0...limit, limit: limit) { stage.work($0) }.run()
    _ = try await stage.begun.event(limit)
    #expect(stage.counter.inside == limit)
    full.cancel()
  }

  @Test(
    "Less than one counts as one: one after the other, in order",
    .timeLimit(.minutes(1)),
    arguments: [-3, 0, 1]
  )
  func oneByOne(limit: Int) async throws {
    let (counter, begun) = (Counter(), Events<Int>())
    let values = try await Errand.sequence(0..<20, limit: limit) { number in
      Errand {
        counter.enter()
        begun.record(number)
        await Task.yield()
        counter.leave()
        return number
      }
    }.value()
    #expect(values == Array(0..<20))
    #expect(begun.all == values)
    #expect(counter.peak == 1)
  }

  @Test("Of nothing it is done", .timeLimit(.minutes(1)))
  func empty() async throws {
    let values = try await Errand.sequence([Int](), limit: 4) { Errand.success($0) }.value()
    #expect(values == [])
  }

  @Test("Running it twice reads the sequence twice", .timeLimit(.minutes(1)))
  func cold() async throws {
    let made = Counter()
    let errand = Errand.sequence(1...3, limit: 2) { number in
      made.enter()
      return Errand.success(number)
    }
    #expect(made.count == 0)
    #expect(try await errand.value() == [1, 2, 3])
    #expect(try await errand.value() == [1, 2, 3])
    #expect(made.count == 6)
  }

  @Test("Progress counts those that are done; at the end the total is known", .timeLimit(.minutes(1)))
  func progress() async throws {
    let stage = Stage(3)
    let listener = Style.delegate.listen(
      to: Errand.sequence(0..<3, limit: 1) { stage.work($0) }.map(\.count),
      on: .immediate
    )
    for gate in stage.gates { gate.open() }
    #expect(try await listener.outcome().label == "value 3")
    #expect(
      listener.labels == ["progress 1/?", "progress 2/?", "progress 3/?", "progress 3/3", "value 3"]
    )
  }

  @Test("Its members are on behalf of the whole in the trace", .timeLimit(.minutes(1)))
  func trace() async throws {
    let log = TraceLog(of: "member")
    let run = Errand.sequence(0..<1, limit: 1) { number in Errand("member") { number } }.run()
    #expect(try await run.value == [0])
    #expect(log.labels == ["made for \(run.id)", "started", "settled succeeded"])
  }

  private static let moreThanProcessors = 2 * ProcessInfo.processInfo.activeProcessorCount

  // Two iterators that waited for a line of input stopped every task of a process on two processors.
  @Test("An iterator that blocks keeps nobody's task waiting", .timeLimit(.minutes(1)))
  func blockingIterator() async throws {
    let lines = Lines()
    let runs = (0..<Self.moreThanProcessors).map { _ in
      Errand.sequence(lines, limit: 1) { Errand.success($0) }.run()
    }
    await Task { for _ in runs { lines.arrived.signal() } }.value
    for run in runs { #expect(try await run.value == [7]) }
  }

  /// One line, which comes when it comes.
  private struct Lines: Sequence, Sendable {
    let arrived = DispatchSemaphore(value: 0)

    func makeIterator() -> AnyIterator<Int> {
      var isRead = false
      return AnyIterator {
        if isRead { return nil }
        arrived.wait()
        isRead = true
        return 7
      }
    }
  }

  @Test("Errands that never suspend let others on their thread", .timeLimit(.minutes(1)))
  func neverSuspending() async throws {
    let isOver = Lock(false)
    let errand = Errand.sequence(0..<Int.max, limit: 1) { _ in
      Errand { if isOver.withLock({ $0 }) { throw ManualError() } }
    }
    let runs = (0..<Self.moreThanProcessors).map { _ in errand.run() }
    await Task { isOver.withLock { $0 = true } }.value
    for run in runs { await #expect(throws: ManualError.self) { try await run.value } }
  }

  @Test("One that cancels its own task leaves those behind it alone", .timeLimit(.minutes(1)))
  func cancelsItself() async throws {
    let values = try await Errand.sequence(0..<4, limit: 1) { number in
      Errand {
        if number == 1 { withUnsafeCurrentTask { $0?.cancel() } }
        return Task.isCancelled
      }
    }.value()
    #expect(values == [false, true, false, false])
  }

  @Test("Ten thousand: never more alive than are in flight", .timeLimit(.minutes(1)))
  func flat() async throws {
    try await withLiveObjects { live in
      let most = Events<Int>()
      let sum = try await Errand.sequence(0..<Sizes.chain / 10, limit: 4) { number in
        let probe = live.object("member")
        return Errand {
          if live.count > 8 { most.record(live.count) }
          return withExtendedLifetime(probe) { 1 }
        }
      }.map { $0.reduce(0, +) }.value()
      #expect(sum == Sizes.chain / 10)
      #expect(most.all == [])
    }
  }
}
