import Dispatch
import Errands
import ErrandsTesting

extension Scenario {
  /// Law 7. Most of it is told twice: of one who asks in the style, and of one who asks for what came back
  /// out of the style, which is the only way to see progress in a style that has none of its own.
  static let progressTellsTheTruth: [Scenario] =
    progress("seen", needs: .progress) { style, kind in Scene(style, kind) }
    + progress("passed on", needs: .progressRoundTrip) { style, kind in
      Scene(Styles.reference, kind) { errand, _ in style.roundTrip(errand) }
    } + [
      Scenario(.progressTellsTheTruth, "A slow owner gets fewer reports, and no backlog", needs: [.progress])
      {
        style in try await slowOwner(style)
      },
      Scenario(.progressTellsTheTruth, "An owner busy with one report is told the last", needs: [.progress]) {
        style in try await busyOwner(style)
      },
      Scenario(
        .progressTellsTheTruth,
        "A report under way when one cancels comes before the outcome",
        needs: [.progress, .wordOfCancellation]
      ) {
        style in try await reportUnderWay(style)
      },
      Scenario(.progressTellsTheTruth, "Reports neither replace the outcome nor follow it") { style in
        let owner = style.lacks[.progress] == nil ? "-1-2-v-" : "---v-"
        try await Scene(style).play("?-1-2-v-3!", owner: owner, work: ">----!")
      },
      Scenario(
        .progressTellsTheTruth,
        "Reporting and settling race",
        allowed: ["v >o", "1v >o", "2v >o", "3v >o", "12v >o", "13v >o", "23v >o", "123v >o"]
      ) { scene in
        for units: Int64 in 1...3 { scene.work.report(units) }
      } against: { scene in
        scene.work.succeed()
      },
    ]

  private static func progress(
    _ how: String,
    needs ability: Ability,
    _ scene: @escaping @Sendable (any StyleUnderTest, Work.Kind) -> Scene
  ) -> [Scenario] {
    let diagrams: [(sentence: String, script: String, owner: String)] = [
      ("The last report comes before the outcome", "?-1-2-v", "-1-2-v"),
      ("It comes before a failure", "?-1-9-x", "-1-9-x"),
      ("It comes before a cancellation", "?-4-c", "-4-c"),
      ("Nothing is reported after the outcome", "?-1-v-2", "-1-v-"),
      ("Nothing is reported after a failure", "?-x-2", "-x-"),
      ("Nothing is reported after a cancellation", "?-1-c-2-v", "-1-c--"),
      ("Units never go down", "?-3-1-2-4-v", "-3---4-v"),
      ("Nothing is said twice", "?-3-3-v", "-3--v"),
    ]
    let drawn = diagrams.map { diagram in
      Scenario(.progressTellsTheTruth, "\(diagram.sentence), \(how): \(diagram.script)", needs: [ability]) {
        try await scene($0, .callback).play(diagram.script, owner: diagram.owner)
      }
    }
    return drawn + [
      Scenario(.progressTellsTheTruth, "A function reports, \(how)", needs: [ability]) {
        try await scene($0, .function).play("?-1-2-v", owner: "-1-2-v")
      },
      Scenario(.progressTellsTheTruth, "Units never exceed the total, \(how)", needs: [ability]) {
        try await told(in: scene($0, .callback), [(5, 9), (20, 9), (12, 9)], ["5/9", "9/9"])
      },
      Scenario(.progressTellsTheTruth, "An unknown total is nil, \(how)", needs: [ability]) {
        try await told(in: scene($0, .callback), [(1, nil), (2, 8), (3, nil)], ["1/?", "2/8", "3/8"])
      },
    ]
  }

  /// Makes each report when the one before has arrived, or could not.
  private static func told(
    in scene: Scene,
    _ reports: [(units: Int64, total: Int64?)],
    _ expected: [String]
  ) async throws {
    guard let owner = scene.owner.value else { return }
    scene.ask()
    try await patiently("the work's start") { try await scene.work.hasStarted() }
    for (number, report) in reports.enumerated() {
      scene.work.report(report.units, of: report.total)
      let count = min(number + 1, expected.count)
      try await patiently("report \(count)") { _ = try await owner.reports.event(count) }
    }
    scene.work.succeed()
    try await patiently("the outcome") { try await scene.heard.reaches(expected.count + 1) }
    let seen = owner.reports.all.map { "\($0.completed)/\($0.total.map(String.init) ?? "?")" }
    try requireEqual("the reports", seen, expected)
    try require(scene.heard.text.last == "v", "the outcome did not come last")
  }

  private static func slowOwner(_ style: any StyleUnderTest) async throws {
    let scene = Scene(style)
    let reports = scene.owner.value?.reports
    scene.ask()
    try await patiently("the work's start") { try await scene.work.hasStarted() }
    scene.place.close()
    for units in 1...Sizes.reports { scene.work.report(units, of: Sizes.reports) }
    scene.work.succeed()
    scene.place.open()
    try await patiently("the outcome") { try await scene.heard.settles() }
    let seen = reports?.all.map(\.completed) ?? []
    try await scene.end()
    try require(seen.count <= 2 && seen.last == Sizes.reports, "\(seen.count) reports: \(seen)")
  }

  /// The last report waited until the owner was through with the first, and came to its queue behind the end.
  private static func busyOwner(_ style: any StyleUnderTest) async throws {
    let (scene, isReleased) = (Scene(style), DispatchSemaphore(value: 0))
    let reports = scene.owner.value?.reports
    scene.owner.value?.pauses { isReleased.wait() }
    scene.ask()
    try await patiently("the work's start") { try await scene.work.hasStarted() }
    scene.work.report(1)
    defer { isReleased.signal() }
    try await patiently("the first report") { _ = try await reports?.event(1) }
    scene.work.report(9)
    scene.work.succeed()
    isReleased.signal()
    try await patiently("the outcome") { try await scene.heard.settles() }
    try requireEqual("what the owner was told", scene.heard.text, "19v")
    try await scene.end()
  }

  /// Promises told their handlers at once, whatever another thread was handing over at that moment.
  private static func reportUnderWay(_ style: any StyleUnderTest) async throws {
    let threshold = Threshold()
    let scene = Scene(style, at: .queue(Desk(behind: threshold)))
    scene.ask()
    try await patiently("the work's start") { try await scene.work.hasStarted() }
    async let report: Void = onThread {
      scene.work.report(4)
      threshold.arrivals.record(())
    }
    defer { threshold.free() }
    // A style that keeps reports until they are fetched does not get stuck.
    try await patiently("the report") { _ = try await threshold.arrivals.event(1) }
    scene.cancel()
    threshold.free()
    await report
    try await patiently("the outcome") { try await scene.heard.settles() }
    try await scene.end()
    // Where the style has its handlers on another executor than its reports, one that has not begun is
    // dropped.
    try require(["4c", "c"].contains(scene.heard.text), "the owner was told \(scene.heard.text)")
  }
}
