import Dispatch
import Errands
import ErrandsLoading
import ErrandsTesting
import ErrandsUpstream
import Foundation
import GalleryJobs
import Testing

/// In the job's tutorial each step may name the queue or the thread that it is to run on.
@Suite("Where the next step of a job is begun", .timeLimit(.minutes(1)))
struct GifsStepTests {
  private static let styles: [JobStyle] = [.closure, .delegate, .group]

  /// A place that keeps what it is given until somebody takes it.
  private typealias Shelf = Events<@Sendable () -> Void>

  @Test("is where it was asked for: in a search", arguments: styles)
  func search(_ style: JobStyle) async throws {
    try await withUpstream(.json(GiphyText.page([GiphyText.hit("a", [:])]))) { upstream in
      let shelf = Shelf()
      var job = try GifsJob.asking(upstream, style: style)
      job.nextStep = Delivery(shelf.record)
      let run = job.search("cats").run()
      try await expectHeld(run, by: shelf)
      #expect(try await run.value.hits.map(\.id) == ["a"])
    }
  }

  @Test("is where it was asked for: in a download", arguments: styles)
  func download(_ style: JobStyle) async throws {
    let folder = try TemporaryFolder()
    try await withUpstream(.gif()) { upstream in
      let shelf = Shelf()
      var job = try GifsJob.asking(upstream, style: style)
      job.nextStep = Delivery(shelf.record)
      let run = job.download(Gif("a", at: upstream.url("/a.gif")), to: folder.path).run()
      try await expectHeld(run, by: shelf)
      #expect(try await run.value.frames == 3)
    }
  }

  @Test("is a queue of one's own, if one likes", arguments: styles)
  func queue(_ style: JobStyle) async throws {
    let folder = try TemporaryFolder()
    let queue = DispatchQueue(label: "next step")
    try await withUpstream(.gif()) { upstream in
      var job = try GifsJob.asking(upstream, style: style)
      let waits = Gate()
      job.nextStep = Delivery { step in
        queue.async(execute: step)
        waits.open()
      }
      queue.suspend()
      let run = job.download(Gif("a", at: upstream.url("/a.gif")), to: folder.path).run()
      // What has been asked for has come by then.
      try await waits.wait()
      #expect(run.outcome == nil)
      queue.resume()
      #expect(try await run.value.frames == 3)
    }
  }

  /// Expects that nothing goes on until what is on the shelf is taken, and takes all of it.
  private func expectHeld<Value>(_ run: Run<Value>, by shelf: Shelf) async throws {
    let first = try await shelf.event(1)
    #expect(run.outcome == nil)
    first()
    let rest = Task {
      for number in 2... { try await shelf.event(number)() }
    }
    run.whenSettled(on: .immediate) { _ in rest.cancel() }
  }
}
