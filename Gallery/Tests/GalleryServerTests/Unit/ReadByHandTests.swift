import GalleryJobs
import HTTPTypes
import Testing

@testable import GalleryServer

/// Parts of a request were read with regular expressions, each of which is made anew whenever it is come by: half of what
/// the server did for a picture that was there. They are read by hand now, and stand here as what that is held to.
@Suite("What is read by hand is what the grammar says")
struct ReadByHandTests {
  /// Strings of these pieces, of all lengths up to six; the random ones are others each time.
  private func texts(of pieces: [String]) -> [String] {
    let short = pieces + pieces.flatMap { first in pieces.map { first + $0 } }
    let random = (0..<20_000).map { _ in
      (0..<Int.random(in: 0...6)).map { _ in pieces.randomElement() ?? "" }.joined()
    }
    return short + random + [""]
  }

  @Test("Host and port")
  func authority() {
    let form = /(?<host>\[(?<literal>[0-9A-Fa-f:.]+)\]|[^\[\]@:\/?#\s]+)(:(?<port>[0-9]{0,5}))?/
    let pieces = [
      "a", "G", ".", ":", "[", "]", "@", "/", "?", "#", " ", "\t", "\u{A0}", "é", "0", "65535", "::1", "%",
    ]
    for text in texts(of: pieces) {
      let read = Authority(text)
      let match = text.wholeMatch(of: form)
      #expect((read == nil) == (match == nil), "“\(text)”")
      guard let read, let match else { continue }
      let name = (match.literal ?? match.host).lowercased()
      #expect(read.host == (name.hasSuffix(".") ? String(name.dropLast()) : name), "“\(text)”")
      #expect(read.port == match.port.flatMap { Int($0) }, "“\(text)”")
    }
  }

  @Test("A cover's treatment")
  func treatment() {
    let form = /(?<width>[0-9]{1,5})x(?<height>[0-9]{1,5})-(?<filter>none|sepia|mono|blur)/
    let pieces = ["4", "00000", "480", "x", "-", "sepia", "none", "Sepia", " ", "+", "٣", "-none", "1x1", ""]
    for text in texts(of: pieces) {
      let read = CoverTreatment(text)
      let match = text.wholeMatch(of: form)
      #expect((read == nil) == (match == nil), "“\(text)”")
      guard let read, let match else { continue }
      #expect(read.size.width == Int(match.width) && read.size.height == Int(match.height), "“\(text)”")
      #expect(read.filter.rawValue == match.filter, "“\(text)”")
    }
  }

  @Test("A request's name")
  func requestName() {
    let form = /[A-Za-z0-9._\-]{1,128}/
    let pieces = [
      "a", "Z", "0", ".", "_", "-", " ", "é", "/", "\n", "@", "[", String(repeating: "x", count: 63),
    ]
    for text in texts(of: pieces) {
      #expect(RequestID.isUsable(text) == (text.wholeMatch(of: form) != nil), "“\(text)”")
    }
  }

  @Test("A range of bytes")
  func range() {
    let form = /bytes=(?<first>[0-9]*)-(?<last>[0-9]*)/
    let pieces = [
      "bytes=", "bytes", "=", "-", "0", "7", "99", "99999999999999999999", ",", " ", "x", "+1", "bytes=1-",
    ]
    for text in texts(of: pieces) where text == text.trimmed {
      let read = RequestedRange([.range: text], tag: "\"t\"", length: 10)
      #expect(
        read == expected(text.wholeMatch(of: form).map { (number($0.first), number($0.last)) }),
        "“\(text)”"
      )
    }
  }

  private func number(_ digits: Substring) -> Int? { digits.isEmpty ? nil : Int(digits) ?? .max }

  /// Of ten bytes.
  private func expected(_ ends: (first: Int?, last: Int?)?) -> RequestedRange {
    switch ends {
    case (let first?, let last?)? where last < first: .whole
    case (let first?, let last)?: first < 10 ? .part(first..<(min(last ?? 9, 9) + 1)) : .unsatisfiable
    case (nil, let count?)?: count > 0 ? .part(max(0, 10 - count)..<10) : .unsatisfiable
    case (nil, nil)?, nil: .whole
    }
  }

  @Test("Control characters of an address")
  func controls() {
    for scalar in (0...0x17F).compactMap(Unicode.Scalar.init) {
      let isControl = scalar.properties.generalCategory == .control
      #expect(PathCheck.hasControl("/a\(scalar)b") == isControl, "\(scalar.value)")
    }
  }
}

extension String {
  /// A field's value is held without spaces around it.
  fileprivate var trimmed: String {
    var text = self[...]
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}
