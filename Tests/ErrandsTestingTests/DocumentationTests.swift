import ErrandsTesting
import Testing

/// The examples of the documentation comments, to the letter.
@Suite("The documentation's example of", .timeLimit(.minutes(1)))
struct DocumentationTests {
  @Test("a gate")
  func gate() async throws {
    let gate = Gate()
    let task = Task {
      try await gate.wait()
      return "loaded"
    }
    #expect(!gate.isOpen)
    gate.open()
    #expect(try await task.value == "loaded")
  }

  @Test("events")
  func events() async throws {
    let progress = Events<Int>()
    Task { for percent in [0, 50, 100] { progress.record(percent) } }
    #expect(try await progress.event(3) == 100)
    #expect(progress.all == [0, 50, 100])
  }

  @Test("a virtual clock")
  func virtualClock() async throws {
    let clock = VirtualClock()
    let backOff = Task { try await clock.sleep(for: .seconds(30)) }
    try await clock.sleepers(atLeast: 1)
    clock.advance(by: .seconds(30))
    try await backOff.value
  }

  @Test("live objects")
  func liveObjects() async throws {
    let live = LiveObjects()
    let task = Task { [owner = live.object("owner")] in owner.name }
    #expect(await task.value == "owner")
    try await live.allGone()
  }

  @Test("a test that ends when its objects are gone")
  func objectsOfATest() async throws {
    try await withLiveObjects { live in
      let task = Task { [owner = live.object("owner")] in owner.name }
      #expect(await task.value == "owner")
    }
  }
}
