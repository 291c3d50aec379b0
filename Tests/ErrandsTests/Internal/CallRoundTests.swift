import Dispatch
import ErrandsTesting
import Foundation
import Testing

@testable import Errands

@Suite("A round of calls", .timeLimit(.minutes(1)))
struct CallRoundTests {
  // Nobody looks after it here: a thread that had no turn for a millisecond was helped.
  @Test("calls each one once, in order, on the thread that makes it", arguments: [0, 1, 2, 1_000])
  func order(count: Int) async {
    let (called, threads) = (Events<Int>(), Events<ObjectIdentifier>())
    await onThread {
      let round = CallRound(count) { number in
        called.record(number)
        threads.record(ObjectIdentifier(Thread.current))
      }
      round.makeAll()
    }
    #expect(called.all == Array(0..<count))
    #expect(Set(threads.all).count <= 1)
  }

  // One that waited for a later one waited for ever.
  @Test("goes on beside one that blocks, and beside as many as do", arguments: [2, 3, 40])
  func blocked(count: Int) async {
    let (last, called) = (DispatchSemaphore(value: 0), Events<Int>())
    await onThread {
      CallRound.make(Array(1...count)) { number in
        if number == count {
          for _ in 1..<count { last.signal() }
        } else {
          last.wait()
        }
        called.record(number)
      }
    }
    #expect(called.all.sorted() == Array(1...count))
  }

  @Test("ends when every call has returned, also those that others make")
  func end() async throws {
    let (hold, begun, ended) = (DispatchSemaphore(value: 0), Events<Int>(), Gate())
    async let round: Void = onThread {
      let first = DispatchSemaphore(value: 0)
      CallRound.make([1, 2]) { number in
        begun.record(number)
        if number == 1 {
          first.wait()
        } else {
          first.signal()
          hold.wait()
        }
      }
      ended.open()
    }
    _ = try await begun.event(2)
    #expect(!ended.isOpen)
    hold.signal()
    await round
    #expect(begun.all == [1, 2])
  }

  @Test("lets go of everybody in the end")
  func lifetimes() async throws {
    try await withLiveObjects { live in
      await onThread {
        let captured = live.object("captured")
        CallRound.make((0..<10).map { _ in live.object("member") }) { _ in withExtendedLifetime(captured) {} }
      }
    }
  }

  @Test("is looked after while it lasts, and not longer")
  func watch() async throws {
    try await withLiveObjects { live in
      let watched = Events<Bool>()
      await onThread {
        for _ in 0..<1_000 {
          let captured = live.object("captured")
          CallRound.make([1, 2]) { _ in
            withExtendedLifetime(captured) { watched.record(RoundWatch.shared.count > 0) }
          }
        }
      }
      #expect(watched.all.allSatisfy { $0 })
    }
  }

  // Code of the main actor would be called beside it.
  @MainActor
  @Test("stays on the main thread where it has to, however long a call takes")
  func mainThread() {
    let (due, calls) = (DispatchSemaphore(value: 0), Events<Bool>())
    // Three deadlines that come one after the other: whoever looks after the round has looked by then.
    _ = ContinuousClock().call(after: .milliseconds(5)) {
      _ = ContinuousClock().call(after: .milliseconds(5)) { due.signal() }
    }
    CallRound.make([1, 2, 3]) { number in
      if number == 1 { _ = due.wait(timeout: .now() + 60) }
      calls.record(CurrentThread.isMain)
    }
    #expect(calls.all == [true, true, true])
  }

  // The second call stood for ever before a lock that was held by the one who waited for it.
  @Test("does not wait for ever for a call that waits for whoever makes it")
  func locked() async throws {
    let (lock, begun, called) = (NSRecursiveLock(), DispatchSemaphore(value: 0), Events<Int>())
    await onThread {
      lock.lock()
      CallRound.make([1, 2]) { number in
        if number == 1 { begun.wait() } else { begun.signal() }
        lock.withLock { called.record(number) }
      }
      #expect(called.all == [1])
      lock.unlock()
    }
    _ = try await called.event(2)
    #expect(called.all == [1, 2])
  }
}
