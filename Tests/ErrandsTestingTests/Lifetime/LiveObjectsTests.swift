import ErrandsTesting
import Testing

@Suite("A counter of live objects", .timeLimit(.minutes(1)))
struct LiveObjectsTests {
  @Test("counts an object until it is freed, by name")
  func counts() {
    let live = LiveObjects()
    #expect(live.count == 0)
    var owners = [live.object("owner"), live.object("owner")]
    var loader: LiveObjects.Object? = live.object("loader")
    #expect(loader?.name == "loader")
    #expect(live.count == 3)
    #expect(live.names == ["owner": 2, "loader": 1])
    owners.removeLast()
    loader = nil
    #expect(live.names == ["owner": 1])
    owners.removeAll()
    #expect(live.names.isEmpty)
    #expect(live.count == 0)
  }

  @Test("waits until the last object is freed, wherever that happens")
  func waitsForAll() async throws {
    let live = LiveObjects()
    try await live.allGone()
    let gate = Gate()
    for name in ["a", "b", "c"] {
      Task { [object = live.object(name)] in
        try await gate.wait()
        withExtendedLifetime(object) {}
      }
    }
    #expect(live.count == 3)
    gate.open()
    try await live.allGone()
    #expect(live.count == 0)
  }

  @Test("names what leaked")
  func namesLeak() async {
    final class Node {
      let object: LiveObjects.Object
      var next: Node?
      init(_ object: LiveObjects.Object) { self.object = object }
    }
    let live = LiveObjects()
    let node = Node(live.object("node in a cycle"))
    node.next = node
    let waiting = Task { try await live.allGone() }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    #expect(live.names == ["node in a cycle": 1])
    node.next = nil
  }

  @Test("fails a test that ends before its objects do, and says which")
  func stillAlive() async {
    let kept = Events<LiveObjects.Object>()
    let leaking = Task {
      try await withLiveObjects { live in
        for name in ["screen", "loader", "loader"] { kept.record(live.object(name)) }
      }
    }
    leaking.cancel()
    let error = await #expect(throws: StillAliveError.self) { try await leaking.value }
    #expect(error?.names == ["screen": 1, "loader": 2])
    #expect(error?.description == "Still alive at the end of the test: loader (2), screen (1).")
    withExtendedLifetime(kept) {}
  }

  @Test("ends a test with its answer, when the last of its objects is gone")
  func answer() async throws {
    let gate = Gate()
    let test = Task {
      try await withLiveObjects { live in
        Task { [object = live.object("late")] in
          try await gate.wait()
          withExtendedLifetime(object) {}
        }
        return "answer"
      }
    }
    gate.open()
    #expect(try await test.value == "answer")
  }

  @Test("may outlive its owner's interest in it")
  func objectKeepsCounter() {
    var live: LiveObjects? = LiveObjects()
    let object = live?.object("survivor")
    live = nil
    #expect(object?.name == "survivor")
  }
}
