import Dispatch
import ErrandsTesting
import Testing

@testable import Errands

// A sequence believed whoever gave it the elements: room was made for as many as were promised, the iterator
// was called under a lock on a thread of the cooperative pool, and errands that were settled already never
// let anybody else have that thread.
@Suite("A sequence trusts nobody's elements")
struct SequenceStrangersTests {
  @Test("As many elements as there are numbers, and an early failure")
  func endless() async {
    await #expect(processExitsWith: .success) {
      Watchdog.start()
      for limit in [1, 8, Int.max] {
        let outcome = await Errand<[Int]>.sequence(0..<Int.max, limit: limit) { number in
          number < 3 ? .success(number) : .failure(ManualError(number: number))
        }.outcome()
        let error = outcome.error as? ManualError
        #expect(error != nil)
      }
    }
  }

  /// Says that there are many more than there are.
  struct Liar: Sequence, IteratorProtocol, Sendable {
    var underestimatedCount: Int { Int.max / 2 }
    var left = 3

    mutating func next() -> Int? {
      guard left > 0 else { return nil }
      defer { left -= 1 }
      return left
    }
  }

  /// The same, as a collection.
  struct LyingCollection: Collection, Sendable {
    let startIndex = 0
    let endIndex = 3
    var underestimatedCount: Int { Int.max / 2 }
    var count: Int { Int.max / 2 }

    func index(after index: Int) -> Int { index + 1 }
    subscript(index: Int) -> Int { 3 - index }
  }

  @Test("Elements that promise more than they have")
  func lying() async {
    await #expect(processExitsWith: .success) {
      Watchdog.start()
      let plain = try await Errand<[Int]>.sequence(Liar(), limit: 2) { .success($0) }.value()
      #expect(plain == [3, 2, 1])
      let collection = try await Errand<[Int]>.sequence(LyingCollection(), limit: 2) { .success($0) }.value()
      #expect(collection == [3, 2, 1])
    }
  }

  @Test("Errands that are settled already let other tasks go on")
  func yielding() async {
    await #expect(processExitsWith: .success) {
      Watchdog.start()
      // More than there are threads in the pool.
      let runs = (0..<64).map { _ in
        Errand<[Void]>.sequence(0..<Int.max, limit: 2) { _ in .success(()) }.run()
      }
      let value = try await Errand { 7 }.value()
      #expect(value == 7)
      for run in runs { run.cancel() }
    }
  }

  /// Elements for which one has to wait.
  struct Slow: Sequence, IteratorProtocol, Sendable {
    let entered: Events<Int>
    let released: DispatchSemaphore
    var isRead = false

    mutating func next() -> Int? {
      if isRead { return nil }
      isRead = true
      entered.record(1)
      released.wait()
      return 7
    }
  }

  @Test("Iterators that block hold up their own sequences only")
  func blocking() async {
    await #expect(processExitsWith: .success) {
      Watchdog.start()
      let (entered, released) = (Events<Int>(), DispatchSemaphore(value: 0))
      // More than there are threads in the pool.
      let runs = (0..<64).map { _ in
        let elements = Slow(entered: entered, released: released)
        return Errand<[Int]>.sequence(elements, limit: 2) { .success($0) }.run()
      }
      _ = try await entered.event(64)
      let others = try await Errand<[Int]>.sequence([1, 2, 3], limit: 2) { number in Errand { number } }
        .value()
      #expect(others == [1, 2, 3])
      for _ in runs { released.signal() }
      for run in runs {
        let values = try await run.value
        #expect(values == [7])
      }
    }
  }

  /// Elements whose iterator does something by the way.
  struct Meddling: Sequence, IteratorProtocol, Sendable {
    let meddle: @Sendable (Int) -> Void
    var count = 0

    mutating func next() -> Int? {
      count += 1
      meddle(count)
      return count
    }
  }

  @Test("An iterator may cancel the run that reads it, and begin others")
  func meddlingIterator() async {
    await #expect(processExitsWith: .success) {
      Watchdog.start()
      let (kept, heard) = (Kept<Run<[Int]>>(), Events<String>())
      let begun = Gate()
      let errand = Errand<[Int]>.sequence(
        Meddling { count in
          if count == 2 {
            Errand.all([.success(1), .success(2)]).run(on: .immediate) { heard.record($0.label) }
          }
          if count == 3 { kept.take()?.cancel() }
        },
        limit: 1
      ) { number in
        Errand {
          try await begun.wait()
          return number
        }
      }
      let run = errand.run()
      kept.set(run)
      begun.open()
      let outcome = await Result<[Int], any Error>.of { try await run.value }
      #expect(outcome.label == "cancelled")
      let all = heard.all
      #expect(all == ["value [1, 2]"])
    }
  }

  @Test("The closure that makes the errands may cancel the run, and begin others")
  func meddlingClosure() async {
    await #expect(processExitsWith: .success) {
      Watchdog.start()
      let (kept, heard) = (Kept<Run<[Int]>>(), Events<String>())
      let begun = Gate()
      let errand = Errand<[Int]>.sequence(0..<Int.max, limit: 2) { number in
        if number == 2 { Errand.success(7).run(on: .immediate) { heard.record($0.label) } }
        if number == 3 { kept.take()?.cancel() }
        return Errand {
          try await begun.wait()
          return number
        }
      }
      let run = errand.run()
      kept.set(run)
      begun.open()
      let outcome = await Result<[Int], any Error>.of { try await run.value }
      #expect(outcome.label == "cancelled")
      let all = heard.all
      #expect(all == ["value 7"])
    }
  }

  @Test("An errand that cancels its own task cancels nobody behind it", arguments: [1, 2])
  func ownTask(limit: Int) async throws {
    let values = try await Errand<[Int]>.sequence(0..<20, limit: limit) { number in
      Errand {
        if number % 5 == 0 {
          withUnsafeCurrentTask { $0?.cancel() }
        } else {
          try Task.checkCancellation()
        }
        return number
      }
    }.value()
    #expect(values == Array(0..<20))
  }
}

extension Result where Failure == any Error {
  fileprivate static func of(_ body: @Sendable () async throws -> Success) async -> Self {
    do { return .success(try await body()) } catch { return .failure(error) }
  }
}
