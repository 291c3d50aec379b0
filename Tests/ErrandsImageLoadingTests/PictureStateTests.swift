import Errands
import ErrandsLoading
import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

@testable import ErrandsImageLoading
@testable import ErrandsImages

@Suite("Pictures in memory, and the originals that they are made of", .timeLimit(.minutes(1)))
struct PictureStateTests {
  /// A server whose image is the first one until it is told to change.
  private func withChanging(
    cache: HTTPCache = HTTPCache(),
    hasTags: Bool = true,
    caching: String = "max-age=600",
    _ test: (ImageScene, _ change: @Sendable () -> Void) async throws -> Void,
    configure: (inout Fetcher.Configuration) -> Void = { _ in }
  ) async throws {
    let states = try [[255, 0, 0], [0, 0, 255]].map { pixel in
      try Picture(
        Picture.Pixels(width: 20, height: 20, bytesPerPixel: 3, bytes: Data((0..<400).flatMap { _ in pixel }))
      )
    }
    var files: [[UInt8]] = []
    for state in states { files.append(Array(try await state.encoded(as: .png))) }
    // Of one length: what is behind the end of an image does not matter.
    let length = files.map(\.count).max() ?? 0
    files = files.map { $0 + Array(repeating: 0, count: length - $0.count) }
    let state = Shared(0)
    try await withImages(
      cache: cache,
      configure: configure,
      respond: { [files] request in
        let number = state.value.withLock { $0 }
        return .file(
          files[number],
          entityTag: hasTags ? "\"\(number)\"" : nil,
          contentType: "image/png",
          headers: ["Cache-Control": caching],
          for: request
        )
      }
    ) { scene in try await test(scene) { state.value.withLock { $0 = 1 } } }
  }

  private final class Shared: Sendable {
    let value: Lock<Int>

    init(_ value: Int) { self.value = Lock(value) }
  }

  private func expect(
    _ load: Errand<Picture>,
    isRed: Bool,
    at place: Testing.SourceLocation = #_sourceLocation
  ) async throws {
    let first = try await load.value().pixels().bytes.first
    #expect((first == 255) == isRed, sourceLocation: place)
  }

  /// It was kept under the wish to load it anew, and everybody else was given the old one.
  @Test("One that was loaded anew takes the place of the one before")
  func reload() async throws {
    try await withChanging { scene, change in
      let request = scene.request("/a.png")
      try await expect(scene.loader.picture(for: request), isRed: true)
      change()
      var anew = request
      anew.source.cacheUse = .reload
      try await expect(scene.loader.picture(for: anew), isRed: false)
      try await expect(scene.loader.picture(for: request), isRed: false)
      #expect(scene.upstream.requestCount == 2)
    }
  }

  /// The newer picture was given to nobody any more.
  @Test("One of an older original, which is made later, leaves the newer one in its place")
  func older() async throws {
    try await withChanging { scene, change in
      let pool = ImagePool.shared
      let gate = DispatchSemaphore(value: 0)
      let holders = (0..<pool.places).map { _ in pool.errand("holder") { _ in gate.wait() }.run() }
      var anew = scene.request("/a.png")
      let first = scene.loader.picture(for: anew).run()
      try await waiting(1)
      change()
      anew.source.cacheUse = .reload
      let second = scene.loader.picture(for: anew).priority(.veryHigh).run()
      try await waiting(2)
      // One place: the newer one has it first.
      gate.signal()
      _ = try await second.value
      for _ in holders.dropFirst() { gate.signal() }
      _ = try await first.value
      try await expect(scene.loader.picture(for: scene.request("/a.png")), isRed: false)
      #expect(scene.upstream.requestCount == 2)
    }
  }

  /// Until so many images wait for a place.
  private func waiting(_ count: Int) async throws {
    while ImagePool.shared.waitingCount < count {
      try Task.checkCancellation()
      await Task.yield()
    }
  }

  /// Where the server says nothing of their state, two of equal length were the same.
  @Test("One of another original than the one at hand is not given for it", arguments: [true, false])
  func otherOriginal(hasTags: Bool) async throws {
    try await withChanging(hasTags: hasTags) { scene, change in
      let request = scene.request("/a.png")
      try await expect(scene.loader.picture(for: request), isRed: true)
      change()
      var anew = request
      anew.source.cacheUse = .reload
      let original = try await scene.loader.original(for: anew).value()
      try await expect(scene.loader.picture(of: original, for: request), isRed: false)
    }
  }

  @Test(
    "A request that wants its server asked is not given what is in memory",
    arguments: ["no-cache", "max-age=0"]
  )
  func noCache(directive: String) async throws {
    try await withChanging { scene, change in
      var request = scene.request("/a.png")
      request.source.fields["Cache-Control"] = directive
      try await expect(scene.loader.picture(for: request), isRed: true)
      change()
      try await expect(scene.loader.picture(for: request), isRed: false)
    }
  }

  /// It was given for as long as it would have been fresh.
  @Test("One whose server wants to be asked each time is not given unasked")
  func serverNoCache() async throws {
    try await withChanging(caching: "no-cache, max-age=600") { scene, change in
      let request = scene.request("/a.png")
      try await expect(scene.loader.picture(for: request), isRed: true)
      try await expect(scene.loader.picture(for: request), isRed: true)
      change()
      try await expect(scene.loader.picture(for: request), isRed: false)
      #expect(scene.upstream.requestCount == 3)
    }
  }

  /// It was kept under the wish to have the server asked, where nobody looks, and everybody else was given the old one.
  @Test(
    "One that the server was asked for takes the place of the one before",
    arguments: [("Cache-Control", "no-cache"), ("Pragma", "no-cache"), ("cache-control", "max-age=0")]
  )
  func askedAnew(field: String, value: String) async throws {
    try await withChanging { scene, change in
      let request = scene.request("/a.png")
      try await expect(scene.loader.picture(for: request), isRed: true)
      change()
      var anew = request
      anew.source.fields[field] = value
      try await expect(scene.loader.picture(for: anew), isRed: false)
      try await expect(scene.loader.picture(for: request), isRed: false)
      #expect(scene.keeps(request))
      // Conditions are for what is made of the picture.
      var conditional = request
      conditional.source.fields["If-None-Match"] = "\"0\""
      #expect(scene.keeps(conditional))
      #expect(scene.upstream.requestCount == 2)
    }
  }

  /// A thread of the pool is waited for, and the purge comes meanwhile: the picture came behind it.
  @Test("One that is on its way when its address is purged is not kept")
  func purged() async throws {
    let cache = HTTPCache()
    try await withChanging(cache: cache) { scene, change in
      let request = scene.request("/a.png")
      // There already, so that the picture stands in the pool's line as soon as it is asked for.
      _ = try await scene.loader.original(for: request).value()
      let release = ImagePool.shared.holdAllPlaces()
      let run = scene.loader.picture(for: request).run()
      change()
      await cache.purge(request.source.url)
      release()
      #expect(try await run.value.pixels().bytes.first == 255)
      try await expect(scene.loader.picture(for: request), isRed: false)
    }
  }

  /// It was as fresh as its original had been when it came, from when it was decoded on.
  @Test("The time that decoding takes, or waits, is a part of its age")
  func age() async throws {
    let clock = VirtualClock()
    try await withChanging { scene, _ in
      let request = scene.request("/a.png")
      // There already, so that the picture stands in the pool's line as soon as it is asked for.
      _ = try await scene.loader.original(for: request).value()
      let release = ImagePool.shared.holdAllPlaces()
      let run = scene.loader.picture(for: request).run()
      clock.advance(by: .seconds(500))
      release()
      _ = try await run.value
      clock.advance(by: .seconds(99))
      #expect(scene.keeps(request))
      clock.advance(by: .seconds(2))
      #expect(!scene.keeps(request))
    } configure: {
      $0.clock = clock
      $0.deadline = .seconds(100_000)
      $0.silence = .seconds(100_000)
    }
  }

  @Test(
    "Conditions and ranges are not for the original, which is asked for as a whole",
    arguments: ["Range", "If-None-Match", "If-Modified-Since"],
    [nil, RequestBody.bytes(Data("a form".utf8))]
  )
  func whole(field: String, body: RequestBody?) async throws {
    try await withChanging { scene, _ in
      var request = scene.request("/a.png")
      request.source.fields[field] =
        field == "Range" ? "bytes=0-9" : field == "If-None-Match" ? "\"0\"" : "Wed, 01 Jan 2025 00:00:00 GMT"
      (request.source.method, request.source.body) = (body == nil ? .head : .post, body)
      try await expect(scene.loader.picture(for: request), isRed: true)
      #expect(try await scene.loader.placeholder(for: request).value().width == 20)
      var other = request
      other.source.url = scene.upstream.url("/b.png")
      #expect(try await scene.loader.file(for: other, as: .png).value().head.status == 200)
      for number in 1...2 {
        let sent = try await scene.upstream.request(number)
        #expect(sent.method == "GET" && sent.headers[field] == nil)
      }
    }
  }

  /// Of a batch of files from one host, all but the first failed for the time that those before them took.
  @Test("A file's deadline does not count the wait for its original's place, where that is said")
  func deadlineFromPlace() async throws {
    let clock = VirtualClock()
    var limits = Admission.Limits()
    limits.perHost = 1
    let admission = Admission(limits: limits)
    try await withChanging { scene, _ in
      let place = try await admission.place(for: scene.upstream.url).value()
      let request = scene.request("/a.png")
      let file = Task { try await scene.loader.file(for: request, as: .png).value() }
      while admission.counts.waiting < 1 {
        try Task.checkCancellation()
        await Task.yield()
      }
      clock.advance(by: .seconds(60))
      place.release()
      #expect(try await file.value.head.status == 200)
    } configure: {
      ($0.clock, $0.admission, $0.deadline, $0.deadlineCountsWait) = (clock, admission, .seconds(5), false)
    }
  }

  @Test(
    "A recipe that is none is said to be none, also where a file is asked for",
    arguments: [Double.nan, .infinity]
  )
  func noNumber(value: Double) async throws {
    try await withChanging { scene, _ in
      let request = scene.request("/a.png", by: [.blur(sigma: value)])
      let error = await #expect(throws: ImageError.self) {
        try await scene.loader.file(for: request, as: .png).value()
      }
      #expect(
        error?.description.hasSuffix("is not a possible sigma of a blur; it must be from 0.1 to 100.") == true
      )
    }
  }
}
