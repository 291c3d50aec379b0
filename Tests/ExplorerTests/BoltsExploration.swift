import Errands
import ErrandsBolts
import ErrandsTesting
import Testing

private typealias BoltsTask = ErrandsBolts.Task

@Suite("In every interleaving, a Bolts task", .timeLimit(.minutes(2)))
struct BoltsExploration {
  private static func watch(_ task: BoltsTask<Int>, _ name: String, _ scenario: Scenario) {
    task.continueWith(.immediate) { task in
      scenario.record("\(name) \(task.result.map(String.init) ?? (task.cancelled ? "cancelled" : "failed"))")
    }
  }

  @Test("that two set, and one cancels, has one end, which each continuation sees once")
  func set() async throws {
    try await everyInterleaving { scenario in
      let source = TaskCompletionSource<Int>()
      Self.watch(source.task, "first", scenario)
      scenario.body("set") { if source.trySet(result: 1) { scenario.record("winner 1") } }
      scenario.body("cancel") { source.task.cancel() }
      scenario.body("continue") { Self.watch(source.task, "second", scenario) }
      scenario.check {
        let end = try scenario.expectOne(of: "first", "1", "cancelled")
        try scenario.expectOne(of: "second", end)
        try scenario.expect((scenario.count(of: "winner 1") == 1) == (end == "1"), "Who wins is told so.")
      }
    }
  }

  @Test("whose token is cancelled while it ends has one end")
  func token() async throws {
    try await everyInterleaving { scenario in
      let source = TaskCompletionSource<Int>()
      let tokens = CancellationTokenSource()
      let task = source.task.continueOnSuccessWith(.immediate, cancellationToken: tokens.token) { $0 + 1 }
      Self.watch(task, "end", scenario)
      scenario.body("set") { source.set(result: 1) }
      scenario.body("cancel") { tokens.cancel() }
      scenario.check { try scenario.expectOne(of: "end", "2", "cancelled") }
    }
  }

  @Test("of a continuation that answers with work is cancelled with that work")
  func adoption() async throws {
    try await everyInterleaving { scenario in
      let (first, second) = (Part("first", in: scenario), Part("second", in: scenario))
      let tail = first.errand.boltsTask().continueOnSuccessWithTask(.immediate) { _ in
        second.errand.boltsTask()
      }
      Self.watch(tail, "tail", scenario)
      scenario.body("set") { first.succeed(1) }
      scenario.body("cancel") { tail.cancel() }
      scenario.check {
        try scenario.expectOne(of: "tail", "cancelled")
        try scenario.expectNothingGoesOn(first, second)
      }
    }
  }

  @Test("for which one waits ends with who waits, however early that is cancelled")
  func cancelledWait() async throws {
    try await everyInterleaving { scenario in
      let part = Part("work", in: scenario)
      let bolts = part.errand.boltsTask()
      let task = scenario.task("await") {
        scenario.told("awaiting")(await Result { try await bolts.value })
      }
      scenario.body("cancel") { task.cancel() }
      scenario.check {
        try scenario.expectOne(of: "awaiting", "cancelled")
        try scenario.expectNothingGoesOn(part)
      }
    }
  }

  @Test("for all of several counts each of them once")
  func all() async throws {
    try await everyInterleaving { scenario in
      let sources = [TaskCompletionSource<Int>(), TaskCompletionSource<Int>()]
      let all = BoltsTask<Int>.whenAllResult(sources.map(\.task))
      all.continueWith(.immediate) { task in scenario.record("all \(task.result ?? [])") }
      for (index, source) in sources.enumerated() {
        scenario.body("set \(index)") { source.set(result: index) }
      }
      scenario.check { try scenario.expectOne(of: "all", "[0, 1]") }
    }
  }

  @Test("for any of several ends once, also where all of them are given up")
  func any() async throws {
    try await everyInterleaving(preemptions: 3) { scenario in
      let sources = [Kept(TaskCompletionSource<Int>()), Kept(TaskCompletionSource<Int>())]
      let any = BoltsTask<Int>.whenAny(sources.compactMap { $0.value?.task })
      let run = any.errand().run(on: .immediate) { scenario.told("any")($0.map { 0 }) }
      for (index, source) in sources.enumerated() { scenario.body("drop \(index)") { source.letGo() } }
      scenario.check {
        try scenario.expectOne(of: "any", "abandoned")
        try scenario.expect(run.outcome != nil, "The task ends.")
      }
    }
  }

  @Test("that is tied to a scope which ends meanwhile is cancelled with it")
  func tied() async throws {
    try await everyInterleaving { scenario in
      let (scope, source) = (Scope(), TaskCompletionSource<Int>())
      scenario.body("tie") { Self.watch(source.task.tied(to: scope), "tied", scenario) }
      scenario.body("end") { scope.cancel() }
      scenario.check {
        try scenario.expectOne(of: "tied", "cancelled")
        try scenario.expect(source.task.cancelled && scope.runCount == 0, "Nothing is left of it.")
      }
    }
  }

  // Between the look whether a report is being told and the end of who hears it, another report began.
  @Test(
    "that is cancelled while work which goes on reports ends behind the report",
    arguments: [false, true]
  )
  func report(isLinkBehind: Bool) async throws {
    try await everyInterleaving { scenario in
      let part = Part("work", in: scenario)
      let first = part.errand.boltsTask()
      let other = first.continueOnSuccessWith(.immediate) { $0 }
      let task = first.continueOnSuccessWith(.immediate) { $0 }
      let end = isLinkBehind ? task.continueOnSuccessWith(.immediate) { $0 } : task
      end.onProgress(.immediate) { _ in
        scenario.record("report begins")
        // A place of choice.
        _ = other.completed
        scenario.record("report ends")
      }
      Self.watch(end, "end", scenario)
      scenario.body("report") { part.report(1) }
      scenario.body("cancel") { task.cancel() }
      scenario.check {
        try scenario.expectOne(of: "end", "cancelled")
        if scenario.count(of: "report begins") > 0 {
          try scenario.expect("report ends", before: "end cancelled")
        }
        other.cancel()
        try scenario.expectNothingGoesOn(part)
      }
    }
  }
}
