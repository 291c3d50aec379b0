import Errands
import ErrandsTesting

/// Those who wait for the run of a scene without being told anywhere, each in another way.
final class Waiters: Sendable {
  private typealias Waiting = (name: String, task: Task<Result<Token, any Error>, Never>)

  private let scene: Scene
  private let waiting = Lock<[Waiting]>([])

  init(_ scene: Scene) { self.scene = scene }

  /// One more of each begins to wait, for the run that goes on or has ended.
  func begin() async throws {
    let begun = Events<Void>()
    let waits = scene.asked.value?.waits ?? []
    for wait in waits {
      let task = Task {
        begun.record(())
        return await wait.outcome()
      }
      waiting.withLock { $0.append((wait.name, task)) }
    }
    if !waits.isEmpty { try await patiently("the waits") { _ = try await begun.event(waits.count) } }
  }

  /// Waits for all of them, and keeps none of them, nor what they were given.
  func mustGet(_ marble: Character) async throws {
    let all = waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    for (name, task) in all {
      let answers = scene.work.answers
      let seen = try await patiently(name) { answers.value?.marble(await task.value) }
      try requireEqual("the outcome for \(name)", seen, marble)
    }
  }
}
