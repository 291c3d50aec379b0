import ErrandsTesting
import ErrandsUpstream
import Foundation
import GalleryJobs
import Testing

@Suite("The files of a batch of photos", .timeLimit(.minutes(1)))
struct PhotoFilesTests {
  /// Named in the order of arrival, the same batch gave other names each time.
  @Test("Two members never have the same file, and the names are the same each time")
  func names() async throws {
    let folder = try TemporaryFolder()
    try await withUpstream(respond: { .photo($0.path) }) { upstream in
      let paths = [
        "/a/photo.jpg", "/b/photo.jpg", "/c/Photo.jpg", "/d/photo.jpg?x=1", "/e/", "/", "/%2e%2e%2fx.jpg",
      ]
      let run = PhotoBatch(paths, from: upstream, to: folder).start()
      #expect(await run.summary.succeeded == 7)
      let names = ["photo.jpg", "photo 2.jpg", "Photo 3.jpg", "photo 4.jpg", "e", "photo", "x.jpg"]
      #expect(run.members.map(\.path) == names.map { folder.path + "/" + $0 })
      #expect(folder.names == names.sorted())
      #expect(folder.content(of: "photo 2.jpg") == Script.jpeg("/b/photo.jpg"))
    }
  }

  @Test("A name that the server gives counts, as far as it is safe")
  func contentDisposition() async throws {
    let folder = try TemporaryFolder()
    let fields = [
      "/1": "attachment; filename*=UTF-8''%E1%BA%A3nh.jpg", "/2": #"attachment; filename="../../2.jpg""#,
      "/3": #"attachment; filename="..""#, "/4": "inline",
    ]
    try await withUpstream(respond: { .photo(headers: ["Content-Disposition": fields[$0.path] ?? ""]) }) {
      upstream in
      let run = PhotoBatch(fields.keys.sorted(), from: upstream, to: folder).start()
      #expect(await run.summary.succeeded == 4)
      #expect(run.members.map(\.path) == ["ảnh.jpg", "2.jpg", "3", "4"].map { folder.path + "/" + $0 })
    }
  }

  @Test("A file that is there already is replaced by a photo, and left alone by a failure")
  func existing() async throws {
    let folder = try TemporaryFolder()
    try folder.put("old", in: "good.jpg")
    try folder.put("old", in: "bad.jpg")
    try await withUpstream(respond: { $0.path == "/good.jpg" ? .photo() : .status(500) }) { upstream in
      _ = await PhotoBatch(["/good.jpg", "/bad.jpg"], from: upstream, to: folder).start().summary
    }
    #expect(folder.content(of: "good.jpg") == Script.jpeg())
    #expect(folder.content(of: "bad.jpg") == Data("old".utf8))
    #expect(folder.names == ["bad.jpg", "good.jpg"])
  }

  @Test("A missing folder is made, with those above it")
  func made() async throws {
    let folder = try TemporaryFolder()
    try await withUpstream(.photo()) { upstream in
      var batch = PhotoBatch(["/a.jpg"], from: upstream)
      batch.directory = folder.path + "/new/đẹp/"
      let run = batch.start()
      #expect(await run.summary.succeeded == 1)
      #expect(run.members.map(\.path) == [folder.path + "/new/đẹp/a.jpg"])
      #expect(folder.content(of: "new/đẹp/a.jpg") == Script.jpeg())
    }
  }

  @Test("A folder that cannot be made is every member's failure, and nothing is loaded for it")
  func impossible() async throws {
    let folder = try TemporaryFolder()
    try folder.put("a file", in: "taken")
    try await withUpstream(.photo()) { upstream in
      var batch = PhotoBatch(["/a.jpg", "/b.jpg"], from: upstream)
      batch.directory = folder.path + "/taken/photos"
      let summary = await batch.start().summary
      #expect(summary.failed == 2)
      #expect(
        summary.errors.map(\.error)
          == Array(
            repeating:
              "The folder \(folder.path)/taken/photos cannot be made: Not a directory; name another, or "
              + "make room for it.",
            count: 2
          )
      )
      #expect(upstream.requestCount == 0)
    }
  }

  @Test("Without a folder nothing is written, and the photos are added all the same")
  func memory() async throws {
    try await withUpstream(.photo()) { upstream in
      let batch = PhotoBatch(["/a.jpg"], from: upstream)
      let added = Events<Photo>()
      let observation = batch.manager.observe(added.record)
      let run = batch.start()
      #expect(await run.summary.succeeded == 1)
      #expect(run.members.map(\.path) == [nil])
      let photo = try await added.event(1)
      #expect(photo.url == upstream.url("/a.jpg"))
      #expect((photo.index, photo.bytes, photo.path) == (0, 11, nil))
      #expect(batch.manager.photos == [photo])
      withExtendedLifetime(observation) {}
    }
  }

  @Test("An address that begins with a slash needs somewhere to be looked for")
  func relative() async throws {
    let summary = await PhotoBatch(addresses: ["/photos/1.jpg", "//h/1.jpg"], fetcher: .local()).start()
      .summary
    #expect(
      summary.errors.map(\.error) == [
        "“/photos/1.jpg” cannot be fetched: it has no scheme; write https:// before it.",
        "“//h/1.jpg” cannot be fetched: it has no scheme; write https:// before it.",
      ]
    )
  }
}
