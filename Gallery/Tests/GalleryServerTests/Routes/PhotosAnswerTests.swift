import ErrandsUpstream
import Foundation
import GalleryJobs
import GalleryUpstream
import Testing

@Suite("A batch of photos", .timeLimit(.minutes(1)))
struct PhotosAnswerTests {
  @Test("Photos that are here are to be seen on this server")
  func photos() async throws {
    let upstream = try await EmbeddedUpstream.start()
    try await withGallery(before: upstream.url) { gallery in
      var events = try await gallery.events()
      let paths = ["/photos/1.jpg?width=32", "/photos/2.png?width=32"]
      let batch = try await gallery.endOfBatch(try await gallery.startBatch(paths), &events)
      #expect(batch.members.map(\.status) == ["succeeded", "succeeded"])
      for (member, type) in zip(batch.members, ["image/jpeg", "image/png"]) {
        let image = try #require(member.image)
        #expect(image.hasPrefix("/image/"), "the page may load nothing from elsewhere")
        let picture = try await gallery.get(image)
        #expect(picture.status == 200)
        #expect(picture.fields["Content-Type"] == type)
      }
    }
    await upstream.stop()
  }

  @Test("Each failure is told with its sentence, in order, in every style", arguments: JobStyle.allCases)
  func mixed(_ style: JobStyle) async throws {
    try await withGallery(respond: Script.photo) { gallery, _ in
      var events = try await gallery.events()
      let paths = ["/photo/1", "/nothing", "/photo/2", "not an address"]
      let id = try await gallery.startBatch(paths, options: #","style":"\#(style.rawValue)""#)
      let batch = try await gallery.endOfBatch(id, &events)
      #expect(batch.batch == id)
      #expect(batch.members.map(\.index) == [0, 1, 2, 3])
      #expect(batch.members.map(\.url) == paths)
      #expect(batch.members.map(\.status) == ["succeeded", "failed", "succeeded", "failed"])
      #expect(batch.members.map { $0.image != nil } == [true, false, true, false])
      #expect(batch.members[1].error?.contains("404") == true)
      #expect(batch.progress == BatchNews.Progress(settled: 4, total: 4, bytes: 12))
      let done = try #require(batch.done)
      #expect((done.succeeded, done.failed, done.cancelled, done.timedOut) == (2, 2, 0, false))
      #expect(done.errors.map(\.index) == [1, 3])
      #expect(done.errors.map(\.error) == [1, 3].map { batch.members[$0].error })
    }
  }

  @Test(
    "A style that there is not is a problem, wherever a job is asked for",
    arguments: ["POST /api/photos", "POST /api/models", "GET /api/covers", "GET /api/music", "GET /api/gifs"]
  )
  func noStyle(_ line: String) async throws {
    try await withGallery {
      $0.articles = URL(string: "http://articles.example").map { ArticleFeed(base: $0) }
    } respond: {
      Script.photo(for: $0)
    } _: { gallery, upstream in
      let parts = line.split(separator: " ").map(String.init)
      let body = parts[0] == "POST" ? #"{"urls":["/photo/1"]}"# : nil
      let answer = try await gallery.send(parts[0], parts[1] + "?q=x&style=magic", body: body)
      #expect(answer.status == 400)
      #expect(try answer.problem().detail.contains("choose one of async, closure"))
      #expect(upstream.connectionsAccepted == 0)
    }
  }

  @Test("One that runs is told as it is: who is here, and who is waited for")
  func running() async throws {
    try await withGallery(respond: Script.photo) { gallery, _ in
      var events = try await gallery.events()
      let id = try await gallery.startBatch(["/stall/1", "/photo/1", "/nothing"])
      var settled = 0
      while settled < 2 { settled += try BatchNews(try await events.event()).members.count }
      let answer = try await gallery.get("/api/photos/\(id)")
      #expect(answer.status == 200)
      #expect(answer.text.contains(#""done":null"#))
      let batch = try answer.json(BatchReply.self)
      #expect(batch.members.map(\.status) == ["waiting", "succeeded", "failed"])
      #expect(batch.progress.settled == 2 && batch.progress.total == 3)
    }
  }

  @Test("An empty one is done at once, with zeros")
  func empty() async throws {
    try await withGallery(respond: Script.photo) { gallery, upstream in
      var events = try await gallery.events()
      let batch = try await gallery.endOfBatch(try await gallery.startBatch([]), &events)
      let done = try #require(batch.done)
      #expect((done.succeeded, done.failed, done.cancelled, done.timedOut) == (0, 0, 0, false))
      #expect(batch.members.isEmpty && done.errors.isEmpty)
      #expect(upstream.requestCount == 0)
    }
  }

  @Test("What is not there is a problem", arguments: ["GET", "DELETE"])
  func unknown(_ method: String) async throws {
    try await withGallery(respond: Script.photo) { gallery, _ in
      let answer = try await gallery.send(method, "/api/photos/nothing")
      #expect(answer.status == 404)
      #expect(try answer.problem().detail.contains("no such batch"))
    }
  }

  @Test("It says whether there are photos to try it with", arguments: [true, false])
  func samples(_ has: Bool) async throws {
    try await withGallery(
      configure: { if !has { $0.photoBase = nil } },
      respond: Script.photo
    ) { gallery, _ in
      let answer = try await gallery.get("/api/photos")
      #expect(answer.text == #"{"batches":[],"most":10000,"samples":\#(has)}"#)
      var events = try await gallery.events()
      let batch = try await gallery.endOfBatch(try await gallery.startBatch(["/photo/1"]), &events)
      #expect(batch.members.map(\.status) == [has ? "succeeded" : "failed"])
    }
  }

  @Test(
    "A wrong order is answered with what would be right",
    arguments: [
      ("", 400, "no JSON"), ("{", 400, "no JSON"), (#"["/photo"]"#, 422, "list of addresses"),
      ("{}", 422, "list of addresses"), (#"{"urls":"/photo"}"#, 422, "list of addresses"),
      (#"{"urls":["/photo",7]}"#, 422, "Number 2"), (#"{"urls":[],"timeLimit":0}"#, 422, "timeLimit"),
      (#"{"urls":[],"style":"magic"}"#, 422, "async, closure, delegate, group, stream"),
    ]
  )
  func wrong(_ body: String, _ status: Int, _ sentence: String) async throws {
    try await withGallery(respond: Script.photo) { gallery, _ in
      let answer = try await gallery.send("POST", "/api/photos", body: body)
      #expect(answer.status == status)
      #expect(try answer.problem().detail.contains(sentence))
    }
  }

  @Test("A body without end is not read to its end")
  func tooLong() async throws {
    try await withGallery(respond: Script.photo) { gallery, _ in
      let body = #"{"urls":["\#(String(repeating: "a", count: 2_000_000))"]}"#
      let answer = try await gallery.send("POST", "/api/photos", body: body)
      #expect(answer.status == 413)
      #expect(try answer.problem().detail.contains("2000000 bytes"))
    }
  }

  /// A form on any page can post to this machine; the browser says where it comes from.
  @Test("A page from elsewhere can start and cancel nothing", arguments: ["cross-site", "same-site"])
  func crossSite(_ site: String) async throws {
    try await withGallery(respond: Script.photo) { gallery, _ in
      let fields = ["Sec-Fetch-Site": site]
      let started = try await gallery.send("POST", "/api/photos", body: #"{"urls":[]}"#, fields: fields)
      #expect(started.status == 403)
      _ = try started.problem()
      #expect(try await gallery.send("DELETE", "/api/photos/1", fields: fields).status == 403)
      #expect(try await gallery.get("/health", fields: ["Sec-Fetch-Site": site]).status == 200)
      let own = ["Sec-Fetch-Site": "same-origin"]
      #expect(try await gallery.send("POST", "/api/photos", body: #"{"urls":[]}"#, fields: own).status == 202)
    }
  }
}
