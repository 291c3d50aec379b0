import ErrandsTesting

/// Many scenes in one style, in each of which two things happen at the same moment, on two real threads. What
/// is drawn in a scene until its end has to be one of the drawings that the law allows: what the owner was
/// told, a space, and what the work noticed.
struct Races {
  typealias Move = @Sendable (Scene) -> Void

  private let live = LiveObjects()
  private let scenes: [Scene]
  private let asksBefore: Bool
  private let told: Int

  /// - Parameters:
  ///   - asksBefore: Whether the owner has asked, and the work has started, before the two things happen.
  ///   - told: How many outcomes have to be told, whatever comes first.
  init(
    _ style: any StyleUnderTest,
    _ kind: Work.Kind = .callback,
    asksBefore: Bool = true,
    told: Int = 1
  ) {
    let place = Place.queue(Desk())
    scenes = (0..<Sizes.rounds).map { [live] _ in Scene(style, kind, at: place, live: live) }
    self.asksBefore = asksBefore
    self.told = told
  }

  func run(_ left: @escaping Move, against right: @escaping Move, allowed: Set<String>) async throws {
    if asksBefore { try await ask() }
    await race(over: scenes, left, right)
    try await patiently("what every owner has to be told") { [scenes, told] in
      for scene in scenes { try await scene.heard.settles(times: told) }
    }
    for scene in scenes { scene.letGo() }
    try await live.mustBeGone()
    for scene in scenes { try await scene.work.captured.mustBeGone() }
    for scene in scenes {
      let drawing = "\(scene.heard.text) \(scene.work.noticed.text)"
      try require(allowed.contains(drawing), "\"\(drawing)\" instead of one of \(allowed.sorted())")
    }
  }

  private func ask() async throws {
    for scene in scenes { scene.ask() }
    try await patiently("the work's start") { [scenes] in
      for scene in scenes { try await scene.work.hasStarted() }
    }
  }
}
