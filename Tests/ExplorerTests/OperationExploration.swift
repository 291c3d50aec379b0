import Errands
import ErrandsOperations
import ErrandsTesting
import Testing

@Suite("In every interleaving, an operation", .timeLimit(.minutes(2)))
struct OperationExploration {
  @Test("that ends while it is cancelled has one outcome, and its work is stopped")
  func settleAndCancel() async throws {
    try await everyInterleaving { scenario in
      let part = Part("work", in: scenario)
      let operation = ErrandOperation(part.errand)
      operation.whenSettled(on: .immediate, scenario.told("handler"))
      operation.start()
      scenario.body("settle") { part.succeed(1) }
      scenario.body("cancel") { operation.cancel() }
      scenario.check {
        try scenario.expectOne(of: "handler", "1", "cancelled")
        try scenario.expectNothingGoesOn(part)
        try scenario.expect(operation.isFinished && !operation.isExecuting, "It has finished.")
      }
    }
  }

  @Test("that is started while it is cancelled begins and is stopped, or never begins")
  func startAndCancel() async throws {
    try await everyInterleaving { scenario in
      let part = Part("work", in: scenario)
      let operation = ErrandOperation(part.errand)
      operation.whenSettled(on: .immediate, scenario.told("handler"))
      scenario.body("start") { operation.start() }
      scenario.body("cancel") { operation.cancel() }
      scenario.check {
        try scenario.expectOne(of: "handler", "cancelled")
        try scenario.expectNothingGoesOn(part)
        try scenario.expect(operation.isFinished, "It has finished.")
      }
    }
  }

  @Test("is cancelled with its dependency, and told so once, when it is cancelled at the same time")
  func dependency() async throws {
    try await everyInterleaving { scenario in
      let part = Part("work", in: scenario)
      let dependency = ErrandOperation(part.errand)
      let dependent = ErrandOperation(Errand.success(2))
      dependent.addDependency(dependency)
      dependent.whenSettled(on: .immediate, scenario.told("dependent"))
      dependency.start()
      scenario.body("settle") { part.succeed(1) }
      scenario.body("cancel dependent") { dependent.cancel() }
      scenario.body("cancel dependency") { dependency.cancel() }
      scenario.check {
        try scenario.expectOne(of: "dependent", "cancelled")
        try scenario.expectNothingGoesOn(part)
        try scenario.expect(dependency.isFinished, "The dependency has finished.")
      }
    }
  }

  @Test("that is given a dependency while that one ends becomes ready")
  func lateDependency() async throws {
    try await everyInterleaving { scenario in
      let part = Part("work", in: scenario)
      let dependency = ErrandOperation(part.errand)
      let dependent = ErrandOperation(Errand.success(2))
      dependency.start()
      scenario.body("settle") { part.succeed(1) }
      scenario.body("add dependency") { dependent.addDependency(dependency) }
      scenario.check {
        try scenario.expect(dependent.isReady, "The dependent is ready.")
        dependent.start()
        try scenario.expect(dependent.isFinished, "The dependent has run.")
      }
    }
  }

  @Test("in a queue runs behind its dependency, or is cancelled with it, and leaves the queue empty")
  func queue() async throws {
    try await everyInterleaving(preemptions: 1) { scenario in
      let queue = AsyncOperationQueue()
      let part = Part("work", in: scenario)
      let dependency = ErrandOperation(part.errand)
      let dependent = ErrandOperation(Errand.success(2))
      dependent.addDependency(dependency)
      dependent.whenSettled(on: .immediate, scenario.told("dependent"))
      scenario.body("add") { queue.addOperations([dependent, dependency] as [AnyAsyncOperation]) }
      scenario.body("settle") { part.succeed(1) }
      scenario.body("cancel") { dependency.cancel() }
      scenario.check {
        part.succeed(1)
        try scenario.expectOne(of: "dependent", "2", "cancelled")
        try scenario.expectNothingGoesOn(part)
        try scenario.expect(queue.operationCount == 0, "The queue is empty.")
      }
    }
  }

  @Test("in a queue with room for one begins when the one before it ends")
  func limit() async throws {
    try await everyInterleaving(preemptions: 1) { scenario in
      let queue = AsyncOperationQueue()
      queue.maxConcurrentOperationCount = 1
      for name in ["first", "second"] {
        let errand = Errand<Int>.fromCallback { callback in
          scenario.record("in")
          let running = scenario.count(of: "in") - scenario.count(of: "out")
          scenario.record("running \(running)")
          scenario.record("out")
          callback.succeed(1)
        }
        let operation = ErrandOperation(errand)
        operation.whenSettled(on: .immediate, scenario.told(name))
        scenario.body(name) { queue.addOperation(operation) }
      }
      scenario.check {
        try scenario.expectOne(of: "first", "1")
        try scenario.expectOne(of: "second", "1")
        try scenario.expect(!scenario.events.contains("running 2"), "The limit is kept.")
        try scenario.expect(queue.operationCount == 0, "The queue is empty.")
      }
    }
  }

  @Test("wakes one who awaits it, whether it ends or the task is cancelled")
  func awaited() async throws {
    try await everyInterleaving { scenario in
      let part = Part("work", in: scenario)
      let operation = ErrandOperation(part.errand)
      operation.start()
      let task = scenario.task("await") {
        scenario.told("awaiting")(await Result { try await operation.value })
      }
      scenario.body("settle") { part.succeed(1) }
      scenario.body("cancel") { task.cancel() }
      scenario.check { try scenario.expectOne(of: "awaiting", "1", "cancelled") }
    }
  }
}
