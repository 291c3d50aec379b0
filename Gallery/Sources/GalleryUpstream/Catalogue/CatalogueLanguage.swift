/// The languages in which the catalogue names its artists and titles.
public enum CatalogueLanguage: String, Sendable, CaseIterable {
  case english, vietnamese, spanish, french, german, portuguese, swedish, japanese, korean, ukrainian

  var vocabulary: Vocabulary {
    switch self {
    case .english: .english
    case .vietnamese: .vietnamese
    case .spanish: .spanish
    case .french: .french
    case .german: .german
    case .portuguese: .portuguese
    case .swedish: .swedish
    case .japanese: .japanese
    case .korean: .korean
    case .ukrainian: .ukrainian
    }
  }

  /// How many of a hundred works are in this language.
  var share: Int {
    switch self {
    case .english: 34
    case .vietnamese: 12
    case .spanish: 10
    case .french, .german, .portuguese, .japanese, .korean: 7
    case .swedish: 5
    case .ukrainian: 4
    }
  }
}
