import Dispatch
import Errands
import ErrandsBolts
import ErrandsTesting
import Testing

// One that was attached while those before it were being handed over was handed over at once, before them.
@Suite("In which order continuations come to one executor", .timeLimit(.minutes(1)))
struct ExecutorOrderTests {
  @Test("That in which they were attached, also where another thread attaches one meanwhile")
  func meanwhile() async throws {
    let (steps, queue) = (Events<Int>(), DispatchQueue(label: "executor"))
    let source = TaskCompletionSource<Int>()
    let isOnce = Kept(source.task)
    let handOver = Kept<Executor>()
    let executor = Executor.escapingClosure { work in
      if let task = isOnce.take(), let executor = handOver.value {
        let isAttached = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
          task.continueWith(executor) { _ in steps.record(3) }
          isAttached.signal()
        }
        isAttached.wait()
      }
      let work = Unchecked(work)
      queue.async { work.value() }
    }
    handOver.set(executor)
    for number in 1...2 { source.task.continueWith(executor) { _ in steps.record(number) } }
    await onThread { source.set(result: 1) }
    _ = try await steps.event(3)
    #expect(steps.all == [1, 2, 3])
    handOver.letGo()
  }

  @Test("Also where one attaches another, which is called behind those before it")
  func inside() {
    let (steps, source) = (Steps(), TaskCompletionSource<Int>())
    let executor = Executor.closure { work in work() }
    source.task.continueWith(executor) { task in
      steps.record("1")
      task.continueWith(executor) { _ in steps.record("3") }
      steps.record("1 returns")
    }
    source.task.continueWith(executor) { _ in steps.record("2") }
    source.set(result: 1)
    #expect(steps.all == ["1", "1 returns", "2", "3"])
  }

  @Test("One for another executor does not wait for one that blocks")
  func otherExecutor() async {
    let (steps, source) = (Steps(), TaskCompletionSource<Int>())
    source.task.continueWith(.closure { work in work() }) { task in
      task.continueWith(.queue(DispatchQueue(label: "other"))) { _ in steps.record("other") }
        .waitUntilCompleted()
      steps.record("1")
    }
    await onThread { source.set(result: 1) }
    #expect(steps.all == ["other", "1"])
  }

  @Test("The main thread and the main queue have one order")
  func main() async throws {
    let (steps, source) = (Events<Int>(), TaskCompletionSource<Int>())
    let executors: [Executor] = [.mainThread, .queue(.main), .mainThread, .operationQueue(.main)]
    for (number, executor) in executors.enumerated() {
      source.task.continueWith(executor) { _ in steps.record(number) }
    }
    await onThread { source.set(result: 1) }
    _ = try await steps.event(4)
    #expect(steps.all == [0, 1, 2, 3])
  }
}
