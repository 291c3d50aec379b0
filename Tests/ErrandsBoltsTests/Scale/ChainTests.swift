import Errands
import ErrandsBolts
import ErrandsTesting
import Foundation
import Testing

/// In Bolts, 490 pending links overflow a stack of 512 KiB, and 9,400 one of 8 MiB. ``onThread`` gives 512 KiB.
@Suite("Chains and crowds", .timeLimit(.minutes(1)))
struct ChainTests {
  @Test("Rule 7: A chain of a million inline continuations settles, and is freed")
  func immediate() async throws {
    try await withLiveObjects { live in
      await onThread {
        let source = TaskCompletionSource<Int>()
        var task = source.task
        for _ in 0..<Sizes.chain { task = task.continueOnSuccessWith(.immediate) { $0 + 1 } }
        task.continueWith { [object = live.object("last")] _ in withExtendedLifetime(object) {} }
        source.set(result: 0)
        #expect(task.result == Sizes.chain)
      }
    }
  }

  @Test("An error goes through a chain of continuations that it does not concern")
  func error() async {
    await onThread {
      let source = TaskCompletionSource<Int>()
      var task = source.task
      for _ in 0..<Sizes.chain / 8 { task = task.continueOnSuccessWith { $0 + 1 } }
      source.set(error: Failure())
      #expect(task.error is Failure)
    }
  }

  @Test("Rule 21: A chain whose source is dropped is let go of, link by link")
  func abandoned() async throws {
    try await withLiveObjects { live in
      await onThread {
        let source = TaskCompletionSource<Int>()
        var task = source.task
        for _ in 0..<Sizes.chain / 8 { task = task.continueWith(.immediate) { $0.result ?? 0 } }
        task.continueWith { [object = live.object("last")] _ in withExtendedLifetime(object) {} }
      }
    }
  }

  @Test("Law 4: A chain that is cancelled at its end is cancelled to its beginning")
  func cancelled() async {
    await onThread {
      let steps = Steps()
      let source = TaskCompletionSource<Int>()
      source.onCancel { steps.record("stopped") }
      var task = source.task
      for _ in 0..<Sizes.chain / 8 { task = task.continueOnSuccessWith(.immediate) { $0 + 1 } }
      task.cancel()
      #expect(source.task.cancelled)
      #expect(steps.all == ["stopped"])
    }
  }

  @Test("A loop of tasks that give tasks needs no stack either")
  func loop() async throws {
    @Sendable func count(_ number: Int, to limit: Int) -> Task<Int> {
      guard number < limit else { return Task(number) }
      return Task(number).continueOnSuccessWithTask { number in count(number + 1, to: limit) }
    }
    let limit = Sizes.chain / 10
    let task = Task<Int>.executeWithTask(.queue(.global())) { count(0, to: limit) }
    #expect(try await task.value == limit)
  }

  @Test("Rule 18: A crowd that ends in any order gives its results in its own")
  func crowd() async {
    await onThread {
      let sources = (0..<Sizes.members).map { _ in TaskCompletionSource<Int>() }
      let all = Task.whenAllResult(sources.map(\.task))
      for (number, source) in sources.enumerated().reversed() { source.set(result: number) }
      #expect(all.result == Array(0..<Sizes.members))
    }
  }

  @Test("Law 4: A crowd is cancelled as one")
  func cancelledCrowd() async {
    await onThread {
      let sources = (0..<Sizes.members).map { _ in TaskCompletionSource<Int>() }
      Task.whenAll(sources.map(\.task)).cancel()
      #expect(sources.allSatisfy { $0.task.cancelled })
    }
  }
}
