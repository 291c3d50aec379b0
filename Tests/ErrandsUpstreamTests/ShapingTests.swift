import ErrandsTesting
import NIOHTTP1
import Testing

@testable import ErrandsUpstream

@Suite("A server is as slow as it is told to be", .timeLimit(.minutes(1)))
struct ShapingTests {
  @Test("before the first byte")
  func latency() async throws {
    let clock = VirtualClock()
    let shaping = Shaping(latency: .milliseconds(300))
    try await withUpstream(shaping: shaping, clock: clock, respond: { _ in .ok("late") }) { upstream in
      let client = try RawClient(port: upstream.port)
      try await client.get("/")
      try await clock.sleepers(atLeast: 1)
      clock.advance(by: .milliseconds(299))
      #expect(clock.sleepers == 1)
      #expect(upstream.bytesSent == 0)
      clock.advance(by: .milliseconds(1))
      _ = try await client.receive(until: "\n\nlate")
    }
  }

  @Test("in bytes a second, to the byte")
  func bandwidth() async throws {
    let clock = VirtualClock()
    let script = Script(
      framing: .raw,
      shaping: Shaping(bandwidth: 1_000),
      steps: [.repeating([0x2a], count: 2_500)]
    )
    try await withUpstream(clock: clock, respond: { _ in script }) { upstream in
      let client = try RawClient(port: upstream.port)
      try await client.get("/")
      for _ in 1...2 {
        try await clock.sleepers(atLeast: 1)
        clock.advance(by: .seconds(1))
        _ = try await client.receive(count: 1_000)
      }
      try await clock.sleepers(atLeast: 1)
      #expect(upstream.bytesSent == 2_000)
      clock.advance(by: .milliseconds(500))
      #expect(try await client.receiveAll().length == 500)
      #expect(clock.now == .init(offset: .milliseconds(2_500)))
    }
  }

  // What would have been sent meanwhile was sent at once behind it: a lost packet cost nothing.
  @Test("and makes up for no pause", arguments: [true, false])
  func pause(isDelay: Bool) async throws {
    let clock = VirtualClock()
    let pause = isDelay ? Script.Step.delay(.seconds(1)) : .wait { try await clock.sleep(for: .seconds(1)) }
    let second = Script.Step.repeating([0x2a], count: 1_000)
    let script = Script(framing: .raw, shaping: Shaping(bandwidth: 1_000), steps: [second, pause, second])
    try await withUpstream(clock: clock, respond: { _ in script }) { upstream in
      let client = try RawClient(port: upstream.port)
      try await client.get("/")
      for sent in [0, 1_000, 1_000] {
        try await clock.sleepers(atLeast: 1)
        #expect(upstream.bytesSent == sent)
        clock.advance(by: .seconds(1))
        if sent == 0 { _ = try await client.receive(count: 1_000) }
      }
      #expect(try await client.receiveAll().length == 1_000)
      #expect(clock.now == .init(offset: .seconds(3)))
    }
  }

  @Test("nor for a client that was slow")
  func slowClient() async throws {
    let (clock, written) = (VirtualClock(), Events<Duration>())
    // What a piece of six bytes takes.
    let piece = Duration.microseconds(46_875)
    let script = Script(framing: .raw, steps: [.repeating([0x2a], count: 24)])
    let request = IncomingRequest(HTTPRequestHead(version: .http1_1, method: .GET, uri: "/"), connection: 1)
    let playing = Task {
      var playback = Playback(
        script,
        plan: ResponsePlan(script, answering: request),
        shaping: Shaping(bandwidth: 128),
        clock: clock
      ) { _ in
        written.record(clock.now.offset)
        if written.count == 1 { clock.advance(by: .seconds(5)) }
      }
      return await playback.play()
    }
    for _ in 1...3 {
      try await clock.sleepers(atLeast: 1)
      clock.advance(by: piece)
    }
    #expect(await playing.value.last.readableBytes == 6)
    #expect(written.all == [piece, piece + .seconds(5), piece * 2 + .seconds(5)])
    #expect(clock.now.offset == piece * 3 + .seconds(5))
  }

  @Test("unless the script has its own mind about it")
  func override() async throws {
    let shaping = Shaping(latency: .seconds(3_600))
    let quick = Script(shaping: Shaping.none, steps: [.text("quick")])
    try await withUpstream(shaping: shaping, respond: { _ in quick }) { upstream in
      let client = try RawClient(port: upstream.port)
      try await client.get("/")
      _ = try await client.receive(until: "\n\nquick")
    }
  }

  @Test("in real time, too")
  func realTime() async throws {
    let script = Script(
      shaping: Shaping(latency: .milliseconds(20), bandwidth: 100_000),
      steps: [.repeating([1], count: 4_900)]
    )
    try await withUpstream(script) { upstream in
      let begin = ContinuousClock.now
      _ = try await answer(from: upstream, to: "GET / HTTP/1.1\nConnection: close\n\n")
      #expect(begin.duration(to: .now) >= .milliseconds(69))
    }
  }
}
