import Errands
import ErrandsOperations
import ErrandsTesting
import Testing

/// Operations outside of a queue: those in one begin on dispatch's threads, which nobody decides for.
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
