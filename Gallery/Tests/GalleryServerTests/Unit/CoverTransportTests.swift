import Errands
import ErrandsAsyncHTTPClient
import ErrandsImages
import ErrandsLoading
import ErrandsTesting
import ErrandsUpstream
import Foundation
import GalleryJobs
import Testing

@testable import GalleryServer

@Suite("What makes covers, as a server would that has them", .timeLimit(.minutes(1)))
struct CoverTransportTests {
  private func withCovers(
    respond: @escaping @Sendable (RecordedRequest) async throws -> Script,
    _ test: (Fetcher, Originals, ScriptedUpstream) async throws -> Void
  ) async throws {
    let upstream = try await ScriptedUpstream.start(respond: respond)
    var configuration = Fetcher.Configuration()
    configuration.retry = .never
    configuration.cache = HTTPCache(isShared: true)
    let fetcher = Fetcher(transport: AsyncHTTPClientTransport.local(), configuration: configuration)
    let originals = Originals(fetcher: fetcher, own: OwnUpstream(nil))
    do {
      try await test(CoverTransport(originals: originals).fetcher, originals, upstream)
    } catch {
      await upstream.stop()
      throw error
    }
    await upstream.stop()
  }

  private func order(_ originals: Originals, _ url: URL, _ size: CoverSize = .row) -> CoverOrder {
    CoverOrder(originals.request(for: url), CoverTreatment(size: size), as: .jpeg())
  }

  @Test("An order is read as it is written")
  func order() throws {
    let url = try #require(URL(string: "http://h.test/1.jpg?key=1"))
    for encoding in [Picture.Encoding.jpeg(), .webp()] {
      let order = CoverOrder(.picture(url), CoverTreatment(size: .row, filter: .mono), as: encoding)
      let read = try #require(CoverOrder(order.request))
      #expect(read.original == order.original && read.treatment == order.treatment)
      #expect(read.form == order.form)
      #expect(order.request.key?.contains("key=1") == false)
    }
    #expect(CoverOrder(.picture(url)) == nil)
  }

  @Test("The first who leaves ends nothing for the second, and the last ends it down to the upstream")
  func leaving() async throws {
    let gate = Gate()
    let covers = Script.freshCovers(before: gate.wait)
    try await withCovers(respond: covers) { fetcher, originals, upstream in
      let request = order(originals, upstream.url("/1.jpg")).request
      let (first, second) = (fetcher.data(for: request).run(), fetcher.data(for: request).run())
      _ = try await upstream.request(1)
      first.cancel()
      gate.open()
      #expect(try await second.value.head.status == 200)
      #expect(upstream.requestCount == 1)
    }
    let never = Gate()
    try await withCovers(respond: Script.freshCovers(before: never.wait)) { fetcher, originals, upstream in
      let request = order(originals, upstream.url("/1.jpg")).request
      let runs = (0..<2).map { _ in fetcher.data(for: request).run() }
      _ = try await upstream.request(1)
      for run in runs { run.cancel() }
      try await upstream.earlyCloses(atLeast: 1)
    }
  }

  @Test("Two sizes that are wanted at once are made of one download")
  func sizes() async throws {
    let gate = Gate()
    try await withCovers(respond: Script.freshCovers(before: gate.wait)) { fetcher, originals, upstream in
      let url = upstream.url("/1.jpg")
      let runs = [CoverSize(width: 30, height: 20), CoverSize(width: 15, height: 10)].map { size in
        fetcher.data(for: order(originals, url, size).request).run()
      }
      _ = try await upstream.request(1)
      gate.open()
      var widths: [Int] = []
      for run in runs { widths.append(try await ImageInfo(reading: run.value.body).width) }
      #expect(widths == [30, 15])
      #expect(upstream.requestCount == 1)
    }
  }

  @Test("What is removed of an address takes its covers with it")
  func purge() async throws {
    try await withCovers(respond: Script.freshCovers()) { fetcher, originals, upstream in
      let url = upstream.url("/1.jpg")
      let request = order(originals, url).request
      _ = try await fetcher.data(for: request).value()
      #expect(await fetcher.kept(request) != nil)
      await fetcher.configuration.cache?.purge(url)
      #expect(await fetcher.kept(request) == nil)
      #expect(await originals.kept(originals.request(for: url)) == nil)
    }
  }

  @Test("A cover may be kept as its original may", arguments: ["no-store", "private"])
  func notKept(_ control: String) async throws {
    let jpeg = Array(try await Script.coverBytes.value)
    let picture = Script.ok(
      jpeg,
      contentType: "image/jpeg",
      headers: ["Cache-Control": "\(control), max-age=600"]
    )
    try await withCovers(respond: { _ in picture }) { fetcher, originals, upstream in
      let request = order(originals, upstream.url("/1.jpg")).request
      for count in 1...2 {
        _ = try await fetcher.data(for: request).value()
        #expect(upstream.requestCount == count)
      }
    }
  }

  @Test("Where a redirect has led to the original, the cover is not kept")
  func redirected() async throws {
    let jpeg = Array(try await Script.coverBytes.value)
    let picture = Script.ok(jpeg, contentType: "image/jpeg", headers: ["Cache-Control": "max-age=600"])
    try await withCovers(respond: { $0.path == "/1.jpg" ? .redirect(to: "/2.jpg") : picture }) {
      fetcher,
      originals,
      upstream in
      let request = order(originals, upstream.url("/1.jpg")).request
      _ = try await fetcher.data(for: request).value()
      #expect(await fetcher.kept(request) == nil)
    }
  }
}
