import Foundation
import Testing

@testable import GalleryUpstream

@Suite("JSON as the real upstreams write it")
struct OrderedJSONTests {
  @Test("Minified, in the given order, without what is missing")
  func shape() {
    let json = OrderedJSON.object([
      ("z", .text("1")), ("gone", nil), ("a", .array([.object([("b", .text("2"))]), .text("3")])),
      ("e", .array([])),
      ("o", .object([])),
    ])
    #expect(json.minified == #"{"z":"1","a":[{"b":"2"},"3"],"e":[],"o":{}}"#)
  }

  @Test("A missing first member leaves no comma")
  func missingFirst() {
    #expect(OrderedJSON.object([("gone", nil), ("a", .text("1"))]).minified == #"{"a":"1"}"#)
  }

  @Test("Numbers and truths are none between quotation marks")
  func scalars() {
    let json = OrderedJSON.array([.number(-7), .number(0), .flag(true), .flag(false), .text("7")])
    #expect(json.minified == #"[-7,0,true,false,"7"]"#)
  }

  @Test(
    "Escapes",
    arguments: [
      ("a & b", #""a \u0026 b""#), ("<b>", #""\u003cb\u003e""#), (#"say "x""#, #""say \"x\"""#),
      (#"a\b"#, #""a\\b""#), ("a/b", #""a/b""#), ("\n\u{0}\u{1F}", #""\u000a\u0000\u001f""#),
      ("\u{2028}", #""\u2028""#), ("Đêm 夜 🌊", #""Đêm 夜 🌊""#), ("\u{7F}", "\"\u{7F}\""),
      ("e\u{301}", "\"e\u{301}\""),
    ]
  )
  func escapes(text: String, json: String) throws {
    let minified = OrderedJSON.text(text).minified
    #expect(Array(minified.utf8) == Array(json.utf8))
    let decoded = try JSONDecoder().decode(String.self, from: Data(minified.utf8))
    #expect(Array(decoded.unicodeScalars) == Array(text.unicodeScalars))
  }
}
