import Dispatch
import ErrandsTesting
import Testing

@testable import Errands

/// Each on a thread with 512 KiB of stack, which recursion over a hundredth of these works would overflow.
@Suite("A work queue and very many works", .timeLimit(.minutes(1)))
struct WorkQueueScaleTests {
  private static let quick = Errand<Int>.fromCallback("quick") { $0.succeed(1) }
  private static let count = Sizes.chain / 2

  @Test("Works that settle while they start follow one another without recursion")
  func synchronous() async {
    await onThread {
      let queue = WorkQueue(limit: 1)
      queue.isSuspended = true
      let works = (0..<Self.count).map { _ in queue.add(Self.quick) }
      queue.isSuspended = false
      Self.waitUntilSettled(works.last?.run)
      #expect(works.allSatisfy { $0.run.outcome != nil })
      #expect(queue.runningCount == 0)
    }
  }

  @Test("Jobs that give their places back at once follow one another without recursion")
  func refused() async {
    final class Refused: QueuedJob {
      func start(_ turn: WorkSlot) { turn.end() }
      func stop(with error: any Error) {}
    }
    await onThread {
      let queue = WorkQueue(limit: 1)
      queue.isSuspended = true
      for _ in 0..<Self.count { queue.enter(Refused(), as: queue.reserve(), priority: .normal, after: []) }
      queue.isSuspended = false
      #expect(queue.count == 0)
    }
  }

  @Test("A long chain of dependents completes")
  func completion() async {
    await onThread {
      let (queues, works) = Self.chain()
      for queue in queues { queue.isSuspended = false }
      Self.waitUntilSettled(works.last?.run)
      #expect(works.allSatisfy { (try? $0.run.outcome?.get()) == 1 })
    }
  }

  @Test("A long chain of dependents fails with the first")
  func failure() async {
    await onThread {
      let first = Errand<Int>.fromCallback { $0.fail(ManualError(number: 1)) }
      let (queues, works) = Self.chain(first: first)
      for queue in queues { queue.isSuspended = false }
      Self.waitUntilSettled(works.last?.run)
      #expect(works.allSatisfy { $0.run.outcome?.error as? ManualError == ManualError(number: 1) })
    }
  }

  @Test("A long chain of dependents is cancelled with the first")
  func cancellation() async {
    await onThread {
      let (queues, works) = Self.chain()
      works.first?.cancel()
      #expect(works.allSatisfy { $0.run.outcome?.label == "cancelled" })
      #expect(queues.allSatisfy { $0.waitingCount == 0 })
    }
  }

  @Test("A long chain of dependents is released, unsettled, with its queue")
  func release() async {
    await onThread {
      let runs = Self.chain().works.map(\.run)
      #expect(runs.allSatisfy { $0.outcome?.label == "cancelled" })
    }
  }

  @Test("A long chain whose works nobody holds is released after its end")
  func releaseOfSettled() async {
    await onThread {
      let (queues, last) = Self.unheldChain()
      for queue in queues { queue.isSuspended = false }
      Self.waitUntilSettled(last)
      #expect(last.outcome != nil)
    }
  }

  private static func waitUntilSettled(_ run: Run<Int>?) {
    let isSettled = DispatchSemaphore(value: 0)
    run?.whenSettled(on: .immediate) { _ in isSettled.signal() }
    isSettled.wait()
  }

  /// Between two queues in turns, so that every step crosses from one to the other.
  private static func chain(
    first: Errand<Int> = quick
  ) -> (queues: [WorkQueue], works: [QueuedWork<Int>]) {
    let queues = [WorkQueue(limit: 1), WorkQueue(limit: 2)]
    for queue in queues { queue.isSuspended = true }
    var works = [queues[0].add(first)]
    for number in 1..<count { works.append(queues[number % 2].add(quick, after: [works[number - 1]])) }
    return (queues, works)
  }

  private static func unheldChain() -> (queues: [WorkQueue], last: Run<Int>) {
    let (queues, works) = chain()
    return (queues, works[works.count - 1].run)
  }
}
