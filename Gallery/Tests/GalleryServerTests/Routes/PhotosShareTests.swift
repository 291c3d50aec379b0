import ErrandsLoading
import ErrandsUpstream
import Foundation
import GalleryConnections
import Testing

// Eight batches of 2,000 addresses that never answer took every place for hours, and nobody could see which they were.
@Suite("Batches of photos of many clients", .timeLimit(.minutes(1)))
struct PhotosShareTests {
  private func start(
    _ gallery: RunningGallery,
    for client: String?,
    body: String = #"{"urls":["/stall/1"]}"#
  ) async throws -> Answer {
    let fields = client.map { ["X-Forwarded-For": $0] } ?? [:]
    return try await gallery.send("POST", "/api/photos", body: body, fields: fields)
  }

  @Test("A client has a share of the places, and what it says about itself gives it no other")
  func share() async throws {
    try await withGallery(configure: { $0.batchLimitOfOneClient = 2 }, respond: Script.photo) { gallery, _ in
      #expect(try await start(gallery, for: nil).status == 202)
      #expect(try await start(gallery, for: "203.0.113.1").status == 202)
      let refused = try await start(gallery, for: "203.0.113.2")
      #expect(refused.status == 429)
      #expect(refused.fields["Retry-After"] == "5")
      #expect(try refused.problem().detail.contains("You have 2 batches running"))
    }
  }

  @Test("A proxy that is trusted says whose batch it is, by the last address that is not a proxy's")
  func proxy() async throws {
    let proxies = TrustedProxies(["127.0.0.1", "10.0.0.9"].compactMap { IPAddress($0) })
    let asked: [(client: String?, status: Int)] = [
      ("203.0.113.1", 202), ("203.0.113.2", 202), ("198.51.100.7, 203.0.113.1, 10.0.0.9", 429),
      // Of the proxy itself, as far as can be told.
      ("203.0.113.1, nonsense", 202), (nil, 429),
    ]
    try await withGallery(
      configure: {
        $0.batchLimitOfOneClient = 1
        $0.connections.proxies = proxies
      },
      respond: Script.photo
    ) { gallery, _ in
      for (client, status) in asked {
        let answer = try await start(gallery, for: client)
        #expect(answer.status == status, "\(String(describing: client))")
      }
    }
  }

  @Test("All of them are listed, the latest first, and each can be cancelled by who sees it")
  func list() async throws {
    try await withGallery(respond: Script.photo) { gallery, upstream in
      #expect(try await gallery.batches().isEmpty)
      var events = try await gallery.events()
      let ended = try await gallery.startBatch(["/photo/1"])
      _ = try await events.wholeBatch()
      let running = try await gallery.startBatch(["/stall/1", "/stall/2"])
      let batches = try await gallery.batches()
      // Told in whole seconds, both have begun at the same time.
      #expect(batches.map(\.batch) == [running, ended])
      let entry = try #require(batches.first { $0.batch == running })
      #expect(entry.done == nil && entry.progress.total == 2)
      #expect(batches.first { $0.batch == ended }?.done?.succeeded == 1)
      // What has not been asked for yet is not broken off.
      _ = try await upstream.request(3)
      #expect(try await gallery.send("DELETE", "/api/photos/\(entry.batch)").status == 204)
      try await upstream.earlyCloses(atLeast: 2)
    }
  }

  @Test("One that says nothing of its time ends all the same")
  func defaultTime() async throws {
    try await withGallery(configure: { $0.batchTimeLimit = .milliseconds(50) }, respond: Script.photo) {
      gallery,
      _ in
      var events = try await gallery.events()
      let id = try await gallery.startBatch(["/stall/1", "/stall/2"])
      #expect(try await gallery.endOfBatch(id, &events).done?.timedOut == true)
    }
  }

  @Test("One that is to take longer than is allowed is refused with what is")
  func longTime() async throws {
    try await withGallery(configure: { $0.batchTimeLimit = .seconds(60) }, respond: Script.photo) {
      gallery,
      _ in
      let refused = try await start(gallery, for: nil, body: #"{"urls":["/photo/1"],"timeLimit":61}"#)
      #expect(refused.status == 422)
      #expect(try refused.problem().detail.contains("60 seconds"))
      #expect(
        try await start(gallery, for: nil, body: #"{"urls":["/photo/1"],"timeLimit":60}"#).status == 202
      )
    }
  }
}
