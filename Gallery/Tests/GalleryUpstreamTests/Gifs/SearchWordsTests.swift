import Foundation
import Testing

@testable import GalleryUpstream

@Suite("The words of a search")
struct SearchWordsTests {
  @Test(
    "Case and diacritics make no difference",
    arguments: [
      ("mèo", "meo"), ("MÈO", "meo"), ("me\u{300}o", "meo"), ("Đồng hồ", "dong ho"), ("đói bụng", "doi bung"),
      ("ngủ ngon", "ngu ngon"), ("Über", "uber"), ("niño", "nino"), ("Ưu tiên", "uu tien"), ("cat", "cat"),
    ]
  )
  func folded(text: String, words: String) {
    #expect(SearchWords.folded(text).joined(separator: " ") == words)
  }

  @Test(
    "Whatever is no letter and no digit parts words",
    arguments: ["a-b", " a\tb ", "a, b!", "a/b?", "a🐱b"]
  )
  func parted(text: String) {
    #expect(SearchWords.folded(text) == ["a", "b"])
  }

  @Test("Other scripts keep their letters")
  func scripts() {
    #expect(SearchWords.folded("夜 밤 9") == ["夜", "밤".decomposedStringWithCanonicalMapping, "9"])
  }

  @Test("There may be no word at all", arguments: ["", "   ", "!?", "🐱"])
  func none(text: String) {
    #expect(SearchWords.folded(text).isEmpty)
  }
}
