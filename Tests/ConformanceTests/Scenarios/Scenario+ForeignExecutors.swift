import Errands
import ErrandsTesting

extension Scenario {
  /// Laws 1 and 2, of an executor that calls the work it was given again and again, or throws it away.
  ///
  /// The first had handlers called twice; the second had those wait for ever who came behind them.
  static let foreignExecutors: [Scenario] =
    (["v", "x", "c", "~"] as [Character]).flatMap { end in
      [
        Scenario(
          .oneOutcome,
          "An executor that calls again tells the owner once: ?-1-\(end)",
          needs: [.foreignExecutor]
        ) { style in
          try await again(style, end)
        },
        Scenario(
          .whereYouAsked,
          "One that throws away what it is given holds up nobody: ?-1-\(end)",
          needs: [.foreignExecutor]
        ) { style in
          try await thrownAway(style, end)
        },
      ]
    } + [
      Scenario(
        .oneOutcome,
        "What stands behind a handler that is called again ends once, and well",
        needs: [.foreignExecutor, .chaining]
      ) { style in
        try await behind(style, .callsAgain) { try $0.get() }
      },
      Scenario(
        .oneOutcome,
        "What stands behind a handler that is thrown away is told so",
        needs: [.foreignExecutor, .chaining]
      ) { style in
        try await behind(style, .drops) { outcome in
          guard case .failure(is AbandonedError) = outcome else {
            throw Violation("\(outcome) instead of a loss")
          }
        }
      },
    ]

  private static func again(_ style: any StyleUnderTest, _ end: Character) async throws {
    let executor = ForeignExecutor(.callsAgain)
    let scene = Scene(style, at: .foreign(executor))
    let report = style.lacks[.progress] == nil ? "1" : "-"
    let owner = report == "1" ? "-1-\(end)" : "--\(end)"
    try await scene.play("?-1-\(end)", owner: owner)
    try await patiently("the last call") { try await executor.isThrough() }
    let told = style.lacks[.wordOfCancellation] == nil || end != "c" ? owner : String(owner.dropLast())
    try requireEqual("behind the last call, the owner had been told", scene.heard.text, told)
  }

  private static func thrownAway(_ style: any StyleUnderTest, _ end: Character) async throws {
    let executor = ForeignExecutor(.drops)
    let sharers = Sharers()
    let scene = Scene(style, at: .foreign(executor)) { errand, _ in sharers.share(errand) }
    scene.ask()
    try await patiently("the work's start") { try await scene.work.hasStarted() }
    scene.listenAgain(as: "o", at: .queue(Desk()))
    let waiters = Waiters(scene)
    try await waiters.begin()
    // With another who shares it, the work would go on when the owner has cancelled.
    if end != "c" {
      scene.askAgain(as: "o", at: .queue(Desk()))
      try await sharers.join(2)
    }
    scene.work.report(1)
    switch end {
    case "v": scene.work.succeed()
    case "x": scene.work.fail()
    case "c": scene.cancel()
    default: scene.work.abandon()
    }
    let told = (scene.asked.value?.listen == nil ? 0 : 1) + (end == "c" ? 0 : 1)
    try await patiently("those who stand elsewhere") { try await scene.heard.settles(times: told) }
    try await waiters.begin()
    try await waiters.mustGet(end)
    if end == "c" || end == "~" { try await scene.work.notices(2) }
    try requireEqual("the work noticed", scene.work.noticed.text, end == "c" || end == "~" ? ">c" : ">")
    try await patiently("the executor") { try await executor.isThrough() }
    try await scene.end()
    let outcomes = scene.heard.text.filter { $0 != "1" }
    try requireEqual("the owners were told", outcomes, String(repeating: "o", count: told))
  }

  private static func behind(
    _ style: any StyleUnderTest,
    _ manner: ForeignExecutor.Manner,
    check: @Sendable (Result<Void, any Error>) throws -> Void
  ) async throws {
    let scene = Scene(style, at: .foreign(ForeignExecutor(manner)))
    scene.ask()
    try await patiently("the work's start") { try await scene.work.hasStarted() }
    scene.work.succeed()
    try check(
      await patiently("the end of what stands behind") {
        do { return .success(try await scene.asked.value?.behind?() ?? ()) } catch { return .failure(error) }
      }
    )
    try await scene.end()
    try requireEqual("the owner was told", scene.heard.text, manner == .drops ? "" : "v")
  }
}
