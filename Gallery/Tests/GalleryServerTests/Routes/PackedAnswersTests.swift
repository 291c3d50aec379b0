import ErrandsAsyncHTTPClient
import ErrandsLoading
import ErrandsUpstream
import Foundation
import GalleryJobs
import Testing

@testable import GalleryServer

@Suite("Texts on their way to clients that unpack", .timeLimit(.minutes(1)))
struct PackedAnswersTests {
  private let packed = ["Accept-Encoding": "gzip"] as ErrandsLoading.HTTPFields
  private let plain = ["Accept-Encoding": "identity"] as ErrandsLoading.HTTPFields

  private func withPage(_ test: (PackedReader) async throws -> Void) async throws {
    try await withCovers { gallery, _ in try await test(PackedReader(gallery)) }
  }

  @Test(
    "The page's texts are packed, and unpacked are what they were",
    arguments: ["/", "/modules/main.js", "/styles/base.css"]
  )
  func texts(_ path: String) async throws {
    try await withPage { gallery in
      let whole = try await gallery.get(path, fields: plain)
      #expect(whole.fields["Content-Encoding"] == nil)
      let answer = try await gallery.get(path, fields: packed)
      #expect(answer.status == 200)
      #expect(answer.fields["Content-Encoding"] == "gzip")
      #expect(answer.fields["Content-Type"] == whole.fields["Content-Type"])
      #expect(answer.body.count < whole.body.count * 2 / 3)
      #expect(answer.body == Gzip.packed(whole.body))
      #expect(answer.fields["Content-Length"] == "\(answer.body.count)")
      for answer in [whole, answer] { #expect(answer.fields["Vary"] == "Accept-Encoding") }
      // One who reads both would take a part of the one for a part of the other.
      #expect(answer.fields["ETag"] != whole.fields["ETag"])
      #expect(answer.fields["ETag"]?.hasPrefix("\"") == true)
    }
  }

  @Test("Each of the two is had again by its own tag, and in parts")
  func conditions() async throws {
    try await withPage { gallery in
      let path = "/styles/base.css"
      for fields in [packed, plain] {
        let whole = try await gallery.get(path, fields: fields)
        let tag = try #require(whole.fields["ETag"])
        var known = fields
        known.append("If-None-Match", tag)
        let again = try await gallery.get(path, fields: known)
        #expect(again.status == 304 && again.body.isEmpty)
        #expect(again.fields["ETag"] == tag && again.fields["Vary"] == "Accept-Encoding")
        var some = fields
        some.append("Range", "bytes=10-19")
        some.append("If-Range", tag)
        let part = try await gallery.get(path, fields: some)
        #expect(part.status == 206 && part.body == whole.body[10..<20])
        #expect(part.fields["Content-Encoding"] == whole.fields["Content-Encoding"])
        let head = try await gallery.get(path, method: .head, fields: fields)
        #expect(head.fields["Content-Length"] == "\(whole.body.count)" && head.body.isEmpty)
      }
    }
  }

  @Test("A long answer is packed, and a short one goes as it is")
  func answers() async throws {
    try await withPage { gallery in
      let whole = try await gallery.get("/api/covers?count=50", fields: plain)
      let answer = try await gallery.get("/api/covers?count=50", fields: packed)
      #expect(answer.fields["Content-Encoding"] == "gzip")
      #expect(answer.body.count < whole.body.count / 2)
      #expect(answer.fields["Content-Length"] == "\(answer.body.count)")
      let short = try await gallery.get("/health", fields: packed)
      #expect(short.fields["Content-Encoding"] == nil && short.text == #"{"status":"ok"}"#)
      for answer in [whole, answer, short] { #expect(answer.fields["Vary"] == "Accept-Encoding") }
      let head = try await gallery.get("/api/covers?count=50", method: .head, fields: packed)
      #expect(head.status == 200 && head.body.isEmpty && head.fields["Content-Encoding"] == nil)
    }
  }

  @Test("A program that says nothing of codings gets none")
  func silent() async throws {
    try await withCovers { gallery, _ in
      for path in ["/", "/api/covers?count=50"] {
        let answer = try await gallery.exchange("GET \(path)", host: "127.0.0.1")
        #expect(!answer.text.lowercased().contains("content-encoding"))
      }
    }
  }

  @Test("Images are packed already, and events go out as they happen")
  func others() async throws {
    try await withCovers { gallery, _ in
      let slice = try await gallery.get("/api/covers?count=1", fields: plain).json(CoversReply.self)
      let cover = try #require(slice.covers.first)
      let image = try await gallery.get(cover.image, fields: packed)
      #expect(image.fields["Content-Encoding"] == nil && image.fields["Vary"] == "Accept")
      var events = EventReader(try await gallery.open("/api/events", fields: packed))
      #expect(events.head.fields["Content-Encoding"] == nil)
      #expect(try await events.block() == ": alive")
    }
  }

  @Test("The project's own loader unpacks what it is given")
  func loader() async throws {
    try await withCovers { gallery, _ in
      let fetcher = Fetcher(transport: AsyncHTTPClientTransport.local())
      let text = try await fetcher.data(for: FetchRequest(address: gallery.address + "/")).value()
      #expect(String(decoding: text.body, as: UTF8.self).hasPrefix("<!doctype html>"))
    }
  }
}

/// A client that gives what comes as it comes.
private struct PackedReader {
  private let address: String
  private let client: AsyncHTTPClientTransport

  init(_ gallery: RunningGallery) {
    address = gallery.address
    var configuration = AsyncHTTPClientTransport.Configuration()
    configuration.addressGuard = AddressGuard(allowsPrivate: true)
    configuration.decompressionRatio = nil
    client = AsyncHTTPClientTransport(configuration: configuration)
  }

  func get(
    _ path: String,
    method: FetchRequest.Method = .get,
    fields: ErrandsLoading.HTTPFields
  ) async throws -> Answer {
    let request = try FetchRequest(address: address + path, method: method, fields: fields)
    let response = try await client.send(request)
    var body = Data()
    for try await chunk in response.body { body.append(chunk) }
    return Answer(status: response.head.status, fields: response.head.fields, body: body)
  }
}
