import Errands
import ErrandsImages
import ErrandsLoading
import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

@testable import ErrandsImageLoading

@Suite("Files that are made of images", .timeLimit(.minutes(1)))
struct ImageFileLoadingTests {
  @Test("A file is what the recipe makes of the original, in the format, with its tag and type")
  func file() async throws {
    try await withImages { scene in
      let request = scene.request(by: [.resize(width: 30), .mono])
      for encoding in [ImageEncoding.webp(), .jpeg(quality: 70), .png, .avif()] {
        let answer = try await scene.loader.file(for: request, as: encoding).value()
        #expect(answer.head.fields["Content-Type"] == encoding.format.mediaType)
        #expect(answer.head.fields["ETag"]?.hasPrefix("\"") == true)
        #expect(answer.head.fields["Cache-Control"] == "max-age=600")
        let info = try await ImageInfo(reading: answer.body)
        #expect(info == ImageInfo(format: encoding.format, width: 30, height: 20))
        let alone = try await ImageFile(
          rendering: try await coverBytes.value,
          by: request.recipe,
          as: encoding
        )
        #expect(answer.body == alone.bytes)
      }
      // One download for all of them.
      #expect(scene.upstream.requestCount == 1)
    }
  }

  @Test("A thousand that ask at once for one file cost one download and one computation")
  func thousand() async throws {
    let gate = Gate()
    try await withImages(respond: Script.cover(behind: gate)) { scene in
      let request = scene.request(by: [.resize(width: 30), .sepia])
      let runs = (0..<1_000).map { _ in scene.loader.file(for: request, as: .webp()).run() }
      _ = try await scene.upstream.request(1)
      gate.open()
      var files: Set<Data> = []
      for run in runs { files.insert(try await run.value.body) }
      #expect(files.count == 1)
      #expect(scene.upstream.requestCount == 1)
      // The file that is kept is theirs, too.
      let kept = try #require(await scene.loader.keptFile(for: request, as: .webp()))
      #expect(files.contains(kept.body))
      #expect(await scene.loader.keptFile(for: request, as: .jpeg()) == nil)
    }
  }

  @Test("Another size, format or look of what was downloaded costs no download, and is another file")
  func others() async throws {
    try await withImages { scene in
      var files: Set<Data> = []
      var tags: Set<String> = []
      let recipes: [ImageRecipe] = [
        [.resize(width: 30)], [.resize(width: 31)], [.resize(width: 30), .sepia],
        [.pixelate(block: 20), .resize(width: 30)],
        ImageRecipe([.resize(width: 15)], pixelRatio: 2.5),
      ]
      for recipe in recipes {
        for encoding in [ImageEncoding.webp(), .webp(quality: 20)] {
          let answer = try await scene.loader.file(for: scene.request(by: recipe), as: encoding).value()
          files.insert(answer.body)
          tags.insert(answer.head.fields["ETag"] ?? "")
        }
      }
      #expect(files.count == 10)
      #expect(tags.count == 10)
      #expect(scene.upstream.requestCount == 1)
    }
  }

  @Test("What is asked for with other credentials, or under another key, is not mixed")
  func users() async throws {
    let respond: @Sendable (RecordedRequest) async throws -> Script = { request in
      let colour = request.headers["Authorization"] == "one" ? "#f00" : "#00f"
      let svg =
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 4 4'><rect width='4' height='4' fill='\(colour)'/></svg>"
      let bytes = try await ImageRenderer.render(svg: svg, width: 40, height: 40).encoded(as: .png)
      return .ok(Array(bytes), contentType: "image/png", headers: ["Cache-Control": "max-age=60"])
    }
    try await withImages(respond: respond) { scene in
      var (one, two) = (scene.request(), scene.request())
      one.source.fields["Authorization"] = "one"
      two.source.fields["Authorization"] = "two"
      let files = [scene.loader.file(for: one, as: .png).run(), scene.loader.file(for: two, as: .png).run()]
      #expect(try await files[0].value.body != files[1].value.body)
      #expect(scene.upstream.requestCount == 2)
      // A signed address that changes with every request, under a key of the caller's.
      var signed = scene.request("/1.jpg?signature=1")
      signed.source.key = "photo 1"
      let first = try await scene.loader.file(for: signed, as: .png).value()
      signed.source.url = scene.upstream.url("/1.jpg?signature=2")
      #expect(try await scene.loader.file(for: signed, as: .png).value().body == first.body)
      #expect(scene.upstream.requestCount == 3)
    }
  }

  @Test("The first that leaves ends nothing for the second, and the last ends it down to the upstream")
  func leaving() async throws {
    let gate = Gate()
    try await withImages(respond: Script.cover(behind: gate)) { scene in
      let file = scene.loader.file(for: scene.request(), as: .webp())
      let (first, second) = (file.run(), file.run())
      _ = try await scene.upstream.request(1)
      first.cancel()
      gate.open()
      #expect(try await second.value.head.status == 200)
      #expect(scene.upstream.requestCount == 1)
    }
    let never = Gate()
    try await withImages(respond: { _ in
      try await never.wait(); return .ok("")
    }) { scene in
      let file = scene.loader.file(for: scene.request(), as: .webp())
      let runs = (0..<2).map { _ in file.run() }
      _ = try await scene.upstream.request(1)
      for run in runs { run.cancel() }
      try await scene.upstream.earlyCloses(atLeast: 1)
    }
  }

  @Test("A file and a picture that are wanted at once meet at the download")
  func meeting() async throws {
    // The download for a file named its program, the one for a picture did not, and so they were two.
    let gate = Gate()
    try await withImages(cache: nil, respond: Script.cover(behind: gate)) { scene in
      let file = scene.loader.file(for: scene.request(), as: .webp()).run()
      _ = try await scene.upstream.request(1)
      // Joins before it returns.
      let picture = scene.loader.picture(for: scene.request()).run()
      gate.open()
      #expect(try await file.value.head.status == 200)
      #expect(try await picture.value.width == 30)
      #expect(scene.upstream.requestCount == 1)
    }
  }

  @Test("What is stale is asked for by its tag, and nothing is made again where it has not changed")
  func revalidation() async throws {
    try await withImages(respond: { try await .cover(for: $0, fresh: 0) }) { scene in
      let request = scene.request()
      let first = try await scene.loader.file(for: request, as: .webp()).value()
      let second = try await scene.loader.file(for: request, as: .webp()).value()
      #expect(second.body == first.body)
      #expect(scene.upstream.requestCount == 2)
      #expect(try await scene.upstream.request(2).headers["If-None-Match"] == "\"v1\"")
    }
  }

  @Test("A client that comes back with the tag is told that nothing has changed, though nothing is kept")
  func conditional() async throws {
    try await withImages(cache: nil) { scene in
      var request = scene.request()
      let tag = try #require(
        try await scene.loader.file(for: request, as: .webp()).value().head.fields["ETag"]
      )
      request.source.fields["If-None-Match"] = tag
      let answer = try await scene.loader.file(for: request, as: .webp()).value()
      #expect(answer.head.status == 304)
      #expect(answer.body.isEmpty)
      #expect(try await scene.upstream.request(2).headers["If-None-Match"] == "\"v1\"")
      // The tag of another form is none of this one's.
      let other = try await scene.loader.file(for: request, as: .jpeg()).value()
      #expect(other.head.status == 200)
    }
  }

  @Test("What is purged of an address takes with it what was made of it")
  func purge() async throws {
    let cache = HTTPCache()
    try await withImages(cache: cache) { scene in
      let request = scene.request()
      _ = try await scene.loader.file(for: request, as: .webp()).value()
      _ = try await scene.loader.picture(for: request).value()
      await cache.purge(scene.upstream.url("/2.jpg"))
      #expect(await scene.loader.keptFile(for: request, as: .webp()) != nil)
      await cache.purge(request.source.url)
      #expect(await scene.loader.keptFile(for: request, as: .webp()) == nil)
      _ = try await scene.loader.picture(for: request).value()
      #expect(scene.upstream.requestCount == 2)
    }
  }

  @Test("A file may be kept as its original may", arguments: ["no-store", "max-age=0, no-cache"])
  func notKept(_ control: String) async throws {
    let jpeg = Array(try await coverBytes.value)
    let respond: @Sendable (RecordedRequest) -> Script = { _ in
      .ok(jpeg, contentType: "image/jpeg", headers: ["Cache-Control": control])
    }
    try await withImages(respond: respond) { scene in
      for count in 1...2 {
        _ = try await scene.loader.file(for: scene.request(), as: .png).value()
        #expect(scene.upstream.requestCount == count)
        #expect(await scene.loader.keptFile(for: scene.request(), as: .png) == nil)
      }
    }
  }

  /// It was given until the last second of that time, and nobody asked.
  @Test("What may be given while it is asked for anew is not taken for fresh: a load is given it, and asks")
  func stale() async throws {
    let jpeg = Array(try await coverBytes.value)
    let control = "max-age=60, stale-while-revalidate=600"
    let respond: @Sendable (RecordedRequest) -> Script = { _ in
      .ok(jpeg, contentType: "image/jpeg", headers: ["Cache-Control": control, "Age": "100"])
    }
    try await withImages(respond: respond) { scene in
      let request = scene.request()
      _ = try await scene.loader.originalFile(for: request).value()
      #expect(await scene.loader.keptOriginalFile(for: request) == nil)
      #expect(scene.loader.keptOriginal(for: request).inMemory() == nil)
      #expect(scene.upstream.requestCount == 1)
      _ = try await scene.loader.originalFile(for: request).value()
      _ = try await scene.upstream.request(2)
    }
  }

  @Test("Where a file stands is known before it is made, and says what is there at that moment")
  func place() async throws {
    let cache = HTTPCache()
    try await withImages(cache: cache) { scene in
      let request = scene.request(by: [.resize(width: 30)])
      let (file, original) = (scene.loader.kept(request, as: .png), scene.loader.keptOriginal(for: request))
      #expect(file.inMemory() == nil && original.inMemory() == nil)
      let made = try await scene.loader.file(for: request, as: .png).value()
      #expect(file.inMemory()?.body == made.body)
      #expect(original.inMemory()?.head.fields["ETag"]?.hasPrefix("\"") == true)
      #expect(scene.loader.kept(request, as: .webp()).inMemory() == nil)
      await cache.purge(request.source.url)
      #expect(file.inMemory() == nil && original.inMemory() == nil)
    }
  }

  @Test("Where a redirect has led to the original, the file is not kept")
  func redirected() async throws {
    let respond: @Sendable (RecordedRequest) async throws -> Script = { request in
      request.path == "/1.jpg" ? .redirect(to: "/2.jpg") : try await .cover(for: request)
    }
    try await withImages(respond: respond) { scene in
      _ = try await scene.loader.file(for: scene.request(), as: .png).value()
      #expect(await scene.loader.keptFile(for: scene.request(), as: .png) == nil)
    }
  }

  /// Each picture that was made for the first time began with a failure, in red: it was in no cache.
  @Test("A look at what is kept is no failure where there is nothing, and is told where a folder has it")
  func looks() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "errands-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let loads = Lock<[LoadMetrics]>([])
    let cache = HTTPCache(memoryLimit: 0, folder: folder)
    let count: (inout Fetcher.Configuration) -> Void = { configuration in
      configuration.metrics = { _, load in loads.withLock { $0.append(load) } }
    }
    try await withImages(cache: cache, configure: count) { scene in
      let file = scene.loader.kept(scene.request(), as: .png)
      let original = scene.loader.keptOriginal(for: scene.request())
      #expect(await file.file() == nil)
      #expect(await original.file() == nil)
      #expect(loads.withLock { $0.isEmpty })
      let made = try await scene.loader.file(for: scene.request(), as: .png).value()
      loads.withLock { $0.removeAll() }
      // Of what is made of originals nobody is told, as ever.
      #expect(await file.file()?.body == made.body)
      #expect(loads.withLock { $0.isEmpty })
      #expect(await original.file() != nil)
      #expect(loads.withLock { $0.map(\.tier) } == [.disk])
      #expect(loads.withLock { $0.first?.ending.outcome } == "succeeded")
    }
  }

  @Test("What is no image, too large, or not there says so as the loader and the images do")
  func failures() async throws {
    let respond: @Sendable (RecordedRequest) -> Script = { request in
      request.path == "/1.jpg" ? .ok("<html>") : .status(404)
    }
    try await withImages(respond: respond) { scene in
      let error = await #expect(throws: (any Error).self) {
        try await scene.loader.file(for: scene.request(), as: .png).value()
      }
      let sentence = String(describing: try #require(error))
      #expect(sentence.contains("3C 68 74 6D 6C 3E"))
      await #expect(throws: ImageError.self) { try await scene.loader.picture(for: scene.request()).value() }
      let missing = await #expect(throws: FetchError.self) {
        try await scene.loader.file(for: scene.request("/2.jpg"), as: .png).value()
      }
      guard case .status(404, _)? = missing?.cause else {
        Issue.record("expected a 404, got \(String(describing: missing))")
        return
      }
    }
    try await withImages({ $0.limits.pixels = 100 }) { scene in
      await #expect(throws: ImageError.tooManyPixels(width: 60, height: 40, limit: 100)) {
        try await scene.loader.picture(for: scene.request()).value()
      }
    }
  }

  @Test("What is prefetched is there when it is wanted, and ends with its scope")
  func prefetch() async throws {
    try await withImages { scene in
      let requests = (1...6).map { scene.request("/\($0).jpg") }
      let scope = Scope()
      try await scene.loader.prefetch(requests, as: .webp(), in: scope).value
      #expect(scene.upstream.requestCount == 6)
      for request in requests {
        #expect(await scene.loader.keptFile(for: request, as: .webp()) != nil)
        _ = try await scene.loader.file(for: request, as: .webp()).value()
      }
      #expect(scene.upstream.requestCount == 6)
    }
    let never = Gate()
    try await withImages(respond: { _ in
      try await never.wait(); return .ok("")
    }) { scene in
      let scope = Scope()
      let run = scene.loader.prefetch([scene.request()], as: .webp(), in: scope)
      _ = try await scene.upstream.request(1)
      scope.cancel()
      await #expect(throws: CancellationError.self) { try await run.value }
      try await scene.upstream.earlyCloses(atLeast: 1)
    }
  }

  @Test("A rendering is read in a request as it was written, and no password stands in its key")
  func book() throws {
    let book = RecipeBook(agent: "Tests/1")
    let url = try #require(URL(string: "http://ann:secret@h.test/1.jpg?key=1"))
    var request = ImageRequest(url, by: [.sepia, .overlay(ImageOverlay(.text("ü & <b>", size: 20)))])
    request.source.fields["Authorization"] = "secret"
    for key in [nil, "photo ü"] {
      request.source.key = key
      let wanted = book.fileRequest(for: request, as: .webp(quality: 33))
      #expect(wanted.key?.contains("secret") == false && wanted.key?.contains("ann") == false)
      // Remembered, and read.
      for book in [book, RecipeBook(agent: "Tests/1")] {
        let (source, rendering, _) = try #require(book.order(in: wanted))
        #expect(source == request.source)
        #expect(rendering == Rendering(recipe: request.recipe, encoding: .webp(quality: 33)))
      }
    }
    #expect(book.order(in: request.source) == nil)
  }

  /// It remembered 512 recipes, whatever was in them: of an overlay of a megabyte each that was more than a gigabyte.
  @Test("Recipes with pictures in them are remembered up to a megabyte")
  func largeRecipes() throws {
    let book = RecipeBook(agent: "Tests/1")
    let url = try #require(URL(string: "http://h.test/1.jpg"))
    let alive = Lock(0)
    func ask(_ number: UInt8, length: Int) {
      alive.withLock { $0 += 1 }
      let bytes = UnsafeMutableRawPointer.allocate(byteCount: length, alignment: 1)
      bytes.initializeMemory(as: UInt8.self, repeating: number, count: length)
      let picture = Data(
        bytesNoCopy: bytes,
        count: length,
        deallocator: .custom { bytes, _ in
          bytes.deallocate()
          alive.withLock { $0 -= 1 }
        }
      )
      _ = book.fileRequest(for: ImageRequest(url, by: [.overlay(ImageOverlay(.image(picture)))]), as: .webp())
    }
    for number in 0..<64 { ask(UInt8(number), length: 100_000) }
    // Base 64 twice makes 178 KB of each.
    let remembered = alive.withLock { $0 }
    #expect((1...5).contains(remembered))
    ask(64, length: 1 << 20)
    #expect(alive.withLock { $0 } == remembered, "one without room is forgotten, and drives out no other")
    ask(63, length: 100_000)
    #expect(alive.withLock { $0 } == remembered, "the same is remembered once")
  }
}
