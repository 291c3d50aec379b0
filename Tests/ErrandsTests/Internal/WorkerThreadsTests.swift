import Dispatch
import ErrandsTesting
import Foundation
import Testing

@testable import Errands

@Suite("Threads for work that may block")
struct WorkerThreadsTests {
  @Test("do all of it, begun in the order in which it came", .timeLimit(.minutes(1)))
  func order() async throws {
    let threads = WorkerThreads()
    let heard = Events<Int>()
    // Each piece waits for the one before it: begun in another order, two of them would be enough to stop
    // them all.
    let gates = (0...1_000).map { _ in DispatchSemaphore(value: 0) }
    gates[0].signal()
    for number in 1...1_000 {
      threads.start {
        gates[number - 1].wait()
        heard.record(number)
        gates[number].signal()
      }
    }
    _ = try await heard.event(1_000)
    #expect(heard.all == Array(1...1_000))
  }

  @Test("are as many as are blocked, and one more", .timeLimit(.minutes(1)))
  func blocked() async throws {
    let threads = WorkerThreads()
    let gate = DispatchSemaphore(value: 0)
    let began = Events<Int>()
    for number in 0..<100 {
      threads.start {
        began.record(number)
        gate.wait()
      }
    }
    _ = try await began.event(100)
    threads.start { for _ in 0..<100 { gate.signal() } }
    threads.start { began.record(100) }
    #expect(try await began.event(101) == 100)
  }

  @Test("come again after they have gone for want of work", .timeLimit(.minutes(1)))
  func again() async throws {
    let threads = WorkerThreads(patience: .milliseconds(1))
    let heard = Events<Int>()
    for round in 1...200 {
      threads.start { heard.record(round) }
      _ = try await heard.event(round)
      if round.isMultiple(of: 20) {
        await onThread { _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(3)) }
      }
    }
    #expect(heard.all == Array(1...200))
  }

  // A thread that was called in the moment in which it went took the call along, and none came any more.
  @Test("that are called as they go stay", .timeLimit(.minutes(1)))
  func calledWhileGoing() async {
    let threads = WorkerThreads(patience: .zero)
    await onThread {
      let done = DispatchSemaphore(value: 0)
      for _ in 0..<Sizes.cancelRounds {
        threads.start { done.signal() }
        done.wait()
      }
    }
  }

  @Test("let go of work that they have done", .timeLimit(.minutes(1)))
  func letGo() async throws {
    let threads = WorkerThreads()
    try await withLiveObjects { live in
      for number in 0..<10 {
        threads.start { [object = live.object("\(number)")] in withExtendedLifetime(object) {} }
      }
    }
  }
}

#if os(Linux)
  extension WorkerThreadsTests {
    // Foundation does not say that it could make no thread. One of the shared threads, or the one that sleeps for deadlines,
    // was waited for from then on, and neither work nor time went on in the process.
    @Test("are asked for again where the system had none to give, and so is the one for deadlines")
    func shortage() async {
      await #expect(processExitsWith: .success) {
        Watchdog.start()
        let (threads, deadlines, done) = (WorkerThreads.shared, DeadlineQueue.continuous, Events<Int>())
        Self.withoutMemory {
          threads.start { done.record(1) }
          threads.start { done.record(2) }
        }
        // The only deadline there is was set by the shortage.
        let count = deadlines.count
        #expect(count > 0)
        _ = deadlines.add(at: .now) { done.record(3) }
        _ = try await done.event(3)
        Self.withoutMemory {
          for number in 4...5 {
            threads.start {
              done.record(number)
              // As long as it takes: the next one needs a thread that cannot be made yet.
              Self.blocked.wait()
            }
          }
        }
        _ = try await done.event(5)
        for _ in 4...5 { Self.blocked.signal() }
      }
    }

    private static let blocked = DispatchSemaphore(value: 0)

    /// Calls the body while the process gets no memory for the stack of a thread.
    private static func withoutMemory(_ body: () -> Void) {
      let resource = __rlimit_resource_t(RLIMIT_AS.rawValue)
      var former = rlimit()
      getrlimit(resource, &former)
      var limited = rlimit(rlim_cur: 1 << 20, rlim_max: former.rlim_max)
      setrlimit(resource, &limited)
      body()
      setrlimit(resource, &former)
    }
  }
#endif
