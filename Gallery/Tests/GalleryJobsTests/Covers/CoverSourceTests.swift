import Errands
import ErrandsLoading
import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

@testable import ErrandsImages
@testable import GalleryJobs

@Suite("The download of a cover", .timeLimit(.minutes(1)))
struct CoverSourceTests {
  /// Each cover had a fetcher of its own, so that no two rows ever shared a download.
  @Test("Rows that show the same cover share one download, whose bytes count once")
  func shared() async throws {
    let gate = Gate()
    let jpeg = Array(try await CoverScripts.jpeg.value())
    let cover = Script(framing: .length(jpeg.count), steps: [.wait(gate.wait), .bytes(jpeg)])
    try await withUpstream(cover) { upstream in
      let source = CoverSource.local()
      let meter = ByteMeter()
      let counted = source.download(upstream.url("/1.jpg"), countedBy: meter).run()
      _ = try await upstream.request(1)
      let other = source.download(upstream.url("/1.jpg")).run()
      gate.open()
      for run in [counted, other] { #expect(try await [UInt8](run.value.body) == jpeg) }
      #expect(meter.count == jpeg.count)
      #expect(upstream.requestCount == 1)
    }
  }

  @Test("It reports how far it has come")
  func progress() async throws {
    try await withUpstream(respond: CoverScripts.list()) { upstream in
      let seen = Events<Int64>()
      let run = CoverSource.local().download(upstream.url("/1.jpg"), countedBy: ByteMeter()).run()
      run.onProgress(on: .immediate) { seen.record($0.completed) }
      let cover = try await run.value
      #expect(seen.all.last == Int64(cover.body.count))
    }
  }

  /// Each row decoded and filtered for itself, whatever the others did. Jobs of the pool that run and wait were counted
  /// here once: two readings, between which one job can be seen twice. Then the first was done before the last had begun:
  /// without a cache, that is another one.
  @Test("Rows that show the same cover share what is made of it")
  func developedOnce() async throws {
    try await withUpstream(respond: CoverScripts.list()) { upstream in
      let source = CoverSource.local(filter: .sepia)
      let download = try await source.download(upstream.url("/1.jpg")).value()
      let begun = DispatchSemaphore(value: 0)
      let places = (0..<ImagePool.shared.places).map { _ in
        ImagePool.shared.errand("holder") { _ in begun.wait() }.run()
      }
      let runs = (0..<50).map { _ in source.develop(download).run() }
      for _ in places { begun.signal() }
      var made: Set<ObjectIdentifier> = []
      for run in runs {
        let picture = try await run.value
        #expect(picture.width == 30)
        made.insert(ObjectIdentifier(picture.image))
      }
      #expect(made.count == 1)
    }
  }

  @Test("What is no picture is refused by its address, and by what is wrong with it")
  func unreadable() async throws {
    try await withUpstream(.ok(Array("no picture".utf8), contentType: "image/jpeg")) { upstream in
      let source = CoverSource.local()
      let download = try await source.download(upstream.url("/1.jpg")).value()
      let error = await #expect(throws: CoverError.self) { try await source.develop(download).value() }
      guard case .unreadable(upstream.url("/1.jpg"), let reason) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(reason.contains("image"))
    }
  }
}
