import Errands
import ErrandsLoading
import ErrandsTesting
import ErrandsUpstream
import Foundation
import Testing

@testable import ErrandsImageLoading
@testable import ErrandsImages

@Suite("Pictures", .timeLimit(.minutes(1)))
struct PictureLoadingTests {
  /// How many pictures were made for the runs: those that share one are given the same.
  private func count(madeBy runs: [Run<Picture>]) async throws -> Int {
    var made: Set<ObjectIdentifier> = []
    for run in runs { made.insert(ObjectIdentifier(try await run.value.image)) }
    return made.count
  }

  @Test("A picture is made once for all that ask at once, and is there afterwards")
  func shared() async throws {
    let gate = Gate()
    try await withImages(respond: Script.cover(behind: gate)) { scene in
      let request = scene.request(by: [.resize(width: 30), .sepia])
      let runs = (0..<100).map { _ in scene.loader.picture(for: request).run() }
      _ = try await scene.upstream.request(1)
      gate.open()
      for run in runs { #expect(try await run.value.width == 30) }
      // Settled before it is asked for: no task, no computation.
      let hit = scene.loader.picture(for: request).run()
      #expect(try hit.outcome?.get().width == 30)
      #expect(scene.upstream.requestCount == 1)
      scene.loader.removePictures()
      #expect(!scene.keeps(request))
    }
  }

  @Test("Another recipe of the same address is another picture of the same download")
  func recipes() async throws {
    try await withImages { scene in
      let (grey, brown) = (scene.request(by: [.mono]), scene.request(by: [.sepia]))
      let one = try await scene.loader.picture(for: grey).value()
      let two = try await scene.loader.picture(for: brown).value()
      #expect(try one.pixels() != two.pixels())
      #expect(scene.upstream.requestCount == 1)
    }
  }

  @Test("What is made of an original at hand is made once for all that ask, and is what others are given")
  func atHand() async throws {
    try await withImages { scene in
      let request = scene.request(by: [.resize(width: 30), .sepia])
      let original = try await scene.loader.original(for: request).value()
      let runs = (0..<100).map { _ in scene.loader.picture(of: original, for: request).run() }
      for run in runs { #expect(try await run.value.width == 30) }
      #expect(try await count(madeBy: runs) == 1)
      #expect(scene.keeps(request))
      #expect(scene.upstream.requestCount == 1)
    }
  }

  /// One that had looked into memory before the picture was there, and asked for it when it was not on its way any more,
  /// made it a second time.
  @Test("What is asked for in the moment in which it has been made is not made again")
  func betweenLookAndFlight() async throws {
    try await withImages { scene in
      let original = try await scene.loader.original(for: scene.request(by: [])).value()
      for width in 1...40 {
        let request = scene.request(by: [.resize(width: width)])
        let picture = scene.loader.picture(of: original, for: request)
        let first = picture.run()
        var runs = [first]
        repeat { runs.append(picture.run()) } while first.outcome == nil
        #expect(try await count(madeBy: runs) == 1)
      }
    }
  }

  @Test("A picture is given for as long as its original is fresh, by the fetcher's clock")
  func freshness() async throws {
    let clock = VirtualClock()
    try await withImages(
      configure: {
        $0.clock = clock
        $0.deadline = .seconds(100_000)
        $0.silence = .seconds(100_000)
      }
    ) { scene in
      let request = scene.request()
      _ = try await scene.loader.picture(for: request).value()
      clock.advance(by: .seconds(590))
      #expect(scene.keeps(request))
      clock.advance(by: .seconds(11))
      #expect(!scene.keeps(request))
    }
  }

  @Test("Without a cache that says for how long, no picture is kept")
  func uncached() async throws {
    try await withImages(cache: nil) { scene in
      for count in 1...2 {
        _ = try await scene.loader.picture(for: scene.request()).value()
        #expect(scene.upstream.requestCount == count)
      }
    }
    let jpeg = Array(try await coverBytes.value)
    let respond: @Sendable (RecordedRequest) -> Script = { _ in
      .ok(jpeg, contentType: "image/jpeg", headers: ["Cache-Control": "no-store"])
    }
    try await withImages(respond: respond) { scene in
      for count in 1...2 {
        _ = try await scene.loader.picture(for: scene.request()).value()
        #expect(scene.upstream.requestCount == count)
      }
    }
  }

  @Test("The pictures that were asked for the longest time ago go, and a large one drives out none")
  func cost() async throws {
    // Room for four of 60 × 40 pixels of three bytes.
    try await withImages({ $0.pictureLimit = 4 * 7_200 }) { scene in
      let requests = (1...5).map { scene.request("/\($0).jpg", by: []) }
      for request in requests.prefix(4) { _ = try await scene.loader.picture(for: request).value() }
      #expect(scene.keeps(requests[0]))
      _ = try await scene.loader.picture(for: requests[4]).value()
      // The one that has gone last: asked for, it is on its way back at once, and drives out another.
      for (number, isKept) in [(0, true), (2, true), (3, true), (4, true), (1, false)] {
        #expect(scene.keeps(requests[number]) == isKept)
      }
      // A little more than a quarter of the room.
      let large = scene.request("/6.jpg", by: [.resize(width: 70)])
      _ = try await scene.loader.picture(for: large).value()
      #expect(!scene.keeps(large))
      #expect(scene.keeps(requests[4]))
    }
  }

  @Test("A placeholder tells shape and colour of the image, and is a few hundred bytes")
  func placeholder() async throws {
    try await withImages { scene in
      let placeholder = try await scene.loader.placeholder(for: scene.request()).value()
      #expect((placeholder.width, placeholder.height) == (60, 40))
      #expect([placeholder.colour.red, placeholder.colour.blue].contains { $0 > 150 })
      #expect(placeholder.colour.green < 40)
      #expect(placeholder.dataURL.hasPrefix("data:image/jpeg;base64,"))
      #expect(placeholder.dataURL.utf8.count < 1_200)
      let encoded = placeholder.dataURL.split(separator: ",")[1]
      let tiny = try await Picture(decoding: try #require(Data(base64Encoded: String(encoded))))
      #expect(max(tiny.width, tiny.height) == ImagePlaceholder.side)
    }
  }

  /// Of a picture that is nearly square, so that its tiny copy is, the sides were swapped.
  @Test(
    "A placeholder has the shape of the picture, the right way up",
    arguments: [(64, 62), (62, 64), (50, 20)]
  )
  func placeholderShape(width: Int, height: Int) async throws {
    let svg = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><rect width='9' height='9'/></svg>"
    let file = try await ImageRenderer.render(svg: svg, width: width, height: height).encoded(as: .jpeg())
    // An Exif segment that says: a quarter turn.
    let exif =
      Array("Exif\0\0II*\0".utf8) + [8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0]
    let turned = file.prefix(2) + Data([0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif) + file.dropFirst(2)
    for (bytes, sides) in [(file, [width, height]), (turned, [height, width])] {
      try await withImages(respond: { _ in .ok(Array(bytes), contentType: "image/jpeg") }) { scene in
        let placeholder = try await scene.loader.placeholder(for: scene.request()).value()
        #expect([placeholder.width, placeholder.height] == sides)
      }
    }
  }

  @Test("What the limits allow to be read has a placeholder, too")
  func unhardenedPlaceholder() async throws {
    try #require(ImageFormat.writable.contains(.jxl))
    let svg = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><rect width='9' height='9'/></svg>"
    let file = try await ImageRenderer.render(svg: svg, width: 40, height: 30).encoded(as: .jxl())
    try await withImages(
      { $0.limits.acceptsUnhardenedFormats = true },
      respond: { _ in .ok(Array(file), contentType: "image/jxl") }
    ) { scene in
      let placeholder = try await scene.loader.placeholder(for: scene.request()).value()
      #expect(placeholder.width == 40)
    }
  }

  @Test("What cannot be seen has no colour, and the ground shines through the placeholder too")
  func transparentPlaceholder() async throws {
    // A third can be seen. As small as a placeholder, so that nothing is made of two of its colours.
    let bytes = (0..<144).flatMap { $0 < 48 ? [0, 170, 0, 255] : [200, 0, 0, 40] as [UInt8] }
    let picture = try Picture(
      Picture.Pixels(width: 12, height: 12, bytesPerPixel: 4, bytes: Data(bytes))
    )
    let placeholder = try await ImagePlaceholder(of: picture)
    #expect(placeholder.colour.hexadecimal == "#00aa00")
    #expect(placeholder.dataURL.hasPrefix("data:image/png;base64,"))
  }
}
