import ErrandsTesting

/// Many tasks that wait for what the owner of a scene waits for, and are cancelled before that comes.
final class Quitters: Sendable {
  private let scene: Scene
  private let live = LiveObjects()

  init(_ scene: Scene) { self.scene = scene }

  /// Other tests of the process allocate, too: what is left behind grows each time, and what they do does
  /// not.
  func mustLeaveNothing() async throws {
    var growth: [Int] = []
    // What the first ones find is made once and for all: threads, types, room in tables.
    try await comeAndGo()
    for _ in 0..<5 where growth.allSatisfy({ $0 >= Self.bound }) {
      let before = try Memory.resident() ?? 0
      try await comeAndGo()
      growth.append((try Memory.resident() ?? 0) - before)
    }
    try require(growth.contains { $0 < Self.bound }, "\(Sizes.givenUp) given-up waits kept \(growth) bytes")
  }

  /// The smallest object that a wait could leave behind, for each.
  private static let bound = Sizes.givenUp * 32

  private func comeAndGo() async throws {
    for _ in 0..<Sizes.givenUp / 100 {
      try await patiently("the end of those who have given up") { [scene, live] in
        guard let follow = scene.asked.value?.follow else { return }
        let begun = Events<Void>()
        let tasks = (0..<100).map { _ in
          Task { [probe = live.object("waits")] in
            begun.record(())
            do { try await follow() } catch {}
            withExtendedLifetime(probe) {}
          }
        }
        _ = try await begun.event(100)
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
      }
    }
    try await live.mustBeGone()
  }
}
