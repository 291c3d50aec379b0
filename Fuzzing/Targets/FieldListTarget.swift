extension FuzzTarget {
  /// Lists, their parameters, quoted strings and numbers.
  static let fieldList = FuzzTarget(name: "field-list") { input in
    let text = input.text
    checkMembers(of: text)
    checkQuotes(around: text)
    checkNumber(text)
  }

  private static func checkMembers(of text: String) {
    let members = FieldList.members(of: text)
    for member in members {
      require(!member.isEmpty, "there is an empty member")
      require(FieldList.trimmed(member).isIdentical(to: member), "“\(member)” has spaces around it")
      let again = FieldList.members(of: String(member))
      require(
        again.count == 1 && again[0].isIdentical(to: member),
        "“\(member)” is one member of a list, and none or several of its own"
      )
    }
    let again = FieldList.members(of: members.joined(separator: " ,\t"))
    require(again.elementsEqual(members) { $0.isIdentical(to: $1) }, "members that are joined are others")
    let fields = HTTPFields(members.map { .init("Name", String($0)) })
    require(
      fields.members(of: "nAME").elementsEqual(members) { $0.isIdentical(to: $1) },
      "members are others where each of them has a field of its own"
    )
  }

  private static func checkQuotes(around text: String) {
    let members = FieldList.members(of: "a , Name = \(text.quotedString)\t,b")
    require(members.count == 3, "a separator in quotes separates")
    let parameter = FieldList.parameter(members[1])
    require(parameter.name == "name", "a parameter has another name, “\(parameter.name)”")
    require(
      parameter.value?.isIdentical(to: text) ?? false,
      "what was quoted is read as another text, “\(parameter.value ?? "nil")”"
    )
  }

  private static func checkNumber(_ text: String) {
    guard let number = FieldList.number(text) else {
      return require(!text.isDigits, "digits are no number")
    }
    require(text.isDigits, "something else than digits is a number, \(number)")
    let digits = text.utf8.drop { $0 == UInt8(ascii: "0") }
    let fits = Int64(String(Substring(digits))) ?? (digits.isEmpty ? 0 : .max)
    require(number == fits, "\(text) is read as \(number)")
  }
}
