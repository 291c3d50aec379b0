/// The words of one language from which names of artists and titles are put together.
///
/// Titles are a head and a tail that agree in grammar whichever two meet, so that thousands of combinations
/// still read as a person would write them. All of it is invented for this catalogue.
struct Vocabulary: Sendable {
  let language: CatalogueLanguage
  let givenNames: [String]
  let familyNames: [String]
  /// Whether the family name comes first.
  var familyNameFirst = false
  /// First halves of the names of bands.
  let bandHeads: [String]
  /// Second halves of the names of bands.
  let bandTails: [String]
  let titleHeads: [String]
  let titleTails: [String]
  /// What stands between a head and a tail, and between the two names of a person.
  var joint = " "

  func person(_ random: inout CatalogueRandom) -> String {
    let given = random.pick(givenNames)
    let family = random.pick(familyNames)
    return familyNameFirst ? family + joint + given : given + joint + family
  }

  func band(_ random: inout CatalogueRandom) -> String {
    random.pick(bandHeads) + joint + random.pick(bandTails)
  }

  func title(_ random: inout CatalogueRandom) -> String {
    random.pick(titleHeads) + joint + random.pick(titleTails)
  }
}
