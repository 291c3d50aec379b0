import Dispatch
import ErrandsPromises
import ErrandsTesting
import Testing

@Suite("Promises of many values", .serialized, .timeLimit(.minutes(1)))
struct PromisesOfManyTests {
  private let numbers = Promise.value([3, 1, 2])

  @Test("Each value is changed, joined, changed or left out, kept or left out")
  func values() {
    #expect(numbers.mapValues(on: nil) { $0 * 2 }.value == [6, 2, 4])
    #expect(numbers.flatMapValues(on: nil) { [$0, $0] }.value == [3, 3, 1, 1, 2, 2])
    #expect(numbers.compactMapValues(on: nil) { $0 > 1 ? "\($0)" : nil }.value == ["3", "2"])
    #expect(numbers.filterValues(on: nil) { $0 > 1 }.value == [3, 2])
    #expect(numbers.sortedValues(on: nil).value == [1, 2, 3])
  }

  @Test("What a handler throws is the error")
  func throwing() {
    #expect(numbers.mapValues(on: nil) { _ -> Int in throw Broken() }.error is Broken)
    #expect(numbers.flatMapValues(on: nil) { _ -> [Int] in throw Broken() }.error is Broken)
    #expect(numbers.compactMapValues(on: nil) { _ -> Int? in throw Broken() }.error is Broken)
    #expect(numbers.thenMap(on: nil) { _ -> Promise<Int> in throw Broken() }.error is Broken)
    #expect(numbers.thenFlatMap(on: nil) { _ -> Promise<[Int]> in throw Broken() }.error is Broken)
  }

  @Test("An error skips all of them")
  func skipping() {
    let broken = Promise<[Int]>(error: Broken(number: 4))
    let heard = Events<Int>()
    let ends = [
      broken.mapValues(on: nil, heard.noted).error,
      broken.filterValues(on: nil) { heard.noted($0) > 0 }.error,
      broken.thenMap(on: nil) { Promise.value(heard.noted($0)) }.error, broken.firstValue.error,
      broken.lastValue.error, broken.sortedValues(on: nil).error,
    ]
    #expect(ends.allSatisfy { $0 as? Broken == Broken(number: 4) })
    #expect(heard.count == 0)
  }

  @Test("A promise is made of each value, all at once; the results keep the order of the values")
  func thenMap() {
    let downloads = Downloads(3)
    let whole = Promise.value([2, 0, 1]).thenMap(on: nil) { downloads[$0] }
    let joined = Promise.value([0, 1]).thenFlatMap(on: nil) { number in
      downloads[number].map(on: nil) { [$0, $0] }
    }
    for number in [1, 0, 2] { downloads.seals[number].fulfill(number) }
    #expect(whole.value == [2, 0, 1])
    #expect(joined.value == [0, 0, 1, 1])
  }

  @Test("The first of them that is rejected rejects the whole; cancelling that cancels them all")
  func thenMapEnds() {
    let rejected = Downloads(2)
    let whole = Promise.value([0, 1]).thenMap(on: nil) { rejected[$0] }
    rejected.seals[1].reject(Broken())
    #expect(whole.error is Broken)

    let cancelled = Downloads(2)
    Promise.value([0, 1]).thenFlatMap(on: nil) { number in cancelled[number].map(on: nil) { [$0] } }.cancel()
    #expect(Set(cancelled.stopped.all) == [0, 1])
  }

  @Test("First and last, without a hop; of nothing they are an error (23)")
  func firstAndLast() {
    #expect(numbers.firstValue.value == 3)
    #expect(numbers.lastValue.value == 2)
    #expect(numbers.firstValue(on: nil) { $0 < 3 }.value == 1)
    #expect(Promise.value(Set([5])).lastValue.value == 5)
    let nothing = Promise.value([Int]())
    for promise in [nothing.firstValue, nothing.lastValue, numbers.firstValue(on: nil) { $0 > 3 }] {
      guard case PMKError.emptySequence? = promise.error else {
        Issue.record("\(promise)")
        continue
      }
    }
  }

  @Test("Without a queue they use the one for changes (8)")
  func defaultQueue() async throws {
    let map = KnownQueue("map")
    let heard = Events<Bool>()
    let note: @Sendable (Int) -> Int = { number in
      heard.record(map.isCurrent)
      return number
    }
    try await withConfiguration {
      $0.Q.map = map.queue
      $0.Q.return = .global()
    } _: {
      // The queue is written out where Swift 6 mode would choose the main actor.
      let one = Promise.value([1])
      _ = try await one.mapValues(on: conf.Q.map, note).async()
      _ = try await one.compactMapValues(flags: nil) { note($0) }.async()
      _ = try await one.flatMapValues(flags: nil) { [note($0)] }.async()
      _ = try await one.filterValues(flags: nil) { note($0) > 0 }.async()
      _ = try await one.thenMap(flags: nil) { Promise.value(note($0)) }.async()
      _ = try await one.thenFlatMap(flags: nil) { Promise.value([note($0)]) }.async()
      _ = try await one.firstValue(flags: nil) { note($0) > 0 }.async()
      map.queue.suspend()
      let sorted = Promise.value([1]).sortedValues()
      let looked = sorted.map(on: nil) { note($0[0]) }
      #expect(sorted.isPending)
      map.queue.resume()
      _ = try await looked.async()
    }
    #expect(heard.all == Array(repeating: true, count: 8))
  }

  @Test("In Swift 6 mode handlers without a queue are main-actor code")
  @MainActor
  func mainActor() async throws {
    var seen: [Int] = []
    func see(_ number: Int) -> Int {
      seen.append(number)
      return number
    }
    let one = Promise.value([1])
    _ = try await one.mapValues { see($0) }.async()
    _ = try await one.compactMapValues { see($0 + 1) }.async()
    _ = try await one.flatMapValues { [see($0 + 2)] }.async()
    _ = try await one.filterValues { see($0 + 3) > 0 }.async()
    _ = try await one.thenMap { Promise.value(see($0 + 4)) }.async()
    _ = try await one.thenFlatMap { Promise.value([see($0 + 5)]) }.async()
    _ = try await one.firstValue { see($0 + 6) > 0 }.async()
    #expect(seen == [1, 2, 3, 4, 5, 6, 7])
  }

  @Test("A hundred thousand promises of one value each are waited for in linear time")
  func scale() {
    let count = RuleSizes.chain / 10
    let whole = Promise.value(Array(0..<count)).thenMap(on: nil) { Promise.value($0) }
    #expect(whole.value?.count == count)
  }
}

extension Events<Int> {
  /// Records it, and gives it back.
  @Sendable fileprivate func noted(_ number: Int) -> Int {
    record(number)
    return number
  }
}
