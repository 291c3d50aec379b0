import Foundation
import Testing

@testable import GalleryUpstream

@Suite("The drawing of a cover")
struct CoverSceneTests {
  @Test("A seed and a place are one cover, for ever")
  func deterministic() {
    for index in 0..<32 {
      #expect(CoverScene(index: index, seed: 7).svg == CoverScene(index: index, seed: 7).svg)
    }
  }

  @Test("Other places and other seeds are other covers")
  func distinct() {
    let covers = Set(
      (0..<200).flatMap { [CoverScene(index: $0, seed: 1).svg, CoverScene(index: $0, seed: 2).svg] }
    )
    #expect(covers.count == 400)
  }

  @Test("Only the strip that is seen is in the drawing's window")
  func window() {
    #expect(CoverScene(index: 1, seed: 1).svg.contains(#"viewBox="0 166 1000 668""#))
  }

  @Test("Every letter and digit of a name or number has strokes within its grid")
  func letters() {
    for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789" {
      let points = Artwork.Lettering.strokes(of: letter).joined()
      #expect(points.count >= 2, "\(letter)")
      #expect(points.allSatisfy { (0...4).contains($0.x) && (0...6).contains($0.y) }, "\(letter)")
      #expect(points.contains { $0.y == 0 } && points.contains { $0.y == 6 }, "\(letter)")
    }
    #expect(Artwork.Lettering.strokes(of: "ư").isEmpty)
  }

  @Test("A line of letters is as wide as its letters and the gaps between them")
  func width() {
    #expect(Artwork.Canvas.width(of: "", height: 6) == 0)
    #expect(Artwork.Canvas.width(of: "O", height: 6) == 4)
    #expect(Artwork.Canvas.width(of: "OO", height: 12) == 20)
    #expect(Artwork.Canvas.width(of: "I O", height: 6) == 9.5)
  }
}
