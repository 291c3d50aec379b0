import Dispatch
import Errands
import ErrandsTesting
import Testing

@Suite("In every interleaving, an errand", .timeLimit(.minutes(2)))
struct StyleExploration {
  /// Records what it is told.
  private final class Screen: RunDelegate, RunActionDelegate {
    private let scenario: Scenario

    init(_ scenario: Scenario) { self.scenario = scenario }

    func run(_ run: Run<Int>, didReport progress: RunProgress) { perform(.progress(progress)) }
    func run(_ run: Run<Int>, didSettle outcome: Result<Int, any Error>) { perform(.settled(outcome)) }

    func perform(_ action: RunEvent<Int>) {
      switch action {
      case .progress(let progress): scenario.record("done \(progress.completed)")
      case .settled(let outcome): scenario.told("delegate")(outcome)
      }
    }
  }

  @Test("tells its delegate the end once, behind its progress", arguments: ["methods", "actions"])
  func delegate(kind: String) async throws {
    try await everyInterleaving { scenario in
      let (part, screen) = (Part("work", in: scenario), Screen(scenario))
      let run =
        kind == "methods"
        ? part.errand.run(delegate: screen, on: .immediate) : part.errand.run(actions: screen, on: .immediate)
      scenario.body("settle") {
        part.report(1)
        part.succeed(1)
      }
      scenario.body("cancel") { run.cancel() }
      scenario.check {
        try scenario.expectOne(of: "delegate", "1", "cancelled")
        try scenario.expect(scenario.events.last?.hasPrefix("done") != true, "No report behind the outcome.")
        try scenario.expectNothingGoesOn(part)
        withExtendedLifetime(screen) {}
      }
    }
  }

  @Test("does not tell a delegate that is gone, and does not keep it")
  func goneDelegate() async throws {
    try await everyInterleaving { scenario in
      let part = Part("work", in: scenario)
      let held = Held(Screen(scenario), scenario.object("delegate"))
      held.use { _ = part.errand.run(delegate: $0, on: .immediate) }
      scenario.body("settle") { part.succeed(1) }
      scenario.body("let go") {
        held.letGo()
        scenario.record("gone")
      }
      scenario.check {
        try scenario.expect(scenario.outcomes(of: "delegate").count <= 1, "The end is told once.")
        if scenario.count(of: "delegate 1") == 1 {
          try scenario.expect(scenario.count(of: "work ends") == 1, "It is told what came.")
        }
        try scenario.expectNothingGoesOn(part)
      }
    }
  }

  private final class Held: Sendable {
    private let screen: Lock<(Screen, any Sendable)?>

    init(_ screen: Screen, _ object: any Sendable) { self.screen = Lock((screen, object)) }

    func use(_ body: (Screen) -> Void) {
      if let (screen, _) = screen.withLock({ $0 }) { body(screen) }
    }

    func letGo() {
      let former = screen.withLock { $0.take() }
      withExtendedLifetime(former) {}
    }
  }

  @Test("leaves its dispatch group once, behind its completion")
  func dispatchGroup() async throws {
    try await everyInterleaving { scenario in
      let (part, group) = (Part("work", in: scenario), DispatchGroup())
      let run = part.errand.run(entering: group, on: .immediate) { outcome in
        let isOver = group.wait(timeout: .now()) == .success
        scenario.record(isOver ? "is late" : "is in time")
        scenario.told("completion")(outcome)
      }
      scenario.body("settle") { part.succeed(1) }
      scenario.body("cancel") { run.cancel() }
      scenario.check {
        try scenario.expectOne(of: "completion", "1", "cancelled")
        try scenario.expect(scenario.count(of: "is in time") == 1, "The group was not over.")
        try scenario.expect(group.wait(timeout: .now()) == .success, "The group is over.")
        try scenario.expectNothingGoesOn(part)
      }
    }
  }

  @Test("whose progress is reported to another one passes on nothing behind its own outcome")
  func reporting() async throws {
    try await everyInterleaving { scenario in
      let part = Part("work", in: scenario)
      let errand = Errand<Int>.fromCallback { callback in
        let reporter = ProgressReporter(callback)
        let run = part.errand.reporting(to: reporter).run(on: .immediate) { callback($0) }
        callback.onCancel { run.cancel() }
      }
      let run = errand.begin(in: nil) { run in
        run.onProgress(on: .immediate) { scenario.record("done \($0.completed)") }
        run.whenSettled(on: .immediate, scenario.told("handler"))
      }
      scenario.body("settle") {
        part.report(1)
        part.report(2)
        part.succeed(1)
      }
      scenario.body("cancel") { run.cancel() }
      scenario.check {
        try scenario.expectOne(of: "handler", "1", "cancelled")
        try scenario.expect(scenario.events.last?.hasPrefix("done") != true, "No report behind the outcome.")
        if scenario.count(of: "done 2") == 1, scenario.count(of: "done 1") == 1 {
          try scenario.expect("done 1", before: "done 2")
        }
        try scenario.expectNothingGoesOn(part)
      }
    }
  }
}
