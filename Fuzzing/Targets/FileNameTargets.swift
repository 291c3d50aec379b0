import Foundation

extension FuzzTarget {
  /// The field as it comes, and the text as a name that is written into one.
  static let contentDisposition = FuzzTarget(name: "content-disposition") { input in
    let text = input.text
    _ = ContentDisposition.fileName(in: text).flatMap(SafeFileName.init).map(checkName)

    let plain = "attachment; size=3 ; FileName =\(text.quotedString)"
    checkRead(plain, as: text)
    let extended = "filename*=UTF-8''" + percentEncoded(text)
    checkRead("\(plain); x=\(text.quotedString); \(extended)", as: text)
    // Where it says nothing, the plain one does.
    checkRead("attachment;\(extended)  ;filename=other", as: text.isEmpty ? "other" : text)
  }

  private static func checkRead(_ field: String, as name: String) {
    let read = require(ContentDisposition.fileName(in: field), "\(field) has no name")
    require(read.isIdentical(to: name), "\(field) has the name “\(read)”")
  }

  private static func percentEncoded(_ text: String) -> String {
    text.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// A name that comes from outside, by itself and at the end of an address.
  static let fileName = FuzzTarget(name: "file-name") { input in
    let text = input.text
    let name = SafeFileName(text)
    name.map(checkName)

    let segment = percentEncoded(text)
    if let url = URL(string: "https://host.test/folder/\(segment)?a=/b") {
      let own = SafeFileName(url: url)
      if !segment.isEmpty {
        require(
          own == name,
          "percent-encoded it is “\(own?.text ?? "nothing")”, not “\(name?.text ?? "nothing")”"
        )
      }
    }
    if let url = URL(string: "https://host.test/\(text)") { SafeFileName(url: url).map(checkName) }
  }

  private static func checkName(_ name: SafeFileName) {
    checkPromises(of: name)
    let again = SafeFileName(name.text)
    require(
      again?.text.isIdentical(to: name.text) ?? false,
      "made safe again it is “\(again?.text ?? "nothing")”"
    )
    for number in [2, 10, .max] {
      let numbered = name.numbered(number)
      checkPromises(of: numbered)
      require(numbered.text.contains("\(number)"), "“\(numbered)” has no number")
    }
  }

  private static func checkPromises(of name: SafeFileName) {
    let text = name.text
    let scalars = text.unicodeScalars
    require(!text.isEmpty, "a name is empty")
    require(!scalars.contains { $0 == "/" || $0 == "\\" }, "“\(text)” has a separator")
    require(
      !zip(scalars, scalars.dropFirst()).contains { $0 == "." && $1 == "." },
      "“\(text)” has two dots in a row"
    )
    require(!text.hasControls, "“\(text)” has a control character")
    require(
      !scalars.contains { $0.properties.isBidiControl },
      "“\(text)” turns the direction of writing round"
    )
    for end in [scalars.first, scalars.last] {
      require(end != "." && end != " ", "“\(text)” begins or ends badly")
    }
    require(text.utf8.count <= SafeFileName.limit, "a name has \(text.utf8.count) bytes")
    require(text.precomposedStringWithCanonicalMapping.isIdentical(to: text), "“\(text)” is not composed")
  }
}
