import Errands
import ErrandsLoading
import ErrandsTesting
import ErrandsUpstream
import Foundation
import GalleryJobs
import Testing

@Suite("The download of a hit, in every style", .timeLimit(.minutes(1)))
struct GifDownloadTests {
  private let name = "mèo-vui-gif-a.gif"

  @Test("is a file with the bytes that came, and its frames counted", arguments: JobStyle.allCases)
  func file(_ style: JobStyle) async throws {
    let folder = try TemporaryFolder()
    let bytes = GifBytes.animation(frames: 5)
    try await withUpstream(.gif(frames: 5)) { upstream in
      let url = upstream.url("/media/a/giphy.gif")
      let job = try GifsJob.asking(upstream, style: style)
      let file = try await job.download(Gif("a", at: url), to: folder.path).value()
      let path = folder.path + "/" + name
      #expect(file == GifFile(path: path, url: url, width: 1, height: 1, frames: 5, bytes: bytes.count))
      #expect(folder.content(of: name) == Data(bytes))
      #expect(folder.names == [name])
      #expect(try await upstream.request(1).headers["Accept"] == "image/gif,image/webp")
    }
  }

  @Test("tells how far it is, and ends with all of it", arguments: JobStyle.allCases)
  func progress(_ style: JobStyle) async throws {
    let folder = try TemporaryFolder()
    let bytes = GifBytes.animation(frames: 100)
    let half = bytes.count / 2
    let gate = Gate()
    let script = Script(
      steps: [.bytes(Array(bytes[..<half])), .wait(gate.wait), .bytes(Array(bytes[half...]))]
    )
    try await withUpstream(script) { upstream in
      let job = try GifsJob.asking(upstream, style: style)
      let reports = Events<RunProgress>()
      let run = job.download(Gif("a", at: upstream.url("/a.gif")), to: folder.path).run()
      run.onProgress(on: .immediate) { reports.record($0) }
      let middle = try await reports.first { $0.completed == Int64(half) }
      #expect(middle.total == Int64(bytes.count))
      #expect(folder.names.isEmpty)
      gate.open()
      _ = try await run.value
      #expect(reports.all.last == RunProgress(completed: Int64(bytes.count), total: Int64(bytes.count)))
      #expect(reports.all.map(\.completed) == reports.all.map(\.completed).sorted())
    }
  }

  @Test("makes the folder, and those above it", arguments: JobStyle.allCases)
  func made(_ style: JobStyle) async throws {
    let folder = try TemporaryFolder()
    try await withUpstream(.gif()) { upstream in
      let job = try GifsJob.asking(upstream, style: style)
      let gif = Gif("a", at: upstream.url("/a.gif"))
      let file = try await job.download(gif, to: folder.path + "/new/đẹp/").value()
      #expect(file.path == folder.path + "/new/đẹp/" + name)
      #expect(folder.content(of: "new/đẹp/\(name)") == Data(GifBytes.animation()))
    }
  }

  @Test("loads nothing where the folder cannot be made", arguments: JobStyle.allCases)
  func impossible(_ style: JobStyle) async throws {
    let folder = try TemporaryFolder()
    try folder.put("a file", in: "taken")
    try await withUpstream(.gif()) { upstream in
      let job = try GifsJob.asking(upstream, style: style)
      let path = folder.path + "/taken/gifs"
      await #expect(throws: FileFailure.folder(path, reason: "Not a directory")) {
        try await job.download(Gif("a", at: upstream.url("/a.gif")), to: path).value()
      }
      #expect(upstream.requestCount == 0)
    }
  }

  struct Bad: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let script: Script
    let sentence: String
  }

  private static let whole = GifBytes.animation(frames: 50)
  /// What is to be refused, and why.
  private static let bad = [
    Bad(
      testDescription: "a body that breaks off",
      script: Script(framing: .length(whole.count), steps: [.bytes(Array(whole[..<100])), .close]),
      sentence: "broke off after 100 of \(whole.count) bytes; try again."
    ),
    Bad(
      testDescription: "half of it, called whole",
      script: .ok(Array(whole[..<100]), contentType: "image/gif"),
      sentence: "answered with an animation that is cut off after 100 bytes; load it again."
    ),
    Bad(
      testDescription: "a page of excuses",
      script: .ok("<html>", contentType: "text/html; charset=utf-8"),
      sentence: "answered with text/html instead of an animated GIF; try another rendition."
    ),
    Bad(
      testDescription: "a photo",
      script: .photo(),
      sentence: "answered with an image/jpeg instead of an animated GIF; try another rendition."
    ),
    Bad(
      testDescription: "nothing",
      script: .status(200),
      sentence: "answered with nothing instead of an animated GIF"
    ),
    Bad(
      testDescription: "a beginning and an end with nonsense between",
      script: .ok(Array("GIF89a nonsense;".utf8), contentType: "image/gif"),
      sentence: "answered with an animation that cannot be read ("
    ),
    Bad(
      testDescription: "404",
      script: .status(404),
      sentence: "answered 404 (Not Found); check the address."
    ),
    Bad(
      testDescription: "429",
      script: .status(429, headers: ["Retry-After": "60"]),
      sentence: "answered 429 (Too Many Requests); it asks to be tried again after 60 seconds."
    ),
  ]

  /// The old file was good; a half of the new one would not be.
  @Test("that fails says why, and leaves the old file as it is", arguments: bad, JobStyle.allCases)
  func failure(_ bad: Bad, _ style: JobStyle) async throws {
    let folder = try TemporaryFolder()
    try folder.put("old", in: name)
    try await withUpstream(bad.script) { upstream in
      let url = upstream.url("/a.gif")
      let outcome = await (try GifsJob.asking(upstream, style: style))
        .download(Gif("a", at: url), to: folder.path).outcome()
      let error = #expect(throws: (any Error).self) { try outcome.get() }
      #expect(
        error.map { "\($0)".hasPrefix("\(url) \(bad.sentence)") } == true,
        "\(String(describing: error))"
      )
    }
    #expect(folder.content(of: name) == Data("old".utf8))
    #expect(folder.names == [name])
  }

  @Test("replaces the old file", arguments: JobStyle.allCases)
  func replaced(_ style: JobStyle) async throws {
    let folder = try TemporaryFolder()
    try folder.put("old", in: name)
    try await withUpstream(.gif()) { upstream in
      let job = try GifsJob.asking(upstream, style: style)
      for _ in 0..<2 {
        _ = try await job.download(Gif("a", at: upstream.url("/a.gif")), to: folder.path).value()
      }
    }
    #expect(folder.content(of: name) == Data(GifBytes.animation()))
    #expect(folder.names == [name])
  }

  @Test("that is cut off is loaded again, as often as it may be", arguments: JobStyle.allCases)
  func retried(_ style: JobStyle) async throws {
    let folder = try TemporaryFolder()
    let cut = Script(framing: .length(Self.whole.count), steps: [.bytes(Array(Self.whole[..<9])), .close])
    try await withUpstream(
      respond: { $0.number == 1 ? cut : .ok(Self.whole) },
      { upstream in
        let job = try GifsJob.asking(upstream, style: style, retry: RetryPolicy(retries: 1, base: .zero))
        let file = try await job.download(Gif("a", at: upstream.url("/a.gif")), to: folder.path).value()
        #expect((file.frames, file.bytes) == (50, Self.whole.count))
      }
    )
  }

  @Test("loads nothing of a hit without a rendition", arguments: JobStyle.allCases)
  func noRendition(_ style: JobStyle) async throws {
    let folder = try TemporaryFolder()
    try await withUpstream(.gif()) { upstream in
      let gif = Gif(id: "a", title: "Cat", url: nil, rating: nil, renditions: [])
      await #expect(throws: GiphyError.noRendition(id: "a", title: "Cat")) {
        try await GifsJob.asking(upstream, style: style).download(gif, to: folder.path).value()
      }
    }
    #expect(folder.names.isEmpty)
  }

  @Test(
    "that is cancelled ends at once, closes its connection, and leaves nothing",
    arguments: JobStyle.allCases
  )
  func cancelled(_ style: JobStyle) async throws {
    let folder = try TemporaryFolder()
    let live = LiveObjects()
    try await withUpstream(Script(framing: .length(100), steps: [.text("GIF89a"), .stall])) { upstream in
      let reports = Events<RunProgress>()
      // No deadline ends what nobody has cancelled.
      let job = try GifsJob.asking(upstream, style: style, clock: VirtualClock())
      let run = job.download(Gif("a", at: upstream.url("/a.gif")), to: folder.path).run()
      run.onProgress(on: .immediate) { reports.record($0) }
      run.whenSettled(on: .immediate) { [probe = live.object("handler")] _ in _ = probe }
      _ = try await reports.first { $0.completed == 6 }
      run.cancel()
      await #expect(throws: CancellationError.self) { try await run.value }
      try await upstream.earlyCloses(atLeast: 1)
      try await live.allGone()
    }
    #expect(folder.names.isEmpty)
  }
}
