import ErrandsImages
import Testing

@testable import GalleryUpstream

@Suite("Artwork")
struct ArtworkTests {
  @Test("A seed is one cover, for ever")
  func deterministic() {
    for seed in UInt64(0)..<64 {
      #expect(Artwork(seed: seed).svg == Artwork(seed: seed).svg)
    }
  }

  @Test("Five hundred seeds are five hundred covers")
  func distinct() {
    let covers = Set((UInt64(1)...500).map { Artwork(seed: $0).svg })
    #expect(covers.count == 500)
  }

  @Test("Neighbouring seeds, as a catalogue numbers its records, are of all kinds")
  func variety() {
    var kinds: [String: Int] = [:]
    for seed in UInt64(1)...800 {
      var random = SplitMix64(seed: seed)
      let kind = random.pick(Artwork.Compositions.all)
      kinds["\(type(of: kind))", default: 0] += 1
    }
    #expect(kinds.count == Artwork.Compositions.all.count)
    #expect(kinds.values.allSatisfy { (20...90).contains($0) })
  }

  @Test("There are no words on a sleeve, and nothing from outside")
  func noText() {
    for seed in UInt64(1)...200 {
      let svg = Artwork(seed: seed).svg
      for forbidden in ["<text", "<image", "href", "font", "nan", "inf", "<script", "<style"] {
        #expect(!svg.contains(forbidden), "seed \(seed) contains \(forbidden)")
      }
    }
  }

  @Test("Every kind draws an opaque square at every size", arguments: Array(0..<16))
  func renders(kind: Int) async throws {
    let composition = try #require(Artwork.Compositions.all.dropFirst(kind).first)
    for seed in UInt64(1)...6 {
      var random = SplitMix64(seed: seed)
      let palette = Artwork.Palette(random: &random)
      var canvas = Artwork.Canvas()
      composition.draw(on: &canvas, palette: palette, random: &random)
      for side in [16, 300] {
        let picture = try await ImageRenderer.render(svg: canvas.svg, width: side, height: side)
        #expect(picture.width == side && picture.height == side)
        // A hole in the ground would let whatever lies behind the sleeve shine through.
        #expect(!picture.hasAlpha, "\(composition) with seed \(seed)")
      }
    }
  }

  @Test("Every kind draws something on its ground", arguments: Array(0..<16))
  func notEmpty(kind: Int) async throws {
    let composition = try #require(Artwork.Compositions.all.dropFirst(kind).first)
    let blank =
      #"<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>"#
    let empty = try await ImageRenderer.render(svg: blank, width: 300, height: 300).encoded(as: .jpeg())
    for seed in UInt64(1)...6 {
      var random = SplitMix64(seed: seed)
      var canvas = Artwork.Canvas()
      let palette = Artwork.Palette(random: &random)
      composition.draw(on: &canvas, palette: palette, random: &random)
      let bytes = try await ImageRenderer.render(svg: canvas.svg, width: 300, height: 300)
        .encoded(as: .jpeg())
      #expect(bytes.count > empty.count * 3 / 2, "\(composition) with seed \(seed)")
    }
  }

  @Test("The same seed and size give the same bytes of a file")
  func sameBytes() async throws {
    for seed in UInt64(1)...8 {
      let first = try await ImageRenderer.render(svg: Artwork(seed: seed).svg, width: 200, height: 200)
        .encoded(as: .jpeg(quality: 85))
      let second = try await ImageRenderer.render(svg: Artwork(seed: seed).svg, width: 200, height: 200)
        .encoded(as: .jpeg(quality: 85))
      #expect(first == second)
    }
  }
}
