import Foundation
import Testing

@testable import GalleryUpstream

@Suite("The words that names are made of")
struct VocabularyTests {
  @Test(
    "Each language has words of its own, none twice, in NFC and without stray spaces",
    arguments: CatalogueLanguage.allCases
  )
  func words(language: CatalogueLanguage) {
    let words = language.vocabulary
    #expect(words.language == language)
    let lists = [
      words.givenNames, words.familyNames, words.bandHeads, words.bandTails, words.titleHeads,
      words.titleTails,
    ]
    for list in lists {
      #expect(list.count >= 4)
      #expect(Set(list).count == list.count)
      for word in list {
        #expect(word.trimmingCharacters(in: .whitespacesAndNewlines) == word && !word.isEmpty)
        // String comparison takes composed and decomposed for equal; bytes do not.
        #expect(Array(word.utf8) == Array(word.precomposedStringWithCanonicalMapping.utf8))
      }
    }
  }

  @Test(
    "There are enough titles in each language that charts do not repeat themselves",
    arguments: CatalogueLanguage.allCases
  )
  func combinations(language: CatalogueLanguage) {
    let words = language.vocabulary
    #expect(words.titleHeads.count * words.titleTails.count > language.share * 4)
  }

  @Test("The shares of the languages are percentages")
  func shares() {
    #expect(CatalogueLanguage.allCases.reduce(0) { $0 + $1.share } == 100)
  }

  @Test("A Vietnamese name begins with the family's, an English one with the person's own")
  func nameOrder() {
    var random = CatalogueRandom(seed: 5, salt: "names")
    let vietnamese = Vocabulary.vietnamese.person(&random)
    #expect(Vocabulary.vietnamese.familyNames.contains { vietnamese.hasPrefix($0 + " ") })
    let english = Vocabulary.english.person(&random)
    #expect(Vocabulary.english.familyNames.contains { english.hasSuffix(" " + $0) })
    let japanese = Vocabulary.japanese.person(&random)
    #expect(!japanese.contains(" "))
  }
}
