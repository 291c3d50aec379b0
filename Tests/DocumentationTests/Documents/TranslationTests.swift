import Foundation
import Testing

/// A document in two languages is changed in one of them, and nobody notices.
@Suite("A document in Vietnamese")
struct TranslationTests {
  struct Pair: CustomStringConvertible {
    let english: Document
    let vietnamese: Document

    var description: String { vietnamese.path }

    static let all = Document.all.compactMap { vietnamese -> Pair? in
      guard vietnamese.path.hasSuffix(".vi.md") else { return nil }
      let path = vietnamese.path.replacingOccurrences(of: ".vi.md", with: ".md")
      return Document.all.first { $0.path == path }.map { Pair(english: $0, vietnamese: vietnamese) }
    }
  }

  @Test("has an English one")
  func pairs() {
    let translated = Document.all.filter { $0.path.hasSuffix(".vi.md") }
    #expect(Pair.all.map(\.vietnamese.path) == translated.map(\.path))
    #expect(
      Set(translated.map(\.path)).isSuperset(of: ["README.vi.md", "Documentation/RunningGallery.vi.md"])
    )
  }

  @Test("has the same code, letter by letter", arguments: Pair.all)
  func code(pair: Pair) {
    let (english, vietnamese) = (pair.english.fences, pair.vietnamese.fences)
    #expect(english.count == vietnamese.count)
    for (expected, fence) in zip(english, vietnamese) { #expect(fence == expected) }
  }

  @Test("has as many headings, of the same ranks in the same order", arguments: Pair.all)
  func headings(pair: Pair) {
    let ranks = [pair.english, pair.vietnamese].map { document in
      document.headings.map { heading in heading.prefix { $0 == "#" }.count }
    }
    #expect(ranks[0] == ranks[1])
  }

  @Test("is linked from the English one, and back", arguments: Pair.all)
  func links(pair: Pair) {
    #expect(pair.english.links.contains(pair.vietnamese.file.lastPathComponent))
    #expect(pair.vietnamese.links.contains(pair.english.file.lastPathComponent))
  }

  @Test("names the same options, routes and files", arguments: Pair.all)
  func names(pair: Pair) {
    let (english, vietnamese) = (Set(pair.english.names), Set(pair.vietnamese.names))
    #expect(english.subtracting(vietnamese).sorted() == [], "only in English")
    #expect(vietnamese.subtracting(english).sorted() == [], "only in Vietnamese")
  }

  @Test("is written with its marks", arguments: Pair.all)
  func marks(pair: Pair) {
    let letters = pair.vietnamese.prose.filter(\.isLetter)
    #expect(letters.filter { !$0.isASCII }.count * 8 > letters.count)
  }
}

extension Document {
  /// What is set as code and is an option, a route or a variable: of these a translation changes nothing.
  fileprivate var names: [String] {
    codeWords.filter { word in
      word.hasPrefix("-") || word.hasPrefix("/") || word.hasPrefix("GALLERY_")
    }
  }
}
