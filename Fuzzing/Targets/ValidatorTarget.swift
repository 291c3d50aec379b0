extension FuzzTarget {
  /// Two entity tags, and the second text as a date of change.
  static let validator = FuzzTarget(name: "validator") { input in
    let (first, second) = input.pair
    checkTags(first, second)
    checkChoice(HTTPFields([.init("ETag", first), .init("Last-Modified", second), .init("Date", second)]))
  }

  private static func checkTags(_ first: String, _ second: String) {
    guard let tag = EntityTag(first) else { return }
    let again = require(EntityTag(tag.description), "\(tag) is written so that it cannot be read")
    require(again == tag && again.description.isIdentical(to: tag.description), "\(tag) is read as \(again)")
    require(isOneField(tag.description), "a control character in a tag would go out with a request")
    require(tag.isEquivalent(to: tag), "\(tag) does not mean what it means")
    require(tag.isSame(as: tag) != tag.isWeak, "only a strong tag names the same bytes as itself")
    guard let other = EntityTag(second) else { return }
    require(tag.isSame(as: other) == other.isSame(as: tag), "of two tags only one is the same as the other")
    require(!tag.isSame(as: other) || tag.isEquivalent(to: other), "the same bytes have two meanings")
    require(
      !tag.isEquivalent(to: other) || tag.opaque.isIdentical(to: other.opaque),
      "tags of different bytes are taken for the same"
    )
    require((tag == other) == tag.description.isIdentical(to: other.description), "unlike tags are equal")
  }

  private static func checkChoice(_ fields: HTTPFields) {
    let (any, strong) = (Validator(fields), Validator(strong: fields))
    if let strong { require(strong == any, "there is a strong validator, and another one") }
    guard let any else { return }
    require(isOneField(any.text), "a control character in a validator would go out with a request")
    switch any {
    case .entityTag(let tag):
      require((strong == nil) == tag.isWeak, "a weak tag is taken for a strong one, or the other way round")
      require(Validator(["ETag": any.text]) == any, "a tag comes back as another one")
    case .lastModified:
      require(strong == nil, "a date is strong that is as old as its answer")
      require(Validator(["Last-Modified": any.text]) == any, "a date comes back as another one")
    }
  }

  /// Whether it ends no field that it is written into. A byte beyond ASCII is no control character there, whatever it
  /// stands for.
  private static func isOneField(_ text: String) -> Bool { text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } }
}
