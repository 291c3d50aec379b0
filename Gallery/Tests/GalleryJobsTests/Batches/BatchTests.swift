import Errands
import ErrandsTesting
import Testing

@testable import GalleryJobs

@Suite("A batch, in every style", .timeLimit(.minutes(1)))
struct BatchTests {
  private struct Wrong: Error {}

  @Test("begins every member at once, and tells each as it ends", arguments: JobStyle.allCases)
  func order(_ style: JobStyle) async throws {
    let members = ManualMembers(4)
    let told = Told()
    let run = Batch("members", members.errands(), tell: told.record).all(by: style).run()
    try await members.allBegun()
    for index in [2, 0, 3, 1] {
      #expect(run.outcome == nil)
      try await members.callback(index).succeed("value \(index)")
      _ = try await told.events.first { $0.index == index }
    }
    try await run.value
    #expect(told.events.all.map(\.index) == [2, 0, 3, 1])
    #expect(told.values == (0..<4).map { "value \($0)" })
  }

  @Test("leaves the others alone where a member fails", arguments: JobStyle.allCases)
  func failing(_ style: JobStyle) async throws {
    let members = ManualMembers(4)
    let told = Told()
    let run = Batch("members", members.errands(), tell: told.record).all(by: style).run()
    try await members.callback(1).fail(Wrong())
    try await members.callback(3).fail(CancellationError())
    for index in [1, 3] { _ = try await told.events.first { $0.index == index } }
    #expect(run.outcome == nil)
    for index in [0, 2] { try await members.callback(index).succeed("value \(index)") }
    try await run.value
    #expect(told.values == ["value 0", "Wrong()", "value 2", "cancelled"])
    #expect(members.stopped.all.isEmpty)
  }

  @Test("of nothing is done", arguments: JobStyle.allCases)
  func empty(_ style: JobStyle) async throws {
    let told = Told()
    try await Batch("members", [], tell: told.record).all(by: style).value()
    #expect(told.events.all.isEmpty)
  }

  @Test("may have members that have ended already", arguments: JobStyle.allCases)
  func ended(_ style: JobStyle) async throws {
    let told = Told()
    let members: [Errand<String>] = [.success("value 0"), .failure(Wrong()), .success("value 2")]
    try await Batch("members", members, tell: told.record).all(by: style).value()
    #expect(told.values == ["value 0", "Wrong()", "value 2"])
  }

  @Test("has told of all when it ends, however many end at the same moment", arguments: JobStyle.allCases)
  func together(_ style: JobStyle) async throws {
    for _ in 0..<50 {
      let members = ManualMembers(8)
      let told = Told()
      let run = Batch("members", members.errands(), tell: told.record).all(by: style).run()
      try await members.allBegun()
      await withThrowingTaskGroup { group in
        for index in 0..<8 { group.addTask { try await members.callback(index).succeed("value \(index)") } }
      }
      try await run.value
      #expect(told.values == (0..<8).map { "value \($0)" })
    }
  }

  @Test(
    "that is cancelled ends at once, stops every member's work, and tells of each",
    arguments: JobStyle.allCases
  )
  func cancelled(_ style: JobStyle) async throws {
    try await withLiveObjects { live in
      let members = ManualMembers(4)
      let told = Told()
      let errands = members.errands(holding: live.object("work"))
      let run = Batch("members", errands) { [probe = live.object("listener")] in
        withExtendedLifetime(probe) {}
        told.record($0, $1)
      }.all(by: style).run()
      try await members.allBegun()
      try await members.callback(2).succeed("value 2")
      _ = try await told.events.event(1)
      run.cancel()
      await #expect(throws: CancellationError.self) { try await run.value }
      _ = try await members.stopped.event(3)
      _ = try await told.events.event(4)
      #expect(members.stopped.all.sorted() == [0, 1, 3])
      #expect(told.values == ["cancelled", "cancelled", "value 2", "cancelled"])
      #expect(told.events.count == 4)
    }
  }

  /// What a member has done is lost where it is told of as cancelled, and counted twice where it is told of again.
  @Test("that is cancelled while members end tells of each once", arguments: JobStyle.allCases)
  func race(_ style: JobStyle) async throws {
    for _ in 0..<100 {
      let members = ManualMembers(8)
      let told = Told()
      let won = Events<Int>()
      let run = Batch("members", members.errands(), tell: told.record).all(by: style).run()
      try await members.allBegun()
      await withThrowingTaskGroup { group in
        for index in 0..<8 {
          group.addTask {
            if try await members.callback(index).succeed("value \(index)") { won.record(index) }
          }
        }
        group.addTask { run.cancel() }
      }
      _ = try await told.events.event(8)
      #expect(told.events.count == 8)
      let expected = (0..<8).map { won.all.contains($0) ? "value \($0)" : "cancelled" }
      #expect(told.values == expected)
    }
  }
}

/// What was told of the members.
private final class Told: Sendable {
  let events = Events<(index: Int, outcome: Result<String, any Error>)>()

  @Sendable func record(_ index: Int, _ outcome: Result<String, any Error>) {
    events.record((index, outcome))
  }

  /// In the order of the members.
  var values: [String] {
    events.all.sorted { $0.index < $1.index }.map { event in
      switch event.outcome {
      case .success(let value): value
      case .failure(is CancellationError): "cancelled"
      case .failure(let error): "\(error)"
      }
    }
  }
}
