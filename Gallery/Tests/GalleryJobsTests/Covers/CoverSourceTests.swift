import Errands
import ErrandsLoading
import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

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
}
