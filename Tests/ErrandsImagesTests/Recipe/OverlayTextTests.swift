import CVipsShim
import Foundation
import Testing

@testable import ErrandsImages

extension Images {
  @Suite("A text that is laid over a picture", .timeLimit(.minutes(1)))
  struct OverlayTextTests {
    private func drawn(_ text: String, size: Double = 20) async throws -> Picture {
      let black = try await ImageRenderer.render(svg: Drawings.flat("#000000"), width: 200, height: 60)
      return try await black.applying([.overlay(ImageOverlay(.text(text, size: size)))])
    }

    /// A letter and its accent were looked at as one, so that `&` with one on it came through and was no markup.
    @Test(
      "Whatever it says is no markup",
      arguments: [
        ("&\u{301}x", "&amp;\u{301}x"), ("<\u{301}b>", "&lt;\u{301}b&gt;"),
        ("<b>&amp;</b>", "&lt;b&gt;&amp;amp;&lt;/b&gt;"), ("a\u{1}\u{2}b", "a\u{1}\u{2}b"),
      ]
    )
    func markup(text: String, escaped: String) async throws {
      #expect(OverlayText(text).markup == escaped)
      #expect(try await drawn(text).pixels() != drawn("&").pixels())
    }

    @Test("It does not end at a zero")
    func zero() async throws {
      #expect(try await drawn("ab\0cd").pixels() == drawn("abcd").pixels())
      #expect(try await drawn("ab\0cd").pixels() != drawn("ab").pixels())
    }

    /// They were told that the PNG below the text was damaged.
    @Test(
      "Of what cannot be seen there is nothing to draw, and it says so",
      arguments: [" ", "\0 ", "\n\t", "\u{200D}", "\u{AD}", "\u{7}"]
    )
    func unseen(text: String) async throws {
      let error = await #expect(throws: ImageError.self) { try await drawn(text) }
      #expect(error == .undrawableText(reason: "none of it can be seen"))
      #expect(
        error?.description
          == "The text of an overlay cannot be drawn; give it letters that can be seen, in a smaller "
          + "size (none of it can be seen)."
      )
    }

    /// Forty thousand accents on one letter held a thread for a second, and four times as many for twenty.
    @Test("Each accent counts, and no more than a thousand characters are laid out")
    func length() async throws {
      let most = "a" + String(repeating: "\u{301}", count: 999)
      try OverlayText(most).check()
      await #expect(throws: ImageError.valueOutOfRange("length of a text", 1_001, allowed: 1...1_000)) {
        try await drawn(most + "\u{301}")
      }
      await #expect(throws: ImageError.valueOutOfRange("length of a text", 0, allowed: 1...1_000)) {
        try await drawn("")
      }
    }

    @Test(
      "It takes no more room than was said",
      arguments: ["W", "WWWWWWWWWW", "one\ntwo\r\nthree", "שלום", "👩‍👩‍👧‍👦🎉", "\u{FDFD}"]
    )
    func room(text: String) throws {
      let lines = try VipsImage(
        "text",
        errands_vips_text(OverlayText(text).markup, "sans 40", [0, 0, 0, 255])
      )
      let room = OverlayText(text).room(at: 40)
      #expect(lines.width * lines.height <= room.area * 2)
    }

    /// Fifteen lines at the largest size took two gigabytes, and a minute, where 64 megabytes were allowed.
    @Test("What would be larger than all memory that is allowed is refused before it is drawn")
    func large() async throws {
      let text = Array(repeating: String(repeating: "W", count: 20), count: 15).joined(separator: "\n")
      let pool = ImagePool(places: 1, memoryLimit: 64_000_000, measure: { 0 })
      let file = try await drawn("x").encoded(as: .png)
      let error = await #expect(throws: ImageError.self) {
        let recipe: ImageRecipe = [.overlay(ImageOverlay(.text(text, size: 1_000)))]
        return try await ImageFile.rendering(file, by: recipe, as: .png, limits: ImageLimits(), in: pool)
          .value()
      }
      guard case .tooMuchMemory(_, limit: 64_000_000)? = error else {
        Issue.record("expected too much memory, got \(String(describing: error))")
        return
      }
    }
  }
}
