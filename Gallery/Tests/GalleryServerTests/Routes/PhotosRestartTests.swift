import ErrandsLoading
import ErrandsUpstream
import Foundation
import GalleryDatabase
import GalleryJobs
import Testing

@testable import GalleryServer

// A stop of the server cancelled its batches, and one that was started again knew none of them.
@Suite("Batches of a server that is started again", .timeLimit(.minutes(2)))
struct PhotosRestartTests {
  private let paths = ["/late/1", "/photo/1", "/nothing", "/late/2", "/photo/2"]

  /// Starts a batch, hears of those of its members that end at once, and stops the server; gives the batch and the news.
  private func begin(
    _ restarting: Restarting,
    _ upstream: ScriptedUpstream,
    options: String = ""
  ) async throws -> (id: String, heard: [BatchNews]) {
    try await restarting.run { gallery in
      var events = try await gallery.events(topics: "photos")
      let id = try await gallery.startBatch(paths, options: options)
      var heard: [BatchNews] = []
      while heard.flatMap(\.members).count < 3 { heard.append(try BatchNews(try await events.event())) }
      _ = try await upstream.request(5)
      return (id, heard)
    }
  }

  @Test(
    "One goes on where it was, with the members that had not ended, and ends once",
    arguments: [JobStyle.group, .async, .publisher]
  )
  func goesOn(_ style: JobStyle) async throws {
    let late = LatePhotos()
    try await withRestarts(respond: late.respond) { restarting, upstream in
      let (id, _) = try await begin(restarting, upstream, options: #","style":"\#(style.rawValue)""#)
      // The loads have ended with the server, down to the upstream.
      try await upstream.earlyCloses(atLeast: 2)
      late.letGo()
      try await restarting.run { gallery in
        var events = try await gallery.events(batch: id)
        let news = try await events.wholeBatch()
        #expect(news.flatMap(\.members).map(\.index).sorted() == [0, 1, 2, 3, 4])
        let end = BatchNews.End(batch: id, succeeded: 4, failed: 1, cancelled: 0, timedOut: false)
        #expect(news.compactMap(\.end) == [end])
        let batch = try await gallery.batch(id)
        #expect(batch.members.map(\.url) == paths)
        #expect(
          batch.members.map(\.status) == ["succeeded", "succeeded", "failed", "succeeded", "succeeded"]
        )
        #expect(batch.done?.errors.map(\.index) == [2])
        #expect(batch.progress == BatchNews.Progress(settled: 5, total: 5, bytes: 24))
      }
      let asked = Dictionary(grouping: upstream.requests.map(\.path)) { $0 }.mapValues(\.count)
      #expect(asked == ["/late/1": 2, "/late/2": 2, "/photo/1": 1, "/photo/2": 1, "/nothing": 1])
    }
  }

  @Test("One that runs is listed as far as it has come, and one that has ended as it ended, newest first")
  func listed() async throws {
    try await withRestarts(respond: LatePhotos().respond) { restarting, upstream in
      let ended = try await restarting.run { gallery in
        let id = try await gallery.startBatch(["/photo/9"])
        var events = try await gallery.events(batch: id)
        _ = try await events.wholeBatch()
        return id
      }
      let (running, _) = try await begin(restarting, upstream)
      try await restarting.run { gallery in
        let batches = try await gallery.batches()
        #expect(batches.map(\.batch) == [running, ended])
        #expect(batches.map(\.progress.settled) == [3, 1])
        #expect(batches[0].done == nil && batches[1].done?.succeeded == 1)
        #expect(try await gallery.batch(running).members.map(\.status).count { $0 == "waiting" } == 2)
      }
    }
  }

  @Test("One that was cancelled stays so, and nothing of it is asked for again")
  func cancelled() async throws {
    try await withRestarts(respond: LatePhotos().respond) { restarting, upstream in
      let (id, _) = try await begin(restarting, upstream)
      try await restarting.run { gallery in
        let answer = try await gallery.send("DELETE", "/api/photos/\(id)")
        #expect(answer.status == 204)
      }
      let before = upstream.requestCount
      try await restarting.run { gallery in
        let batch = try await gallery.batch(id)
        #expect(batch.done?.cancelled == 2 && batch.done?.timedOut == false)
        #expect(batch.members.map(\.status).count { $0 == "succeeded" } == 2)
        // Another one is taken after it.
        var events = try await gallery.events(batch: try await gallery.startBatch(["/photo/3"]))
        _ = try await events.wholeBatch()
      }
      #expect(upstream.requestCount == before + 1)
    }
  }

  @Test("Its time limit goes on, too, and then ends it")
  func timeLimit() async throws {
    try await withRestarts(respond: LatePhotos().respond) { restarting, upstream in
      let (id, _) = try await begin(restarting, upstream, options: #","timeLimit":60"#)
      try await restarting.store().renew(BatchWorker(), spent: [id: .seconds(59.5)])
      try await restarting.run { gallery in
        var events = try await gallery.events(batch: id)
        let end = try await events.wholeBatch().last?.end
        #expect(end?.timedOut == true && end?.cancelled == 2 && end?.succeeded == 2)
      }
    }
  }

  @Test("One whose time was spent before ends with that, and nothing is loaded for it")
  func spent() async throws {
    try await withRestarts(respond: Script.photo) { restarting, upstream in
      let store = try restarting.store()
      let order = BatchOrder(addresses: ["/photo/1"], timeLimit: .seconds(1))
      try await store.create(order, within: BatchLimits(running: 1, runningOfOne: 1))
      try await store.renew(BatchWorker(), spent: [order.id: .seconds(1)])
      try await restarting.run { gallery in
        var events = try await gallery.events(batch: order.id)
        #expect(try await events.wholeBatch().last?.end?.timedOut == true)
      }
      #expect(upstream.requestCount == 0)
    }
  }

  /// What a process leaves that was killed between two steps.
  @Test("What was left by one that died is taken after its lease, and an empty batch is ended")
  func died() async throws {
    try await withRestarts(respond: Script.photo) { restarting, _ in
      let store = try restarting.store(now: { Date(timeIntervalSinceNow: -10) })
      let orders = [["/photo/1", "/photo/2"], []].map { BatchOrder(addresses: $0, timeLimit: .seconds(60)) }
      for order in orders { try await store.create(order, within: BatchLimits(running: 9, runningOfOne: 9)) }
      _ = try await store.take(upTo: 9, for: BatchWorker(), except: [])
      try await restarting.run { gallery in
        for (order, count) in zip(orders, [2, 0]) {
          var events = try await gallery.events(batch: order.id)
          #expect(try await events.wholeBatch().last?.end?.succeeded == count)
        }
      }
    }
  }

  @Test("Members that are taken a few at a time are each told once")
  func few() async throws {
    try await withRestarts(configure: { $0.batchMembersTaken = 3 }, respond: Script.photo) {
      restarting,
      upstream in
      try await restarting.run { gallery in
        let id = try await gallery.startBatch((0..<10).map { "/photo/\($0)" })
        var events = try await gallery.events(batch: id)
        let news = try await events.wholeBatch()
        #expect(news.flatMap(\.members).map(\.index).sorted() == Array(0..<10))
        #expect(news.compactMap(\.end).count == 1)
      }
      #expect(upstream.requestCount == 10)
    }
  }

  @Test("Two servers that share a folder carry each member out once, and end a batch once")
  func two() async throws {
    let configure: @Sendable (inout GalleryServer.Configuration) -> Void = {
      $0.batchMembersTaken = 2
      // Neither takes what the other one has, however busy the machine is.
      $0.batchLease = .seconds(60)
    }
    try await withRestarts(configure: configure, respond: Script.photo) { restarting, upstream in
      try await restarting.run { one in
        try await restarting.run { other in
          var ids: [String] = []
          for gallery in [one, other, one, other] {
            ids.append(try await gallery.startBatch((0..<12).map { "/photo/\(ids.count)/\($0)" }))
          }
          // Either tells what the other one has done, from the beginning or not at all.
          for id in ids {
            while try await one.batch(id).done == nil {}
            #expect(try await other.batch(id).done?.succeeded == 12)
          }
        }
      }
      #expect(upstream.requestCount == 48)
      #expect(Set(upstream.requests.map(\.path)).count == 48)
    }
  }
}
