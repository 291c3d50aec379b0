import ErrandsLoading
import ErrandsTesting
import ErrandsUpstream
import Foundation
import GalleryJobs
import Testing

@Suite("GET /api/loads", .timeLimit(.minutes(1)))
struct LoadsRoutesTests {
  @Test("It tells who asked, in which style, and what was done for that", arguments: JobStyle.allCases)
  func load(_ style: JobStyle) async throws {
    try await withGallery(respond: { .chart(for: $0) }) { gallery, _ in
      let name = "load-\(style.rawValue)"
      _ = try await gallery.get("/api/music?country=vn&style=\(style.rawValue)", fields: ["X-Load": name])
      // It is noted beside the answer, which may be there first.
      _ = try await gallery.noted.event(1)
      let loads = try await gallery.loads()
      let root = try #require(loads.runs.first { $0.load == name })
      #expect((root.job, root.style, root.label) == ("music", style.rawValue, "chart vn albums"))
      #expect((root.outcome, root.error) == ("succeeded", nil))
      let family = loads.family(of: root)
      let phases = family.flatMap { $0.phases ?? [] }.map(\.name)
      #expect(phases.contains("requesting") && phases.contains("receiving"), "\(phases)")
      #expect(family.contains { $0.from == "server" && $0.attempts == 1 && ($0.bytes ?? 0) > 100 })
      #expect(family.allSatisfy { ($0.ended ?? .max) <= loads.now })
    }
  }

  @Test("What is in flight is there while it is, and cancelled when its client has left")
  func inFlight() async throws {
    try await withGallery(respond: { _ in .stalled }) { gallery, upstream in
      let asking = Task { try await gallery.get("/api/music", fields: ["X-Load": "stalled"]) }
      _ = try await upstream.request(1)
      let root = try #require(try await gallery.loads().runs.first { $0.load == "stalled" })
      #expect(root.ended == nil && root.outcome == nil)
      let text = try await gallery.get("/api/loads?as=text")
      #expect(text.fields["Content-Type"] == "text/plain; charset=utf-8")
      #expect(text.text.contains("in flight") && text.text.contains("chart"))
      asking.cancel()
      _ = try await gallery.log.first { $0.status == 499 }
      let ended = try #require(try await gallery.loads().runs.first { $0.id == root.id })
      #expect(ended.outcome == "cancelled")
    }
  }

  @Test("Of two that want the same one names the other, whose work it shared")
  func shared() async throws {
    let gate = Gate()
    let respond: @Sendable (RecordedRequest) async throws -> Script = { request in
      if request.path != "/articles" { try await gate.wait() }
      return try await Script.covers(for: request)
    }
    try await withCovers(respond: respond) { gallery, upstream in
      let slice = try await gallery.get("/api/covers?count=1").json(CoversReply.self)
      let sizes = try #require(slice.covers.first?.sizes)
      let all = Task {
        try await withThrowingTaskGroup(of: Int.self) { group in
          for size in sizes { group.addTask { try await gallery.get(size.image).status } }
          return try await group.reduce(into: []) { $0.append($1) }
        }
      }
      _ = try await upstream.request(2)
      while try await gallery.loads().runs.count(where: { $0.job == "images" }) < sizes.count {
        await Task.yield()
      }
      gate.open()
      #expect(try await all.value == sizes.map { _ in 200 })
      let runs = try await gallery.loads().runs
      let workers = Set(runs.compactMap(\.joined))
      #expect(!workers.isEmpty && workers.allSatisfy { id in runs.contains { $0.id == id } })
      #expect(upstream.requestCount == 2)
    }
  }

  @Test("A failure says why, and names the embedded upstream by its path alone")
  func failed() async throws {
    try await withGallery(respond: { _ in .status(500) }) { gallery, upstream in
      let problem = try await gallery.get("/api/music", fields: ["X-Load": "bad"]).problem()
      let answer = try await gallery.get("/api/loads")
      let root = try #require(try answer.json(LoadsReply.self).runs.first { $0.load == "bad" })
      #expect(root.outcome == "failed" && root.error == problem.detail)
      #expect(!answer.text.contains(upstream.url.absoluteString))
      #expect(try await !gallery.get("/api/loads?as=text").text.contains(upstream.url.absoluteString))
    }
  }

  @Test("As a trace it is a list of events that Perfetto opens, to be saved")
  func trace() async throws {
    try await withGallery(respond: { .chart(for: $0) }) { gallery, _ in
      _ = try await gallery.get("/api/music?country=de")
      let answer = try await gallery.get("/api/loads?as=trace")
      #expect(answer.fields["Content-Disposition"] == "attachment; filename=\"gallery-trace.json\"")
      let events = try #require(try JSONSerialization.jsonObject(with: answer.body) as? [[String: Any]])
      #expect(events.contains { $0["ph"] as? String == "b" && $0["name"] as? String == "requesting" })
      #expect(events.allSatisfy { $0["ph"] is String && $0["pid"] is Int })
    }
  }

  @Test("A form that there is none of is refused by its name")
  func unknownForm() async throws {
    try await withGallery(respond: { .chart(for: $0) }) { gallery, _ in
      let problem = try await gallery.get("/api/loads?as=picture").problem()
      #expect(problem.status == 400 && problem.detail.contains("json, text, trace"))
    }
  }

  @Test("Who listens to the timeline is told of what changes, in numbered lists; nobody else is")
  func events() async throws {
    try await withGallery(
      configure: { $0.timelinePace = .milliseconds(2) },
      respond: { .chart(for: $0) }
    ) { gallery, _ in
      var events = try await gallery.events(topics: "timeline")
      #expect(try await events.block() == ": alive")
      var usual = try await gallery.events()
      #expect(try await usual.block() == ": alive")
      let first = try await gallery.loads()
      _ = try await gallery.get("/api/music", fields: ["X-Load": "heard"])
      var (sequence, ended) = (first.sequence, false)
      while !ended {
        let news = try await events.timeline()
        // What was on its way before the list is older than that.
        if news.sequence > first.sequence {
          #expect(news.sequence == sequence + 1)
          sequence = news.sequence
        }
        ended = news.runs.contains { $0.load == "heard" && $0.outcome == "succeeded" }
      }
      #expect(try await usual.wholeLoad().last?.facts.state == "succeeded")
    }
  }
}

/// The timeline, as the page reads it.
struct LoadsReply: Decodable {
  struct Phase: Decodable {
    let name: String
    let at: Int64
  }

  struct Run: Decodable {
    let id: UInt64
    let parent: UInt64?
    let name: String
    let phases: [Phase]?
    let ended: Int64?
    let outcome: String?
    let error: String?
    let job: String?
    let style: String?
    let label: String?
    let load: String?
    let from: String?
    let joined: UInt64?
    let attempts: Int?
    let bytes: Int64?
  }

  let now: Int64
  let sequence: UInt64
  let runs: [Run]

  /// The run, and all below it.
  func family(of root: Run) -> [Run] {
    var ids: Set = [root.id]
    return runs.filter { run in
      let belongs = run.id == root.id || run.parent.map(ids.contains) == true
      if belongs { ids.insert(run.id) }
      return belongs
    }
  }
}

extension RunningGallery {
  fileprivate func loads() async throws -> LoadsReply { try await get("/api/loads").json(LoadsReply.self) }
}

extension EventReader {
  /// What is told next of the timeline.
  fileprivate mutating func timeline() async throws -> LoadsReply {
    while let block = try await block() {
      guard let line = block.split(separator: "\n").first(where: { $0.hasPrefix("data: ") }) else { continue }
      #expect(block.hasPrefix("event: timeline\n"))
      return try JSONDecoder().decode(LoadsReply.self, from: Data(line.dropFirst("data: ".count).utf8))
    }
    throw StreamEnded()
  }
}
