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
    try await everyInterleaving { scenario in
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
    try await everyInterleaving { scenario in
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

  /// One thread used to pass its older priority on to the work behind the other one's.
  @Test("is as urgent as its work, when it is set and raised at the same time")
  func priority() async throws {
    try await everyInterleaving(preemptions: 3) { scenario in
      let part = Part("work", in: scenario)
      let operation = ErrandOperation(part.errand)
      operation.start()
      let waiting = ErrandOperation(Errand.success(2))
      waiting.queuePriority = .high
      scenario.body("set") { operation.queuePriority = .low }
      scenario.body("raise") { waiting.addDependency(operation) }
      scenario.check {
        let work: WorkPriority = operation.queuePriority == .high ? .high : .low
        try scenario.expect(part.priority == work, "Both have the last of them.")
        part.succeed(1)
        waiting.start()
        try scenario.expectNothingGoesOn(part)
      }
    }
  }

  /// The thread that left last used to say that the queue was empty, while another one was writing the progress.
  @Test("that leaves its queue last is in the queue's progress when the queue is said to be empty")
  func progress() async throws {
    try await everyInterleaving { scenario in
      let queue = AsyncOperationQueue()
      let progress = queue.progress
      queue.isSuspended = true
      for name in ["first", "second"] {
        let operation = ErrandOperation(Errand.success(1))
        queue.addOperation(operation)
        scenario.body(name) { operation.cancel() }
      }
      scenario.task("await") {
        try? await queue.settled()
        scenario.record("empty at \(progress.completedUnitCount)")
      }
      scenario.check {
        try scenario.expect(scenario.count(of: "empty at 2") == 1, "Both count when it is empty.")
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

  @Test("whose condition ends while it is cancelled works only where that is fulfilled")
  func condition() async throws {
    try await everyInterleaving { scenario in
      let (part, work) = (Part("condition", in: scenario), Part("work", in: scenario))
      let operation = ErrandOperation(work.errand)
      operation.addCondition("there", part.errand.map { _ in scenario.record("fulfilled") })
      operation.whenSettled(on: .immediate, scenario.told("handler"))
      operation.start()
      scenario.body("fulfil") {
        part.succeed(1)
        work.succeed(2)
      }
      scenario.body("cancel") { operation.cancel() }
      scenario.check {
        work.succeed(2)
        let outcome = try scenario.expectOne(of: "handler", "2", "cancelled")
        if outcome == "2" { try scenario.expect("fulfilled", before: "work begins") }
        try scenario.expectNothingGoesOn(part, work)
      }
    }
  }

  @Test("in a category works when the one before it has ended, however that ends")
  func exclusion() async throws {
    try await everyInterleaving { scenario in
      let parts = [Part("first", in: scenario), Part("second", in: scenario)]
      let operations = parts.map { ErrandOperation($0.errand) }
      for (operation, name) in zip(operations, ["one", "other"]) {
        operation.addMutualExclusion("explored")
        operation.whenSettled(on: .immediate, scenario.told(name))
      }
      operations[0].start()
      scenario.body("start second") { operations[1].start() }
      scenario.body("settle first") { parts[0].succeed(1) }
      scenario.body("cancel first") { operations[0].cancel() }
      scenario.check {
        parts[1].succeed(2)
        try scenario.expectOne(of: "one", "1", "cancelled")
        try scenario.expectOne(of: "other", "2")
        try scenario.expectNothingGoesOn(parts[0], parts[1])
      }
    }
  }

  /// An operation that records its name.
  private static func noting(_ name: String, in scenario: Scenario) -> ErrandOperation<Int> {
    ErrandOperation(
      Errand<Int>.fromCallback { callback in
        scenario.record(name)
        callback.succeed(1)
      }
    )
  }

  @Test("behind a barrier begins when that has ended, also where what is before it is cancelled meanwhile")
  func barrier() async throws {
    try await everyInterleaving { scenario in
      let queue = AsyncOperationQueue()
      queue.isSuspended = true
      let before = Self.noting("before", in: scenario)
      before.whenSettled(on: .immediate, scenario.told("end"))
      queue.addOperation(before)
      queue.addBarrierBlock { scenario.record("barrier") }
      queue.addOperation(Self.noting("behind", in: scenario))
      scenario.body("resume") { queue.isSuspended = false }
      scenario.body("cancel") { before.cancel() }
      scenario.check {
        // Work that is cancelled in the moment in which it begins is not waited for.
        if try scenario.expectOne(of: "end", "1", "cancelled") == "1" {
          try scenario.expect("before", before: "barrier")
        }
        try scenario.expect("barrier", before: "behind")
        try scenario.expect(queue.operationCount == 0, "The queue is empty.")
      }
    }
  }

  @Test("that comes while a barrier is added is before it or behind it, and works once")
  func lateToBarrier() async throws {
    try await everyInterleaving { scenario in
      let queue = AsyncOperationQueue()
      let (before, other) = (Self.noting("before", in: scenario), Self.noting("other", in: scenario))
      scenario.body("add") {
        queue.addOperation(before)
        queue.addBarrierBlock { scenario.record("barrier") }
      }
      scenario.body("add another") { queue.addOperation(other) }
      scenario.check {
        try scenario.expect("before", before: "barrier")
        try scenario.expect(scenario.count(of: "other") == 1, "The other one has worked.")
        try scenario.expect(queue.operationCount == 0, "The queue is empty.")
      }
    }
  }

  @Test("that an errand stands on ends it once, and is cancelled with it, in the queue or before it is there")
  func bridged() async throws {
    try await everyInterleaving { scenario in
      let queue = AsyncOperationQueue()
      let part = Part("work", in: scenario)
      let errand = Errand<Int>.fromOperation("operation", in: queue) { ErrandOperation(part.errand) }
      let run = Kept<Run<Int>>()
      scenario.body("run") { run.set(errand.run(on: .immediate, completion: scenario.told("errand"))) }
      scenario.body("settle") { part.succeed(1) }
      scenario.body("cancel") { run.value?.cancel() }
      scenario.check {
        part.succeed(1)
        try scenario.expectOne(of: "errand", "1", "cancelled")
        try scenario.expectNothingGoesOn(part)
        try scenario.expect(queue.operationCount == 0, "The queue is empty.")
        run.set(nil)
      }
    }
  }
}
