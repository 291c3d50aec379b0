import ErrandsPromises
import ErrandsTesting
import Testing

@Suite("Guarantees of many values", .serialized, .timeLimit(.minutes(1)))
struct GuaranteesOfManyTests {
  private let numbers = Guarantee.value([3, 1, 2])

  @Test("Handlers that throw nothing give guarantees again")
  func values() {
    let doubled: Guarantee<[Int]> = numbers.mapValues(on: nil) { $0 * 2 }
    #expect(doubled.value == [6, 2, 4])
    let joined: Guarantee<[Int]> = numbers.flatMapValues(on: nil) { [$0, $0] }
    #expect(joined.value == [3, 3, 1, 1, 2, 2])
    let texts: Guarantee<[String]> = numbers.compactMapValues(on: nil) { $0 > 1 ? "\($0)" : nil }
    #expect(texts.value == ["3", "2"])
    let some: Guarantee<[Int]> = numbers.filterValues(on: nil) { $0 > 1 }
    #expect(some.value == [3, 2])
    let ascending: Guarantee<[Int]> = numbers.sortedValues(on: nil)
    #expect(ascending.value == [1, 2, 3])
    let descending: Guarantee<[Int]> = numbers.sortedValues(on: nil) { $0 > $1 }
    #expect(descending.value == [3, 2, 1])
  }

  @Test("Where a handler throws it is a promise, as with any thenable")
  func throwing() {
    let promise: Promise<[Int]> = numbers.mapValues(on: nil) { number in
      if number == 2 { throw Broken() }
      return number
    }
    #expect(promise.error is Broken)
    #expect(numbers.firstValue.value == 3)
    #expect(numbers.lastValue.value == 2)
    #expect(numbers.firstValue(on: nil) { $0 < 3 }.value == 1)
  }

  @Test("A guarantee is made of each value, and the whole waits for all")
  func thenMap() {
    let pending = (0..<2).map { _ in Guarantee<Int>.pending() }
    let guarantees = pending.map(\.guarantee)
    let whole: Guarantee<[Int]> = Guarantee.value([1, 0]).thenMap(on: nil) { guarantees[$0] }
    let joined: Guarantee<[Int]> = Guarantee.value([0, 1]).thenFlatMap(on: nil) { number in
      guarantees[number].map(on: nil) { [$0, $0] }
    }
    pending[1].resolve(11)
    #expect(whole.isPending && joined.isPending)
    pending[0].resolve(10)
    #expect(whole.value == [11, 10])
    #expect(joined.value == [10, 10, 11, 11])
  }

  @Test(
    "Where one of them is a promise and is rejected, the guarantee stays pending, and who awaits it is told"
  )
  func rejectedWithin() async {
    let whole: Guarantee<[Int]> = numbers.thenFlatMap(on: nil) { number in
      number == 2 ? Promise<[Int]>(error: Broken()) : .value([number])
    }
    #expect(whole.isPending)
    await #expect(throws: Broken.self) { try await whole.errand().value() }
  }

  @Test("Cancelling what stands on it cancels all that it waits for")
  func cancellation() {
    let downloads = Downloads(2)
    let whole = Guarantee.value([0, 1]).thenFlatMap(on: nil) { number in
      downloads[number].map(on: nil) { [$0] }
    }
    whole.cancel()
    #expect(Set(downloads.stopped.all) == [0, 1])
  }

  @Test("In Swift 6 mode handlers without a queue are main-actor code")
  @MainActor
  func mainActor() async {
    var seen: [Int] = []
    func see(_ number: Int) -> Int {
      seen.append(number)
      return number
    }
    let one = Guarantee.value([1])
    _ = await one.mapValues { see($0) }.async()
    _ = await one.compactMapValues { see($0 + 1) }.async()
    _ = await one.flatMapValues { [see($0 + 2)] }.async()
    _ = await one.filterValues { see($0 + 3) > 0 }.async()
    _ = await one.thenMap { Guarantee.value(see($0 + 4)) }.async()
    _ = await one.thenFlatMap { Guarantee.value([see($0 + 5)]) }.async()
    _ = await Guarantee.value([6, 7]).sortedValues { see($0) > see($1) }.async()
    #expect(Array(seen.prefix(6)) == [1, 2, 3, 4, 5, 6])
    #expect(Set(seen.dropFirst(6)) == [6, 7])
  }

  @Test("Without a queue they use the one for changes (8)")
  func defaultQueue() async {
    let map = KnownQueue("map")
    let heard = Events<Bool>()
    await withConfiguration {
      $0.Q.map = map.queue
    } _: {
      _ = await Guarantee.value([1]).mapValues(flags: nil) { _ in heard.record(map.isCurrent) }.async()
      map.queue.suspend()
      let looked = Guarantee.value([2, 1]).sortedValues().map(on: nil) { _ in heard.record(map.isCurrent) }
      map.queue.resume()
      _ = await looked.async()
    }
    #expect(heard.all == [true, true])
  }
}
