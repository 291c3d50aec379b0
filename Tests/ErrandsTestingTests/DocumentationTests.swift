import ErrandsTesting
import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

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

  @Test("header fields")
  func headerFields() {
    let headers: HeaderFields = ["ETag": "\"a1\"", "Set-Cookie": "a=1", "Set-Cookie": "b=2"]
    #expect(headers["etag"] == "\"a1\"")
    #expect(headers.values(of: "Set-Cookie") == ["a=1", "b=2"])
  }

  @Test("a script")
  func script() async throws {
    let gate = Gate()
    let script = Script(
      headers: ["Content-Type": "image/gif"],
      steps: [.text("GIF89a"), .wait(gate), .bytes([0x3b])]
    )
    try await withUpstream(script) { upstream in
      let client = try RawClient(port: upstream.port)
      try await client.get("/")
      _ = try await client.receive(until: "GIF89a")
      gate.open()
      #expect(try await client.receive(count: 1) == ";")
    }
  }

  @Test("a scripted upstream, with a client that others use")
  func scriptedUpstream() async throws {
    let upstream = try await ScriptedUpstream.start { request in
      request.path == "/a" ? .ok("hello") : .status(503, headers: ["Retry-After": "1"])
    }
    let (data, _) = try await URLSession.shared.data(from: upstream.url("/a"))
    #expect(String(decoding: data, as: UTF8.self) == "hello")
    #expect(upstream.requests.map(\.path) == ["/a"])
    await upstream.stop()
  }
}
