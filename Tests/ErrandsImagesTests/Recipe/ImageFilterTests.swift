import Testing

@testable import ErrandsImages

extension Images {
  @Suite("Filters", .timeLimit(.minutes(1)))
  struct ImageFilterTests {
    @Test(
      "Sepia and mono mix the colours as CSS does",
      arguments: [
        ("#ffffff", [255, 255, 239], [255, 255, 255]),
        ("#000000", [0, 0, 0], [0, 0, 0]),
        ("#ff0000", [100, 89, 69], [54, 54, 54]),
        ("#00ff00", [196, 175, 136], [182, 182, 182]),
        ("#0000ff", [48, 43, 33], [18, 18, 18]),
      ]
    )
    func matrices(colour: String, sepia: [Int], mono: [Int]) async throws {
      let picture = try await ImageRenderer.render(svg: Drawings.flat(colour), width: 6, height: 4)
      #expect(try await picture.filtered(by: .sepia).colour(3, 2) == sepia)
      #expect(try await picture.filtered(by: .mono).colour(3, 2) == mono)
    }

    @Test("A filter keeps size and transparency", arguments: [ImageFilter.sepia, .mono, .blur(sigma: 2)])
    func shape(filter: ImageFilter) async throws {
      let disc = try await ImageRenderer.render(svg: Drawings.disc, width: 50, height: 40)
      let filtered = try await disc.filtered(by: filter)
      #expect((filtered.width, filtered.height, filtered.hasAlpha) == (50, 40, true))
      #expect(try filtered.colour(0, 0)[3] == 0)
      #expect(try filtered.colour(25, 20)[3] == 255)
    }

    @Test("Mono and sepia leave each pixel as opaque as it was")
    func opacity() async throws {
      let veil = Drawings.svg(##"<rect width="100" height="100" fill="#ff0000" opacity="0.5"/>"##)
      let picture = try await ImageRenderer.render(svg: veil, width: 8, height: 8)
      let opacity = try picture.colour(4, 4)[3]
      #expect(try await picture.filtered(by: .mono).colour(4, 4) == [54, 54, 54, opacity])
      #expect(try await picture.filtered(by: .sepia).colour(4, 4) == [100, 89, 69, opacity])
    }

    @Test("A blur softens edges, the more the larger its sigma, and keeps what is flat")
    func blur() async throws {
      let picture = try await ImageRenderer.render(svg: Drawings.halfOnWhite, width: 100, height: 20)
      let soft = try await picture.filtered(by: .blur(sigma: 2))
      let softer = try await picture.filtered(by: .blur(sigma: 8))
      #expect(try picture.colour(54, 10) == [255, 255, 255])
      #expect(try soft.colour(51, 10)[1] < 250)
      #expect(try softer.colour(54, 10)[1] < soft.colour(54, 10)[1])
      for blurred in [soft, softer] {
        #expect(try blurred.colour(5, 10) == [0xC0, 0x20, 0x40])
        #expect(try blurred.colour(95, 10) == [255, 255, 255])
      }
    }

    @Test("A blur does not bring out the colour of pixels that cannot be seen")
    func blurredEdges() async throws {
      let disc = try await ImageRenderer.render(svg: Drawings.disc, width: 60, height: 60)
      let soft = try await disc.filtered(by: .blur(sigma: 3))
      let seen = try (0..<30).map { try soft.colour($0, 30) }.filter { $0[3] > 40 }
      #expect(seen.count > 3 && seen.contains { $0[3] < 250 })
      for colour in seen { #expect(distance(Array(colour.prefix(3)), [0xC0, 0x20, 0x40]) <= 5) }
    }

    @Test("The picture itself is not changed")
    func untouched() async throws {
      let picture = try await ImageRenderer.render(svg: Drawings.poster, width: 40, height: 40)
      let before = try await picture.encoded(as: .png)
      for filter in [ImageFilter.sepia, .mono, .blur(sigma: 3)] {
        #expect(try await picture.filtered(by: filter).encoded(as: .png) != before)
      }
      #expect(try await picture.encoded(as: .png) == before)
    }

    @Test("A sigma that is too small, too large or no number is refused")
    func impossible() async throws {
      let frame = ImageRenderer.Frame(svg: Drawings.poster, delay: .milliseconds(50))
      let animation = try await ImageRenderer.render(frames: [frame], width: 9, height: 9)
      for sigma in [-1, 0, 0.09, 100.1, .infinity] {
        let refusal = ImageError.valueOutOfRange("sigma of a blur", sigma, allowed: ImageFilter.sigmas)
        await #expect(throws: refusal) {
          try await animation.frames()[0].picture.filtered(by: .blur(sigma: sigma))
        }
        await #expect(throws: refusal) {
          try await animation.filtered(by: .blur(sigma: sigma))
        }
      }
      await #expect(throws: ImageError.self) { try await animation.filtered(by: .blur(sigma: .nan)) }
    }

    @Test("The sigmas at both ends work", arguments: [0.1, 100])
    func ends(sigma: Double) async throws {
      let picture = try await ImageRenderer.render(svg: Drawings.poster, width: 30, height: 30)
      #expect(try await picture.filtered(by: .blur(sigma: sigma)).width == 30)
    }

    @Test("Filters have names")
    func names() {
      #expect(ImageFilter(name: "sepia") == .sepia)
      #expect(ImageFilter(name: "mono") == .mono)
      #expect(ImageFilter(name: "blur") == .blur(sigma: 8))
      #expect(ImageFilter(name: "Sepia") == nil)
    }
  }
}
