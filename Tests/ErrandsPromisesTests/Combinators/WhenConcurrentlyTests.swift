import ErrandsPromises
import ErrandsTesting
import Foundation
import Synchronization
import Testing

@Suite("When with a limit", .timeLimit(.minutes(1)))
struct WhenConcurrentlyTests {
  @Test("A limit below 1 is bad input, and the iterator is not touched (26)", arguments: [0, -1, .min])
  func badInput(limit: Int) {
    let downloads = Downloads(1)
    let taken = Events<Int>()
    let fulfilled = when(fulfilled: downloads.iterator(taken), concurrently: limit)
    let resolved = when(resolved: downloads.iterator(taken), concurrently: limit)
    guard case PMKError.badInput? = fulfilled.error,
      case .rejected(PMKError.badInput)? = resolved.value?.first
    else {
      Issue.record("\(fulfilled) \(String(describing: resolved.value))")
      return
    }
    #expect(resolved.value?.count == 1)
    #expect(taken.count == 0)
  }

  @Test("So many are under way at a time, and no more; results come in the order of the iterator (26)")
  func limit() {
    let downloads = Downloads(5)
    let taken = Events<Int>()
    let whole = when(fulfilled: downloads.iterator(taken), concurrently: 2)
    #expect(taken.all == [0, 1])
    downloads.seals[1].fulfill(1)
    #expect(taken.all == [0, 1, 2])
    downloads.seals[2].fulfill(2)
    downloads.seals[0].fulfill(0)
    #expect(taken.all == [0, 1, 2, 3, 4])
    downloads.seals[4].fulfill(4)
    #expect(whole.isPending)
    downloads.seals[3].fulfill(3)
    #expect(whole.value == [0, 1, 2, 3, 4])
  }

  @Test("After a rejection nothing is taken where all must be fulfilled, and the others go on (26)")
  func stopsAfterRejection() {
    let downloads = Downloads(4)
    let taken = Events<Int>()
    let whole = when(fulfilled: downloads.iterator(taken), concurrently: 2)
    downloads.seals[0].reject(Broken())
    #expect(whole.error is Broken)
    downloads.seals[1].fulfill(1)
    #expect(taken.all == [0, 1])
    #expect(downloads.stopped.all.isEmpty)
  }

  @Test("Where all results are wanted, it goes on after a rejection (26)")
  func goesOnAfterRejection() {
    let downloads = Downloads(3)
    let taken = Events<Int>()
    let whole = when(resolved: downloads.iterator(taken), concurrently: 1)
    downloads.seals[0].reject(Broken())
    downloads.seals[1].fulfill(1)
    #expect(taken.all == [0, 1, 2])
    downloads.seals[2].fulfill(2)
    #expect(whole.value?.map(\.isFulfilled) == [false, true, true])
  }

  @Test("The iterator is called in the call itself, and then on the thread that resolves a promise (26)")
  func threads() {
    let downloads = Downloads(2)
    let queue = KnownQueue("resolving")
    let onQueue = Events<Bool>()
    var next = 0
    let iterator = AnyIterator<Promise<Int>> {
      guard next < 2 else { return nil }
      defer { next += 1 }
      onQueue.record(queue.isCurrent)
      return downloads[next]
    }
    let whole = when(fulfilled: iterator, concurrently: 1)
    queue.queue.sync { downloads.seals[0].fulfill(0) }
    downloads.seals[1].fulfill(1)
    #expect(onQueue.all == [false, true])
    #expect(whole.value == [0, 1])
  }

  /// The iterator is no more thread-safe than any: two promises that end on two threads at once must not both call
  /// it.
  @Test("The iterator is called by one thread at a time")
  func serial() async {
    let rounds = RuleSizes.raceRounds
    let inside = Atomic<Int>(0)
    let overlaps = Atomic<Int>(0)
    let pending = Downloads(rounds * 2)
    var next = 0
    let iterator = AnyIterator<Promise<Int>> {
      if inside.add(1, ordering: .relaxed).newValue > 1 { overlaps.add(1, ordering: .relaxed) }
      defer { inside.subtract(1, ordering: .relaxed) }
      guard next < rounds * 2 else { return nil }
      defer { next += 1 }
      return pending[next]
    }
    let whole = when(fulfilled: iterator, concurrently: 2)
    await race(rounds: rounds) { round in
      pending.seals[round * 2].fulfill(round * 2)
    } _: { round in
      pending.seals[round * 2 + 1].fulfill(round * 2 + 1)
    }
    #expect(overlaps.load(ordering: .relaxed) == 0)
    #expect(whole.value == Array(0..<rounds * 2))
  }

  @Test("An iterator may resolve what it has handed out before")
  func resolvingIterator() {
    let downloads = Downloads(100)
    var next = 0
    let iterator = AnyIterator<Promise<Int>> {
      guard next < 100 else { return nil }
      defer { next += 1 }
      if next > 0 { downloads.seals[next - 1].fulfill(next - 1) }
      return downloads[next]
    }
    let whole = when(fulfilled: iterator, concurrently: 2)
    downloads.seals[99].fulfill(99)
    #expect(whole.value == Array(0..<100))
  }

  /// The original recursed through promises that were resolved already, and searched through all of them for each:
  /// 4,000 took 2.4 seconds, and more overflowed the stack.
  @Test("A million resolved promises go through on half a megabyte of stack (40)", arguments: [1, 64])
  func scale(limit: Int) async {
    let count = RuleSizes.chain
    await onThread {
      let fulfilled = when(
        fulfilled: (0..<count).lazy.map { Promise.value($0) }.makeIterator(),
        concurrently: limit
      )
      #expect(fulfilled.value?.count == count)
      #expect(fulfilled.value?.last == count - 1)
    }
    await onThread {
      let resolved = when(
        resolved: (0..<count).lazy.map { Promise.value($0) }.makeIterator(),
        concurrently: limit
      )
      #expect(resolved.value?.count == count)
    }
  }

  @Test("Promises that are fulfilled by the handlers of the one before need no stack either (40)")
  func chained() async {
    let count = RuleSizes.chain / 10
    await onThread {
      let started = Promise<Int>.pending()
      var last = started.promise
      var next = 0
      let iterator = AnyIterator<Promise<Int>> {
        guard next < count else { return nil }
        next += 1
        last = last.map(on: nil) { $0 + 1 }
        return last
      }
      let whole = when(fulfilled: iterator, concurrently: count)
      started.resolver.fulfill(0)
      #expect(whole.value?.last == count)
    }
  }
}

extension Downloads {
  /// Hands them out one after the other, and tells which.
  fileprivate func iterator(_ taken: Events<Int>) -> AnyIterator<Promise<Int>> {
    var next = 0
    return AnyIterator {
      guard next < self.promises.count else { return nil }
      defer { next += 1 }
      taken.record(next)
      return self[next]
    }
  }
}
