import Errands
import ErrandsOperations
import ErrandsTesting
import Foundation
import Testing

/// Releasing a chain of 40,000 of Foundation's operations overflows a stack of 8 MiB. ``onThread`` gives 512
/// KiB. The chains have 50,000 links, and 200,000 in builds with optimisation.
@Suite("Operations that are let go of", .timeLimit(.minutes(1)))
struct ReleaseTests {
  @Test("A long chain of operations that nobody ran")
  func neverRun() async {
    await onThread { _ = chain(of: Sizes.chain) }
  }

  @Test("A long chain of operations that pass their results along, and that nobody ran")
  func neverRunWithResults() async {
    await onThread {
      var last = ErrandOperation { 0 }
      for _ in 0..<Sizes.chain { last = ErrandOperation(after: last) { $0 + 1 } }
    }
  }

  @Test("A long chain of operations, cancelled at its beginning")
  func cancelled() async {
    await onThread {
      let operations = chain(of: Sizes.chain)
      operations.first?.cancel()
      #expect(operations.last?.isCancelled == true)
    }
  }

  @Test("A long chain of operations that ran")
  func ran() async {
    await onThread {
      let operations = chain(of: Sizes.chain)
      for operation in operations { operation.start() }
      #expect(operations.last?.isFinished == true)
    }
  }

  @Test("A long chain of operations that begin one another when they end")
  func ranByItself() async {
    await onThread {
      let operations = chain(of: Sizes.chain)
      for operation in operations.reversed() { operation.start() }
      #expect(operations.last?.isFinished == true)
    }
  }

  /// It is added from its end to its beginning: Foundation holds its waiting operations in that order.
  @Test("A chain that ran in Foundation's queue")
  func ranInFoundation() async throws {
    let operations = chain(of: 500)
    OperationQueue().enqueue(operations.reversed())
    try await operations.last?.value
  }

  /// Foundation on Linux keeps the block after it was called.
  @Test("A completion block that captures its operation is let go of when it was called")
  func completionBlock() async throws {
    try await withLiveObjects { live in
      let operation = ManualOperation(live: live)
      let called = Gate()
      operation.completionBlock = { [object = live.object("block")] in
        withExtendedLifetime((object, operation)) { called.open() }
      }
      #expect(operation.completionBlock != nil)
      operation.start()
      try await operation.callback().succeed(1)
      try await called.wait()
    }
  }

  @Test("A completion block that is taken back is not called")
  func noCompletionBlock() async throws {
    let (operation, called) = (ManualOperation(), Events<Int>())
    operation.completionBlock = { called.record(1) }
    operation.completionBlock = nil
    #expect(operation.completionBlock == nil)
    operation.completionBlock = { called.record(2) }
    operation.start()
    try await operation.callback().succeed(1)
    #expect(try await called.event(1) == 2)
  }

  @Test("What an operation captured goes when it has ended, though the operation stays")
  func captured() async throws {
    try await withLiveObjects { live in
      let cancelled = ErrandOperation { [object = live.object("cancelled")] in withExtendedLifetime(object) {}
      }
      let run = ErrandOperation { [object = live.object("run")] in withExtendedLifetime(object) {} }
      let timed = ManualOperation().timeout(after: .seconds(3_600))
      timed.injectOutcome(from: run) { [object = live.object("injection")] _, _ in
        withExtendedLifetime(object) {}
      }
      cancelled.cancel()
      run.start()
      timed.start()
      try await run.value
      try await timed.callback().succeed(1)
      try await live.allGone()
      #expect(cancelled.isCancelled && run.isFinished && timed.isFinished)
    }
  }

  /// Each depends on the one before.
  private func chain(of count: Int) -> [ErrandOperation<Void>] {
    var operations: [ErrandOperation<Void>] = []
    operations.reserveCapacity(count)
    for _ in 0..<count {
      let operation = ErrandOperation(Errand<Void>.success(()))
      if let last = operations.last { operation.addDependency(last) }
      operations.append(operation)
    }
    return operations
  }
}
