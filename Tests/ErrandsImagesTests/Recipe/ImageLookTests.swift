import Foundation
import Testing

@testable import ErrandsImages

extension Images {
  @Suite("What the filters make of colours and shapes", .timeLimit(.minutes(1)))
  struct ImageLookTests {
    private func flat(_ colour: String, side: Int = 20) async throws -> Picture {
      try await ImageRenderer.render(svg: Drawings.flat(colour), width: side, height: side)
    }

    @Test(
      "Brightness, contrast and saturation are those of CSS",
      arguments: [
        (ImageFilter.brightness(0), "#6496c8", [0, 0, 0]), (.brightness(1), "#6496c8", [100, 150, 200]),
        (.brightness(0.5), "#6496c8", [50, 75, 100]), (.brightness(2), "#6496c8", [200, 255, 255]),
        (.contrast(0), "#6496c8", [128, 128, 128]), (.contrast(1), "#6496c8", [100, 150, 200]),
        (.contrast(2), "#6496c8", [73, 173, 255]), (.saturation(1), "#6496c8", [100, 150, 200]),
        (.saturation(0), "#ff0000", [54, 54, 54]), (.saturation(2), "#6496c8", [57, 157, 255]),
      ]
    )
    func amounts(filter: ImageFilter, colour: String, result: [Int]) async throws {
      #expect(distance(try await flat(colour).applying([filter]).colour(9, 9), result) <= 1)
    }

    @Test("Squares have one colour each, the middle one of what was there, at the edges too")
    func pixelate() async throws {
      let picture = try await ImageRenderer.render(svg: Drawings.quarters, width: 50, height: 50)
      let squares = try await picture.applying([.pixelate(block: 20)])
      #expect((squares.width, squares.height) == (50, 50))
      #expect(try squares.colour(0, 0) == squares.colour(19, 19))
      #expect(try squares.colour(0, 0) == [255, 0, 0])
      // A quarter red and a quarter green, as the middle falls into it.
      let mixed = try squares.colour(30, 3)
      #expect(distance(mixed, [64, 191, 0]) <= 2)
      #expect(try squares.colour(49, 49) == [255, 255, 255])
    }

    @Test("Sharpening makes an edge steeper, and leaves what is flat")
    func sharpen() async throws {
      let soft = try await ImageRenderer.render(svg: Drawings.halfOnWhite, width: 60, height: 10)
        .applying([.blur(sigma: 2)])
      let sharp = try await soft.applying([.sharpen(sigma: 2)])
      let contrast = { (picture: Picture) in try picture.colour(32, 5)[1] - picture.colour(28, 5)[1] }
      #expect(try contrast(sharp) > contrast(soft))
      #expect(distance(try sharp.colour(3, 5), try soft.colour(3, 5)) <= 1)
      #expect(sharp.hasAlpha == soft.hasAlpha)
    }

    /// White under the part that cannot be seen made the edge darker, and black brighter.
    @Test("What cannot be seen has no say in how sharp an edge becomes")
    func sharpenHidden() async throws {
      func edge(over hidden: UInt8) async throws -> Picture {
        let row: [UInt8] =
          Array(repeating: [128, 128, 128, 255], count: 20).flatMap { $0 }
          + Array(repeating: [hidden, hidden, hidden, 0], count: 20).flatMap { $0 }
        let bytes = Data(Array(repeating: row, count: 40).flatMap { $0 })
        let picture = try Picture(Picture.Pixels(width: 40, height: 40, bytesPerPixel: 4, bytes: bytes))
        return try await picture.applying([.sharpen(sigma: 2)])
      }
      let (black, white) = try await (edge(over: 0), edge(over: 255))
      for x in [10, 17, 19] { #expect(try black.colour(x, 20) == white.colour(x, 20)) }
      #expect(try black.colour(10, 20) == [128, 128, 128, 255])
      #expect(try black.colour(30, 20)[3] == 0)
    }

    @Test("Corners are cut out, and a radius of half a side makes a circle")
    func corners() async throws {
      let square = try await flat("#c02040", side: 40)
      let rounded = try await square.applying([.roundedCorners(radius: 10)])
      #expect(rounded.hasAlpha)
      for (x, y) in [(0, 0), (39, 0), (0, 39), (39, 39)] { #expect(try rounded.colour(x, y)[3] == 0) }
      #expect(try rounded.colour(20, 0) == [0xC0, 0x20, 0x40, 255])
      let circle = try await square.applying([.circle])
      let round = try await square.applying([.roundedCorners(radius: 4_000)])
      #expect(try circle.pixels() == round.pixels())
      #expect(try circle.colour(4, 4)[3] == 0)
      #expect(try circle.colour(20, 1) == [0xC0, 0x20, 0x40, 255])
      #expect(try await square.applying([.roundedCorners(radius: 0)]).pixels() == square.pixels())
    }

    @Test("Corners that were see-through stay so")
    func cornersOfTransparency() async throws {
      let disc = try await ImageRenderer.render(svg: Drawings.disc, width: 40, height: 40)
      let rounded = try await disc.applying([.roundedCorners(radius: 3)])
      #expect(try rounded.colour(6, 6)[3] == 0)
      #expect(try rounded.colour(20, 20) == disc.colour(20, 20))
    }

    @Test(
      "A cut keeps the place that was asked for",
      arguments: [
        (ImagePlace.topLeft, [255, 0, 0]), (.topRight, [0, 255, 0]), (.bottomLeft, [0, 0, 255]),
        (.bottomRight, [255, 255, 255]), (.offset(x: 0, y: 0), [255, 0, 0]),
        (.offset(x: 80, y: 0), [0, 255, 0]),
        (.offset(x: 9_999, y: 9_999), [255, 255, 255]),
      ]
    )
    func places(place: ImagePlace, colour: [Int]) async throws {
      let picture = try await ImageRenderer.render(svg: Drawings.quarters, width: 100, height: 100)
      let file = try await picture.encoded(as: .png)
      let cut = try await picture.applying([.crop(width: 20, height: 20, keeping: place)])
      #expect((cut.width, cut.height) == (20, 20))
      #expect(try cut.colour(10, 10) == colour)
      // Where the size is covered: the same corner, smaller and larger than the file.
      for side in [10, 150] {
        for (width, height) in [(side, side / 5), (side / 5, side)] {
          let filter = ImageFilter.resize(width: width, height: height, keeping: place)
          guard place != .offset(x: 80, y: 0) else { continue }
          let small = try await Picture(decoding: file, by: [filter])
          #expect((small.width, small.height) == (width, height))
          let corner = width > height ? (place == .topRight || place == .bottomRight) : false
          let x = corner ? width - 1 : (colour == [255, 255, 255] || place == .topRight) ? width - 1 : 0
          let y = (place == .bottomLeft || colour == [255, 255, 255]) ? height - 1 : 0
          #expect(distance(try small.colour(x, y), colour) <= 8)
        }
      }
    }

    /// The four columns that the filter is left on either side were counted as a part of what is seen, which began four
    /// columns too late.
    @Test(
      "An offset begins where it says, also where the picture grows",
      arguments: [(0, 0), (2_000, 200), (2_005, 200), (16_000, 990)]
    )
    func offset(offset: Int, column: Int) async throws {
      for isLying in [true, false] {
        func rectangle(_ start: Int, _ length: Int, _ colour: String) -> String {
          isLying
            ? ##"<rect x="\##(start)" width="\##(length)" height="10" fill="\##(colour)"/>"##
            : ##"<rect y="\##(start)" height="\##(length)" width="10" fill="\##(colour)"/>"##
        }
        let (width, height) = isLying ? (1_000, 10) : (10, 1_000)
        let shapes = rectangle(0, 1_000, "#00f") + rectangle(column, 10, "#f00")
        let drawing = Drawings.svg(shapes, width: width, height: height)
        let picture = try await ImageRenderer.render(svg: drawing, width: width, height: height)
        let place = ImagePlace.offset(x: isLying ? offset : 0, y: isLying ? 0 : offset)
        let part = try await picture.applying([.resize(width: 100, height: 100, keeping: place)])
        func colour(_ along: Int) throws -> [Int] {
          isLying ? try part.colour(along, 50) : try part.colour(50, along)
        }
        // Five pixels are half a column.
        let cut = offset == 2_005 ? 5 : 0
        for place in [3, 50, 95 - cut] { #expect(distance(try colour(place), [255, 0, 0]) <= 40) }
        if cut > 0 { #expect(distance(try colour(98), [0, 0, 255]) <= 60) }
      }
    }

    @Test("A cut that is larger than the picture ends with it")
    func largeCut() async throws {
      let picture = try await ImageRenderer.render(svg: Drawings.quarters, width: 30, height: 20)
      let cut = try await picture.applying([.crop(width: 100, height: 10)])
      #expect((cut.width, cut.height) == (30, 10))
    }

    @Test("Attention finds what stands out")
    func attention() async throws {
      let drawing = Drawings.svg(
        ##"<rect width="400" height="100" fill="#889"/><circle cx="340" cy="50" r="30" fill="#f20"/>"##,
        width: 400
      )
      let picture = try await ImageRenderer.render(svg: drawing, width: 400, height: 100)
      let file = try await picture.encoded(as: .jpeg())
      for filter in [
        ImageFilter.crop(width: 100, height: 100, keeping: .attention),
        .resize(width: 50, height: 50, keeping: .attention),
        .resize(width: 300, height: 300, keeping: .attention),
      ] {
        let cut = try await Picture(decoding: file, by: [filter])
        #expect(cut.width == cut.height)
        let found = try (0..<10).contains { step in
          let colour = try cut.colour(cut.width * step / 10, cut.height / 2)
          return colour[0] > 180 && colour[1] < 90
        }
        #expect(found)
        // The first half of the picture is grey only.
      }
    }

    @Test("A text lies where it was put, in its colour, and lets what is below shine through")
    func text() async throws {
      let black = try await flat("#000000", side: 100)
      let credit = ImageOverlay(
        .text("<M&M>", size: 20, colour: ImageColour(red: 255, green: 0, blue: 0)),
        place: .bottomRight,
        margin: 5
      )
      let signed = try await black.applying([.overlay(credit)])
      #expect((signed.width, signed.height, signed.hasAlpha) == (100, 100, false))
      let inked = try coloured(signed)
      #expect(inked.count > 50)
      #expect(inked.allSatisfy { $0.x > 2 && $0.y > 60 && $0.x < 95 && $0.y < 95 })
      let brightest = try inked.map { try signed.colour($0.x, $0.y) }.max { $0[0] < $1[0] }
      #expect(try #require(brightest)[0] > 240)
      var faint = credit
      faint.opacity = 0.5
      faint.place = .topLeft
      let veiled = try await black.applying([.overlay(faint)])
      let most = try coloured(veiled).map { try veiled.colour($0.x, $0.y)[0] }.max()
      #expect(try (115...135).contains(#require(most)))
      #expect(try coloured(veiled).allSatisfy { $0.y < 45 })
    }

    private func coloured(_ picture: Picture) throws -> [(x: Int, y: Int)] {
      let pixels = try picture.pixels()
      return (0..<pixels.width * pixels.height).compactMap { index in
        pixels.bytes[index * pixels.bytesPerPixel] > 20
          ? (index % pixels.width, index / pixels.width) : nil
      }
    }

    @Test("An image lies over another, each frame of it, and is made smaller where it is too large")
    func image() async throws {
      let disc = try await ImageRenderer.render(svg: Drawings.disc, width: 20, height: 20).encoded(as: .png)
      let overlay = ImageFilter.overlay(ImageOverlay(.image(disc), place: .topLeft))
      let white = try await flat("#ffffff", side: 60)
      let stamped = try await white.applying([overlay])
      #expect(try stamped.colour(10, 10) == [0xC0, 0x20, 0x40])
      #expect(try stamped.colour(0, 0) == [255, 255, 255])
      #expect(try stamped.colour(40, 40) == [255, 255, 255])
      #expect(!stamped.hasAlpha)
      let tiny = try await flat("#ffffff", side: 10).applying([overlay])
      #expect(tiny.width == 10)
      #expect(distance(try tiny.colour(5, 5), [0xC0, 0x20, 0x40]) <= 4)
      let frames = [white, white].map { Picture.Frame($0, delay: .milliseconds(50)) }
      let moving = try await Picture(frames: frames).applying([overlay])
      for frame in try moving.frames() { #expect(try frame.picture.colour(10, 10) == [0xC0, 0x20, 0x40]) }
    }

    @Test("An overlay that is no image, or larger than the limits, is refused")
    func hostileOverlay() async throws {
      let white = try await flat("#ffffff")
      let file = try await white.encoded(as: .png)
      await #expect(throws: ImageError.unsupportedFormat(firstBytes: Array("<html>".utf8))) {
        try await white.applying([.overlay(ImageOverlay(.image(Data("<html>".utf8))))])
      }
      let bomb = ImageOverlay(.image(HostileBytes.png(width: 60_000, height: 60_000)))
      await #expect(throws: ImageError.tooManyPixels(width: 60_000, height: 60_000, limit: 50_000_000)) {
        try await ImageFile(rendering: file, by: [.overlay(bomb)], as: .png)
      }
      await #expect(throws: ImageError.noPlaceForOverlay) {
        try await white.applying([.overlay(ImageOverlay(.image(file), place: .attention))])
      }
    }

    @Test("Filters that are called by name are those")
    func names() {
      for name in ImageFilter.names { #expect(ImageFilter(name: name) != nil) }
      #expect(ImageFilter.names == ["blur", "circle", "mono", "pixelate", "sepia", "sharpen"])
      #expect(ImageFilter(name: "pixelate") == .pixelate(block: 16))
    }
  }
}
