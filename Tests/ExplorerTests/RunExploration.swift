import Errands
import ErrandsTesting
import Testing

@Suite("In every interleaving, a run", .timeLimit(.minutes(2)))
struct RunExploration {
  @Test("that is settled and cancelled ends once, and its work is stopped before anybody is told")
  func settledAndCancelled() async throws {
    try await everyInterleaving(preemptions: 3) { scenario in
      let part = Part("work", in: scenario)
      let run = part.errand.run(on: .immediate, completion: scenario.told("handler"))
      scenario.body("settle") { part.succeed(1) }
      scenario.body("cancel") { run.cancel() }
      scenario.check {
        let outcome = try scenario.expectOne(of: "handler", "1", "cancelled")
        try scenario.expectStopped("work", as: outcome, told: "handler")
      }
    }
  }

  @Test("calls a hook that is added meanwhile once where it was cancelled, and never where it was settled")
  func hookAdded() async throws {
    try await everyInterleaving { scenario in
      let run = Run<Int>(name: "run", origin: SourceLocation())
      run.whenSettled(on: .immediate, scenario.told("handler"))
      scenario.body("settle") { run.settle(.success(1)) }
      scenario.body("cancel") { run.cancel() }
      scenario.body("hook") { [object = scenario.object("captured")] in
        run.onCancel { withExtendedLifetime(object) { scenario.record("hook") } }
      }
      scenario.check {
        let outcome = try scenario.expectOne(of: "handler", "1", "cancelled")
        try scenario.expect(scenario.count(of: "hook") == (outcome == "1" ? 0 : 1), "The hook fits the end.")
      }
    }
  }

  @Test("tells a handler that is registered meanwhile once, in turn")
  func registering() async throws {
    try await everyInterleaving { scenario in
      let part = Part("work", in: scenario)
      let run = part.errand.run(on: .immediate, completion: scenario.told("first"))
      scenario.body("settle") { part.succeed(1) }
      scenario.body("register") { run.whenSettled(on: .immediate, scenario.told("second")) }
      scenario.body("cancel") { run.cancel() }
      scenario.check {
        let outcome = try scenario.expectOne(of: "first", "1", "cancelled")
        try scenario.expectOne(of: "second", outcome)
        try scenario.expect("first \(outcome)", before: "second \(outcome)")
      }
    }
  }

  @Test("hands over to an executor one who comes meanwhile, behind the one before and beside one that blocks")
  func comesMeanwhile() async throws {
    try await everyInterleaving { scenario in
      let part = Part("work", in: scenario)
      let queue = scenario.queue("queue")
      let isTold = BlockingSemaphore(value: 0)
      let run = part.errand.run(on: queue, completion: scenario.told("first"))
      run.whenSettled(on: .immediate) { _ in isTold.wait() }
      scenario.body("settle") { part.succeed(1) }
      scenario.body("register") {
        run.whenSettled(on: queue) { outcome in
          scenario.told("second")(outcome)
          isTold.signal()
        }
      }
      scenario.check {
        try scenario.expectOne(of: "first", "1")
        try scenario.expectOne(of: "second", "1")
        try scenario.expect("first 1", before: "second 1")
      }
    }
  }

  @Test("hands over to an executor in the order of registration, once each")
  func delivered() async throws {
    try await everyInterleaving { scenario in
      let part = Part("work", in: scenario)
      let queue = scenario.queue("queue")
      let run = part.errand.run(on: queue, completion: scenario.told("first"))
      run.whenSettled(on: queue, scenario.told("second"))
      scenario.body("settle") { part.succeed(1) }
      scenario.body("cancel") { run.cancel() }
      scenario.check {
        let outcome = try scenario.expectOne(of: "first", "1", "cancelled")
        try scenario.expectOne(of: "second", outcome)
        try scenario.expect("first \(outcome)", before: "second \(outcome)")
      }
    }
  }

  @Test("calls a handler once whose executor calls it twice, on two threads")
  func calledTwice() async throws {
    try await everyInterleaving { scenario in
      let part = Part("work", in: scenario)
      let twice = Delivery { work in
        for name in ["one", "other"] { scenario.body(name, work) }
      }
      let run = part.errand.run(on: twice, completion: scenario.told("first"))
      run.whenSettled(on: .immediate, scenario.told("second"))
      scenario.body("settle") { part.succeed(1) }
      scenario.check {
        try scenario.expectOne(of: "first", "1")
        try scenario.expectOne(of: "second", "1")
      }
    }
  }

  @Test("goes on with its handlers where an executor throws one away")
  func thrownAway() async throws {
    try await everyInterleaving { scenario in
      let part = Part("work", in: scenario)
      let run = part.errand.run(on: Delivery { _ in }, completion: scenario.told("first"))
      scenario.body("settle") { part.succeed(1) }
      scenario.body("register") { run.whenSettled(on: .immediate, scenario.told("second")) }
      scenario.body("cancel") { run.cancel() }
      scenario.check {
        try scenario.expectOne(of: "second", "1", "cancelled")
        try scenario.expect(scenario.outcomes(of: "first").isEmpty, "What is thrown away is not called.")
      }
    }
  }

  @Test("tells of its end once, behind its progress, in a stream that is left or read to its end")
  func events() async throws {
    try await everyInterleaving { scenario in
      let part = Part("work", in: scenario)
      let task = scenario.task("read") {
        for await event in part.errand.events() {
          switch event {
          case .progress(let progress): scenario.record("done \(progress.completed)")
          case .settled(let outcome): scenario.told("stream")(outcome)
          }
        }
      }
      scenario.body("settle") {
        part.report(1)
        part.succeed(1)
      }
      scenario.body("cancel") { task.cancel() }
      scenario.check {
        try scenario.expect(scenario.outcomes(of: "stream").count <= 1, "The end is told once.")
        try scenario.expect(scenario.events.last?.hasPrefix("done") != true, "No report behind the outcome.")
        try scenario.expectNothingGoesOn(part)
      }
    }
  }

  @Test("reports progress that never goes down, and nothing behind the outcome")
  func progress() async throws {
    try await everyInterleaving { scenario in
      let part = Part("work", in: scenario)
      let run = part.errand.begin(in: nil) { run in
        run.onProgress(on: .immediate) { scenario.record("done \($0.completed)") }
        run.whenSettled(on: .immediate, scenario.told("handler"))
      }
      scenario.body("report") {
        part.report(1)
        part.report(2)
      }
      scenario.body("settle") { part.succeed(1) }
      scenario.body("cancel") { run.cancel() }
      scenario.check {
        try scenario.expectOne(of: "handler", "1", "cancelled")
        let done = scenario.outcomes(of: "done")
        try scenario.expect(done == done.sorted() && Set(done).count == done.count, "Progress goes up.")
        let known = run.progress.map { "\($0.completed)" }
        try scenario.expect(done.last == known, "What the run knows has been told.")
        try scenario.expect(scenario.events.last?.hasPrefix("done") != true, "The outcome comes last.")
      }
    }
  }

  @Test("whose reports come from two threads passes on the greater one last")
  func twoReport() async throws {
    try await everyInterleaving { scenario in
      let part = Part("work", in: scenario)
      let run = part.errand.begin(in: nil) { run in
        run.onProgress(on: .immediate) { scenario.record("done \($0.completed)") }
      }
      scenario.body("one") { part.report(1) }
      scenario.body("other") { part.report(2) }
      scenario.check {
        try scenario.expect(scenario.events.last == "done 2", "The last report says how far it is.")
        try scenario.expect(run.progress?.completed == 2, "The run knows how far it is.")
        run.cancel()
      }
    }
  }

  @Test("of an operator tells the last report that was made before the end, whoever has another one in hand")
  func lastReport() async throws {
    let operators: [@Sendable (Errand<Int>) -> Errand<Int>] = [
      { $0.map { $0 } },
      { $0.retry() },
      { $0.shared() },
    ]
    for make in operators {
      try await everyInterleaving { scenario in
        let part = Part("work", in: scenario)
        _ = make(part.errand).begin(in: nil) { run in
          run.onProgress(on: .immediate) { scenario.record("done \($0.completed)") }
          run.whenSettled(on: .immediate, scenario.told("handler"))
        }
        scenario.body("report") { part.report(1) }
        scenario.body("report and settle") {
          part.report(2)
          part.succeed(1)
        }
        scenario.check {
          try scenario.expectOne(of: "handler", "1")
          try scenario.expect("done 2", before: "handler 1")
        }
      }
    }
  }

  @Test("whose callback is forgotten while it is cancelled ends once")
  func forgotten() async throws {
    try await everyInterleaving(preemptions: 3) { scenario in
      let part = Part("work", in: scenario)
      let run = part.errand.run(on: .immediate, completion: scenario.told("handler"))
      scenario.body("forget") { part.forget() }
      scenario.body("cancel") { run.cancel() }
      scenario.check {
        try scenario.expectOne(of: "handler", "abandoned", "cancelled")
        try scenario.expect(scenario.count(of: "work stops") == 1, "The work is stopped.")
      }
    }
  }

  @Test("wakes one who awaits it when it is settled, and one whose task is cancelled")
  func awaited() async throws {
    try await everyInterleaving { scenario in
      let part = Part("work", in: scenario)
      let run = part.errand.run()
      let task = scenario.task("await") { scenario.told("awaiting")(await Result { try await run.value }) }
      scenario.body("settle") { part.succeed(1) }
      scenario.body("cancel") { task.cancel() }
      scenario.check { try scenario.expectOne(of: "awaiting", "1", "cancelled") }
    }
  }

  @Test("is cancelled with the task that waits for its errand")
  func waitingTask() async throws {
    try await everyInterleaving { scenario in
      let part = Part("work", in: scenario)
      let task = scenario.task("await") { scenario.told("awaiting")(await part.errand.outcome()) }
      scenario.body("cancel") { task.cancel() }
      scenario.check {
        let outcome = try scenario.expectOne(of: "awaiting", "cancelled")
        try scenario.expectStopped("work", as: outcome, told: "awaiting")
      }
    }
  }

  @Test("of a task cancels the task, however early it comes")
  func task() async throws {
    try await everyInterleaving { scenario in
      let errand = Errand<Int> {
        let object = scenario.object("task")
        // Nothing but the cancellation of the task ends this.
        defer { withExtendedLifetime(object) {} }
        return try await Settlement<Int>().value()
      }
      let run = Kept<Run<Int>>()
      scenario.body("run") { run.set(errand.run(on: .immediate, completion: scenario.told("handler"))) }
      scenario.body("cancel") { run.value?.cancel() }
      scenario.check {
        run.take()?.cancel()
        try scenario.expectOne(of: "handler", "cancelled")
      }
    }
  }
}
