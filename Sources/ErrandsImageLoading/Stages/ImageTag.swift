import Crypto
import ErrandsLoading
import Foundation

/// The strong entity tag of a file that is made of an image (RFC 9110, section 8.8.3), which is known without its bytes:
/// it names the state of the original that it is made of, and the form in which it is served.
///
/// The original's own validator is in it. So a client that comes back with a tag can be told that nothing has changed
/// for the price of one question to the original's server, though nothing is kept here of either.
struct ImageTag: Sendable, Hashable {
  /// What is done to an original, and the format that comes of it.
  struct Form: Sendable, Hashable {
    /// To be raised when the same original would come out with other bytes.
    private static let version = 1

    fileprivate let text: String

    /// That of an original as it is.
    static let original = Form("")

    /// - Parameter name: Empty for an original as it is.
    init(_ name: String) { text = String(Self.digest("\(Self.version) \(name)").prefix(8)) }

    fileprivate static func digest(_ text: String) -> String { digest(Data(text.utf8)) }

    fileprivate static func digest(_ bytes: Data) -> String {
      Data(SHA256.hash(data: bytes).prefix(16)).base64URL
    }
  }

  /// A validator that is longer is left out: it would be sent back and forth with every picture.
  private static let longestValidator = 200

  /// With its quotes.
  let text: String
  private let form: Form
  private let validator: Validator?

  /// That of a picture that is made of this original.
  init(of original: FetchedData, in form: Form) {
    let validator = Validator(original.head.fields)
    // A strong tag stands for the bytes. A weak one, or a date, may stand for several.
    let state = validator?.isStrong == true ? validator?.text : nil
    self.form = form
    self.validator = validator
    let digest = state.map(Form.digest) ?? Form.digest(original.body)
    text = "\"\(digest).\(form.text).\(validator?.coded ?? "")\""
  }

  /// Nil for what is none of the form's.
  private init?(_ text: some StringProtocol, in form: Form) {
    let tag = text.hasPrefix("W/") ? text.dropFirst(2) : text[...]
    guard tag.count > 1, tag.first == "\"", tag.last == "\"" else { return nil }
    let parts = tag.dropFirst().dropLast().split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[1] == form.text else { return nil }
    self.text = String(tag)
    self.form = form
    validator = Validator(coded: String(parts[2]))
    // A client that makes up a tag of a strong validator cannot make up its digest.
    if let validator, validator.isStrong, Form.digest(validator.text) != parts[0] { return nil }
  }

  /// Those of the form in the value of `If-None-Match`. A proxy may have put `W/` before one.
  static func all(in field: String?, of form: Form) -> [ImageTag] {
    (field ?? "").split(separator: ",").compactMap {
      ImageTag($0.trimmingCharacters(in: .whitespaces), in: form)
    }
  }

  /// Has a request ask only for another state of the original; false where there is nothing to ask by.
  func makeCondition(of request: inout FetchRequest) -> Bool {
    switch validator {
    case .tag(let tag)?: request.fields["If-None-Match"] = tag
    case .date(let date)?: request.fields["If-Modified-Since"] = date
    case nil: return false
    }
    return true
  }

  private enum Validator: Sendable, Hashable {
    case tag(String)
    case date(String)

    init?(_ fields: HTTPFields) {
      if let tag = fields["ETag"] {
        self.init(text: tag, isTag: true)
      } else {
        self.init(text: fields["Last-Modified"] ?? "", isTag: false)
      }
    }

    /// Nil for what no server says: it is sent to one as the value of a field.
    private init?(text: String, isTag: Bool) {
      guard (1...ImageTag.longestValidator).contains(text.utf8.count) else { return nil }
      if isTag {
        let opaque = (text.hasPrefix("W/") ? text.dropFirst(2) : text[...]).utf8
        guard opaque.count >= 2, opaque.first == UInt8(ascii: "\""), opaque.last == UInt8(ascii: "\""),
          opaque.dropFirst().dropLast().allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "\"") })
        else { return nil }
        self = .tag(text)
      } else {
        let words = text.utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard words.count > 2, words[0].count == 4, words[0].last == UInt8(ascii: ","),
          words[0].dropLast().allSatisfy(Self.isLetter), words.last?.elementsEqual("GMT".utf8) == true,
          words.dropFirst().joined().allSatisfy({ Self.isLetter($0) || (0x30...0x3A).contains($0) })
        else { return nil }
        self = .date(text)
      }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

    init?(coded text: String) {
      guard let data = Data(base64URL: text) else { return nil }
      let text = String(decoding: data, as: UTF8.self)
      self.init(text: text, isTag: text.hasSuffix("\""))
    }

    var text: String {
      switch self {
      case .tag(let text), .date(let text): text
      }
    }

    var isStrong: Bool {
      if case .tag(let tag) = self { return !tag.hasPrefix("W/") }
      return false
    }

    var coded: String { Data(text.utf8).base64URL }
  }
}

extension Data {
  /// Base 64 with the alphabet for URLs and without padding (RFC 4648, section 5).
  var base64URL: String {
    var digits = Array(base64EncodedData())
    while digits.last == UInt8(ascii: "=") { digits.removeLast() }
    for place in digits.indices {
      switch digits[place] {
      case UInt8(ascii: "+"): digits[place] = UInt8(ascii: "-")
      case UInt8(ascii: "/"): digits[place] = UInt8(ascii: "_")
      default: break
      }
    }
    return String(decoding: digits, as: UTF8.self)
  }

  init?(base64URL text: String) {
    var digits = text.utf8.map { digit -> UInt8 in
      switch digit {
      case UInt8(ascii: "-"): UInt8(ascii: "+")
      case UInt8(ascii: "_"): UInt8(ascii: "/")
      default: digit
      }
    }
    while digits.count % 4 > 0 { digits.append(UInt8(ascii: "=")) }
    self.init(base64Encoded: Data(digits))
  }
}
