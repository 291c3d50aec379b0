import ErrandsTesting
import GalleryJobs
import Testing

@Suite("The clock among the events", .timeLimit(.minutes(1)))
struct ClockEventTests {
  private let time = VirtualClock()

  private func withClock(
    _ other: WallClock? = nil,
    _ test: (RunningGallery, WallClock) async throws -> Void
  ) async throws {
    let clock = other ?? WallClock(clock: time)
    try await withGallery(configure: { $0.clock = clock }, respond: { .chart(for: $0) }) { gallery, _ in
      try await test(gallery, clock)
    }
  }

  /// The next event that is no sign of life, as it goes over the wire.
  private func block(_ events: inout EventReader) async throws -> String {
    while let block = try await events.block() {
      if block != ": alive" { return block }
    }
    throw EventReader.StreamEnded()
  }

  @Test("It ticks for those who listen to it, without a number, so that nobody asks for old ticks")
  func ticks() async throws {
    try await withClock { gallery, clock in
      #expect(!clock.isWatched)
      var events = try await gallery.events(topics: "clock")
      for number in 1...3 {
        try await time.sleepers(atLeast: 1)
        time.advance(by: .seconds(1))
        let block = try await block(&events)
        #expect(block.hasPrefix("event: tick\ndata: {\"tick\":\(number),\"time\":\""))
      }
    }
  }

  @Test("A plain listener hears it among everything else, and a load of music is told of as before")
  func plain() async throws {
    try await withClock { gallery, clock in
      var events = try await gallery.events()
      _ = try await events.block()
      #expect(clock.isWatched)
      _ = try await gallery.get("/api/music")
      #expect(try await events.wholeLoad().last?.facts.state == "succeeded")
      try await time.sleepers(atLeast: 1)
      time.advance(by: .seconds(1))
      #expect(try await block(&events).hasPrefix("event: tick"))
    }
  }

  @Test("Nobody listens to it, and it stands still")
  func others() async throws {
    try await withClock { gallery, clock in
      var events = try await gallery.events(topics: "loads,models,photos")
      _ = try await events.block()
      #expect(!clock.isWatched)
      _ = try await gallery.get("/api/music")
      #expect(try await events.wholeLoad().last?.facts.state == "succeeded")
      #expect(time.sleepers == 0)
    }
  }

  @Test("The last listener to leave stops it")
  func leaves() async throws {
    let time = DepartureClock()
    try await withClock(WallClock(clock: time)) { gallery, clock in
      let opened = Gate()
      let listener = Task {
        var events = try await gallery.events(topics: "clock")
        while try await events.block() != nil { opened.open() }
      }
      try await opened.wait()
      #expect(clock.isWatched)
      try await time.sleeper()
      listener.cancel()
      try await time.departure()
      #expect(!clock.isWatched)
    }
  }

  @Test(
    "Topics that there are not are a problem",
    arguments: ["", "weather", "clock,", "clock,,loads", "CLOCK"]
  )
  func unknown(topics: String) async throws {
    try await withClock { gallery, clock in
      let answer = try await gallery.get("/api/events?topics=\(topics)")
      #expect(answer.status == 400)
      #expect(try answer.problem().detail.contains("choose of clock, loads, models, photos"))
      #expect(!clock.isWatched)
    }
  }
}
