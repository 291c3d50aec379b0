import Errands
import ErrandsTesting

extension Scenario {
  /// Laws 2 and 4: nobody waits for a stranger's executor.
  ///
  /// Whoever awaited a run stood in one line with those who were to be told of it, behind handlers for a
  /// queue that was suspended and for a main actor that was blocked: for ever, also where the run had been
  /// cancelled.
  static let strangers: [Scenario] = Standstill.Cause.allCases.flatMap { cause in
    Standing.allCases.filter { $0.mayBe(cause) }.flatMap { standing in
      let place = "\(standing.rawValue) that is \(cause.rawValue)"
      return [
        Scenario(
          .whereYouAsked,
          "A place does not hold up those who wait elsewhere: \(place)",
          needs: [.joining]
        ) { style in
          try await outcome(in: style, passing: cause, standing)
        },
        Scenario(.whereYouAsked, "Nor one who shares the work: \(place)") { style in
          try await sharedOutcome(in: style, passing: cause, standing)
        },
        Scenario(.cancelReachesTheBottom, "The owner's place does not hold up a cancellation: \(place)") {
          style in
          try await cancellation(in: style, passing: cause, standing)
        },
        Scenario(.cancelReachesTheBottom, "Nor one who goes on when the owner has left: \(place)") { style in
          try await departure(in: style, passing: cause, standing)
        },
      ]
    }
  }

  /// Where the first one stands.
  private enum Standing: String, CaseIterable, Sendable {
    case queue = "a queue"
    case actor = "an actor"
    case mainActor = "a main actor"

    var place: Place {
      switch self {
      case .queue: .queue(Desk())
      case .actor: .actor(Desk())
      case .mainActor: .mainActor
      }
    }

    /// The main queue cannot be suspended.
    func mayBe(_ cause: Standstill.Cause) -> Bool { self != .mainActor || cause == .busy }
  }

  private static func outcome(
    in style: any StyleUnderTest,
    passing cause: Standstill.Cause,
    _ standing: Standing
  ) async throws {
    let scene = Scene(style, at: standing.place)
    let standstill = try await scene.begin(before: cause)
    defer { standstill.end() }
    scene.listenAgain(as: "2", at: .queue(Desk()))
    let waiters = Waiters(scene)
    try await waiters.begin()
    scene.work.succeed()
    try await scene.isTold("2")
    scene.listenAgain(as: "3", at: .queue(Desk()))
    try await scene.isTold("23")
    try await waiters.begin()
    try await waiters.mustGet("v")
    try await scene.ends(standstill, telling: scene.listens ? "23v" : "v")
  }

  private static func sharedOutcome(
    in style: any StyleUnderTest,
    passing cause: Standstill.Cause,
    _ standing: Standing
  ) async throws {
    let sharers = Sharers()
    let scene = Scene(style, at: standing.place) { errand, _ in sharers.share(errand) }
    let standstill = try await scene.begin(before: cause)
    defer { standstill.end() }
    scene.askAgain(as: "2", at: .queue(Desk()))
    try await sharers.join(2)
    scene.work.fail()
    try await patiently("the one who stands elsewhere") { try await scene.heard.reaches(1) }
    try requireEqual("while the place stood still, the owners were told", scene.heard.text, "2")
    try await scene.ends(standstill, telling: "2x")
  }

  private static func cancellation(
    in style: any StyleUnderTest,
    passing cause: Standstill.Cause,
    _ standing: Standing
  ) async throws {
    let scene = Scene(style, at: standing.place)
    let standstill = try await scene.begin(before: cause)
    defer { standstill.end() }
    scene.listenAgain(as: "2", at: .queue(Desk()))
    let waiters = Waiters(scene)
    try await waiters.begin()
    scene.cancel()
    try await scene.work.notices(2)
    try requireEqual("the work noticed", scene.work.noticed.text, ">c")
    try await scene.isTold("2")
    try await waiters.begin()
    try await waiters.mustGet("c")
    try await scene.ends(standstill, telling: (scene.listens ? "2" : "") + scene.wordOfCancellation)
  }

  private static func departure(
    in style: any StyleUnderTest,
    passing cause: Standstill.Cause,
    _ standing: Standing
  ) async throws {
    let sharers = Sharers()
    let scene = Scene(style, at: standing.place) { errand, _ in sharers.share(errand) }
    let standstill = try await scene.begin(before: cause)
    defer { standstill.end() }
    scene.askAgain(as: "2", at: .queue(Desk()))
    try await sharers.join(2)
    scene.cancel()
    try await sharers.leave(1)
    scene.work.succeed()
    try await patiently("the one who stands elsewhere") { try await scene.heard.reaches(1) }
    try requireEqual("the work noticed", scene.work.noticed.text, ">")
    try await scene.ends(standstill, telling: "2" + scene.wordOfCancellation)
  }
}

extension Scene {
  /// Whether others can be told of the same run.
  fileprivate var listens: Bool { asked.value?.listen != nil }

  /// What the owner is told when it has cancelled.
  fileprivate var wordOfCancellation: String { style.lacks[.wordOfCancellation] == nil ? "c" : "" }

  /// Asks, and has the owner's place stand still once the work has begun.
  fileprivate func begin(before cause: Standstill.Cause) async throws -> Standstill {
    ask()
    try await patiently("the work's start") { try await self.work.hasStarted() }
    return try await Standstill(cause, at: place)
  }

  /// Where the style has others told, waits for it; the owner, who stands where nothing goes on, has not
  /// been.
  fileprivate func isTold(_ text: String) async throws {
    let text = listens ? text : ""
    try await patiently("those who stand elsewhere") { try await self.heard.reaches(text.count) }
    try requireEqual("while the place stood still, the owners were told", heard.text, text)
  }

  fileprivate func ends(_ standstill: Standstill, telling text: String) async throws {
    standstill.end()
    try await patiently("the owner") { try await self.heard.reaches(text.count) }
    try await end()
    try requireEqual("in the end, the owners were told", heard.text, text)
  }
}
