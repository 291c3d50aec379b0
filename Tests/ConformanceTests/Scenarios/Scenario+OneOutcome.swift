import Errands
import ErrandsTesting

extension Scenario {
  /// Law 1.
  static let oneOutcome: [Scenario] = [
    Scenario(.oneOutcome, "A value arrives", "?-v", owner: "-v", work: ">-"),
    Scenario(.oneOutcome, "An error arrives", "?-x", owner: "-x", work: ">-"),
    Scenario(.oneOutcome, "A function's value arrives", by: .function, "?-v", owner: "-v", work: ">-"),
    Scenario(.oneOutcome, "A function's error arrives", by: .function, "?-x", owner: "-x", work: ">-"),
    Scenario(.oneOutcome, "The first settlement wins", "?-v!", owner: "-v", work: ">-!"),
    Scenario(.oneOutcome, "So it does after a failure", "?-x!!", owner: "-x", work: ">-!!"),
    Scenario(.oneOutcome, "So it does later", "?-v-!-!", owner: "-v--", work: ">--!-!"),
    Scenario(.oneOutcome, "A cancelled one stays cancelled", "?-c-v!", owner: "-c-", work: ">-c-!!"),
    Scenario(.oneOutcome, "A dropped callback is an outcome", "?-~", owner: "-~", work: ">-c"),
    Scenario(.oneOutcome, "A callback may be dropped once it was called", "?-v~", owner: "-v", work: ">-"),
    Scenario(
      .oneOutcome,
      "One that is dropped in a cancelled run says nothing",
      // An instant later: where a task is cancelled before it has begun to wait, the run hears of it a little later, and the
      // drop came first, once in some thousand times.
      "?-c-~",
      owner: "-c-",
      work: ">-c-"
    ),
    Scenario(.oneOutcome, "A settlement that comes too late is recorded as an event") { style in
      let name = "late in \(style.name)"
      let late = Events<RunID>()
      let observation = Trace.observe { event in
        if event.name == name, case .lateSettlement = event.kind { late.record(event.run) }
      }
      try await Scene(style, named: name).play("?-v!!", owner: "-v", work: ">-!!")
      withExtendedLifetime(observation) {}
      try requireEqual("late settlements", late.count, 2)
    },
    Scenario(.oneOutcome, "A value and an error race", allowed: ["v >!o", "x >!o"]) {
      $0.work.succeed()
    } against: {
      $0.work.fail()
    },
    Scenario(.oneOutcome, "A value and a cancellation race", allowed: ["v >o", "c >c!o", "c >!co"]) {
      $0.work.succeed()
    } against: {
      $0.cancel()
    },
    Scenario(.oneOutcome, "A value and the dropping of the callback race", allowed: ["v >o", "~ >co"]) {
      $0.work.succeed()
    } against: {
      $0.work.abandon()
    },
  ]
}
