import Foundation
import Testing

@testable import GalleryDatabase

@Suite("A text as a search compares it")
struct FoldedTextTests {
  @Test(
    "has neither case nor marks",
    arguments: [
      ("Hoà bình", "hoa binh"), ("hoà", "hoa"), ("Đường Trần Đại Nghĩa", "duong tran dai nghia"),
      ("Björk", "bjork"), ("SIGUR RÓS", "sigur ros"), ("Łódź, København", "lodz kobenhavn"),
      ("straße", "strasse"), ("STRASSE", "strasse"), ("Ænima", "aenima"), ("İstanbul", "istanbul"),
      ("ΣΊΣΥΦΟΣ", "σισυφοσ"), ("Σίσυφος", "σισυφοσ"), ("Ёлка", "елка"), ("ﬁne ①", "fine 1"),
    ]
  )
  func folded(_ text: String, _ words: String) {
    #expect(FoldedText.words(of: text).joined(separator: " ") == words)
  }

  /// As files from a Mac have them, and as input methods give them.
  @Test("is the same composed and decomposed")
  func forms() {
    let text = "Những thành phố mơ màng, Đà Nẵng"
    let forms = [text.precomposedStringWithCanonicalMapping, text.decomposedStringWithCanonicalMapping]
    #expect(
      Set(forms.map { FoldedText.words(of: $0) }) == [["nhung", "thanh", "pho", "mo", "mang", "da", "nang"]]
    )
  }

  @Test(
    "is in words",
    arguments: [
      ("a-b_c/d.e", ["a", "b", "c", "d", "e"]), ("  don't   stop  ", ["dont", "stop"]), ("l’été", ["lete"]),
      ("photo-7.jpg", ["photo", "7", "jpg"]), ("!?…", []), ("", []), ("AC/DC", ["ac", "dc"]),
    ]
  )
  func words(_ text: String, _ words: [String]) {
    #expect(FoldedText.words(of: text) == words)
  }

  @Test("has each character for a word where a script puts no spaces between words, and each sign")
  func scripts() {
    #expect(FoldedText.words(of: "東京タワー") == ["東", "京", "タ", "ワ", "ー"])
    #expect(FoldedText.words(of: "한국 음악") == ["한국", "음악"])
    #expect(FoldedText.words(of: "I ♥︎ NY €") == ["i", "♥", "ny", "€"])
    #expect(FoldedText.words(of: "नमस्ते") == ["नमस्ते"], "vowels are marks there, and no ornaments")
  }

  @Test("has no quote, star or space in a word, whatever it was", arguments: UInt32(0)...0x2FF)
  func plain(_ first: UInt32) {
    // All scalars, by their lower parts.
    let odd = stride(from: first, to: 0x110000, by: 0x300).filter { value in
      guard let scalar = Unicode.Scalar(value) else { return false }
      return FoldedText.words(of: "a\(String(scalar))b").contains { word in
        word.isEmpty || word.contains { "\"* ".contains($0) }
      }
    }
    #expect(odd.isEmpty)
  }
}

@Suite("What a thing is found by")
struct SearchWordsTests {
  @Test("is what is written for people in its JSON, in whatever depth, and no address or moment")
  func json() {
    let json =
      #"{"b":["Hoà"],"a":{"t":"Đi"},"u":"https://x.test/y","p":"/z","m":"2026-11-21T09:00:00Z","n":7}"#
    #expect(SearchWords(ofJSON: Data(json.utf8)).text == "di hoa")
    #expect(SearchWords(ofJSON: Data("no JSON".utf8)).text.isEmpty)
  }

  @Test("has a limit, and ends at a word")
  func limit() {
    let text = SearchWords([String(repeating: "hello ", count: 20_000)]).text
    #expect(text.utf8.count <= SearchWords.limit && text.utf8.count > SearchWords.limit - 10)
    #expect(text.hasSuffix(" hello"))
  }

  @Test(
    "A title is what JSON calls so",
    arguments: [(#"{"title":"A"}"#, "A"), (#"{"title":7}"#, ""), ("[]", "")]
  )
  func title(_ json: String, _ title: String) {
    #expect(SearchWords.title(ofJSON: Data(json.utf8)) == title)
  }
}
