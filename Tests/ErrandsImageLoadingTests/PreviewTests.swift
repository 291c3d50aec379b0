import Errands
import ErrandsImages
import ErrandsLoading
import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

@testable import ErrandsImageLoading

@Suite("Pictures that become clearer", .timeLimit(.minutes(1)))
struct PreviewTests {
  /// Grain over two colours, in several scans, so that each part of the file adds something.
  private static let progressive = Task {
    let grain =
      "<filter id='f'><feTurbulence baseFrequency='0.08' numOctaves='3'/><feColorMatrix values='"
      + "1 0 0 0 0 0 1 0 0 0 0 0 1 0 0 0 0 0 0 1'/></filter><rect width='600' height='400' filter='url(#f)'/>"
    let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='600' height='400'>\(grain)</svg>"
    let picture = try await ImageRenderer.render(svg: svg, width: 600, height: 400)
    return try await picture.encoded(as: .jpeg(quality: 90, isProgressive: true))
  }

  private func distance(_ one: Picture, _ other: Picture) throws -> Int {
    let (first, second) = try (one.pixels(), other.pixels())
    return zip(first.bytes, second.bytes).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) } / first.bytes.count
  }

  @Test("A preview has the size of the picture, and the more has come the more it looks like it")
  func previews() async throws {
    let file = try await Self.progressive.value
    let whole = try await Picture(decoding: file, by: [.resize(width: 300)])
    var last = Int.max
    for tenth in [2, 5, 8] {
      let beginning = file.prefix(file.count * tenth / 10)
      let preview = try await Picture.previewing(beginning, by: [.resize(width: 300)]).value()
      let picture = try #require(preview)
      #expect((picture.width, picture.height) == (300, 200))
      let distance = try distance(picture, whole)
      #expect(distance <= last)
      last = distance
    }
    #expect(last <= 4)
  }

  @Test("There is none of what is not written in scans, of what is too short, and of what is too large")
  func none() async throws {
    let file = try await Self.progressive.value
    let baseline = try await Picture(decoding: file).encoded(as: .jpeg())
    for beginning in [
      Data(), file.prefix(3), file.prefix(30), baseline.prefix(baseline.count / 2),
      try await Picture(decoding: file).encoded(as: .png).prefix(9_000), Data("<html>".utf8),
    ] {
      #expect(try await Picture.previewing(beginning).value() == nil)
    }
    await #expect(throws: ImageError.tooManyPixels(width: 600, height: 400, limit: 100)) {
      try await Picture.previewing(file.prefix(9_000), limits: ImageLimits(pixels: 100)).value()
    }
  }

  /// Each decodes all that has come: one for each piece would be as many as there are pieces, of half the file each.
  @Test("A preview is made when there is half as much again")
  func growth() async throws {
    let file = try await Self.progressive.value
    let (begun, ended) = (Events<RunID>(), Events<RunID>())
    let observation = Trace.observe { event in
      guard event.name == "preview" else { return }
      if case .made = event.kind { begun.record(event.run) }
      if case .settled = event.kind { ended.record(event.run) }
    }
    let growing = GrowingImage([.resize(width: 30)], limits: ImageLimits()) { _ in }
    for start in stride(from: 0, to: file.count, by: 512) {
      growing.take(.grew(file[start..<min(start + 512, file.count)]))
      if begun.count > 0 { _ = try await ended.event(begun.count) }
    }
    growing.end()
    let most = Int(log(Double(file.count) / 4_096) / log(1.5)) + 1
    #expect((1...most).contains(begun.count), "of \(file.count) bytes")
    observation.cancel()
  }

  /// A preview was laid into its stream under the lock that a reader takes who leaves. To wake the reader takes a lock of
  /// its task, which is held while that is cancelled: two threads could wait for each other's for ever.
  @Test("Who leaves does not wait for the preview that is being shown")
  func neitherWaits() async throws {
    let (pair, begun) = (BlockingPair(), Events<String>())
    let growing = GrowingImage([.resize(width: 30)], limits: ImageLimits()) { _ in
      begun.record("shown")
      pair.first()
    }
    growing.take(.grew(try await Self.progressive.value))
    _ = try await begun.event(1)
    await onThread {
      growing.end()
      pair.second()
    }
    _ = try await pair.heard.event(2)
    #expect(pair.heard.all == BlockingPair.apart)
    growing.take(.grew(try await Self.progressive.value))
    #expect(begun.count == 1)
  }

  @Test("Behind the outcome comes no preview, though one was being shown when it came")
  func order() async throws {
    let (heard, gate) = (Events<String>(), DispatchSemaphore(value: 0))
    let growing = GrowingImage([.resize(width: 30)], limits: ImageLimits()) { news in
      switch news {
      case .preview:
        heard.record("preview")
        gate.wait()
      case .outcome: heard.record("outcome")
      }
    }
    growing.take(.grew(try await Self.progressive.value))
    _ = try await heard.event(1)
    growing.end(with: .failure(CancellationError()))
    #expect(heard.all == ["preview"], "One thread at a time tells: the one that shows has to come back.")
    gate.signal()
    _ = try await heard.event(2)
    #expect(heard.all == ["preview", "outcome"])
  }

  @Test("Pictures come while the file does, and the last one is the picture itself")
  func stream() async throws {
    let file = Array(try await Self.progressive.value)
    let gate = Gate()
    let half = file.count / 2
    let respond: @Sendable (RecordedRequest) -> Script = { _ in
      Script(
        headers: ["Content-Type": "image/jpeg", "Cache-Control": "max-age=60"],
        framing: .length(file.count),
        steps: [.bytes(Array(file[..<half])), .wait { try await gate.wait() }, .bytes(Array(file[half...]))]
      )
    }
    try await withImages(respond: respond) { scene in
      let request = scene.request(by: [.resize(width: 300)])
      let whole = try await Picture(decoding: Data(file), by: request.recipe)
      var pictures: [Picture] = []
      for try await picture in scene.loader.previews(for: request) {
        // The first one is there though half of the file is not.
        gate.open()
        pictures.append(picture)
      }
      #expect(pictures.count >= 2)
      #expect(try pictures.last?.pixels() == whole.pixels())
      #expect(try distance(pictures[0], whole) > 0)
      // It is kept, as any load's: there is one request, and one picture the next time.
      var again = 0
      for try await picture in scene.loader.previews(for: request) {
        again += 1
        #expect(picture.width == 300)
      }
      #expect(again == 1)
      #expect(scene.upstream.requestCount == 1)
    }
  }

  @Test("A failure ends it, and so does a reader that leaves, down to the upstream")
  func ends() async throws {
    try await withImages(respond: { _ in .status(404) }) { scene in
      await #expect(throws: FetchError.self) {
        for try await _ in scene.loader.previews(for: scene.request()) {}
      }
    }
    let file = Array(try await Self.progressive.value)
    let never = Gate()
    let respond: @Sendable (RecordedRequest) -> Script = { _ in
      Script(
        framing: .length(file.count),
        steps: [.bytes(Array(file[..<(file.count / 2)])), .wait { try await never.wait() }]
      )
    }
    try await withImages(respond: respond) { scene in
      for try await _ in scene.loader.previews(for: scene.request(by: [])) { break }
      try await scene.upstream.earlyCloses(atLeast: 1)
    }
  }
}
