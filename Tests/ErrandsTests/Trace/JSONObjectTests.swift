import Foundation
import Testing

@testable import Errands

@Suite("JSON text")
struct JSONObjectTests {
  @Test("is read back as it was written, whatever is in it")
  func everyScalar() throws {
    let scalars = (0...0x2FFF).compactMap(Unicode.Scalar.init)
    var text = String(String.UnicodeScalarView(scalars))
    text += "\u{FFFD}\u{FEFF}\u{1F3B5}\u{10FFFF} 👩‍👩‍👧 Tiếng Việt e\u{301}"
    var object = JSONObject()
    object.set(text, text)
    let read = try JSONSerialization.jsonObject(with: Data(object.text.utf8))
    let dictionary = try #require(read as? [String: String])
    #expect(dictionary.count == 1)
    #expect(dictionary.first.map { Array($0.value.unicodeScalars) } == Array(text.unicodeScalars))
    #expect(dictionary.first.map { Array($0.key.unicodeScalars) } == Array(text.unicodeScalars))
  }

  @Test(
    "escapes what it must",
    arguments: [
      ("", #""""#), ("plain", #""plain""#), ("\"", #""\"""#), ("\\", #""\\""#), ("a\nb", #""a\nb""#),
      ("\r\n", #""\r\n""#), ("\t", #""\t""#), ("\0", #""\u0000""#), ("\u{1B}[31m", #""\u001b[31m""#),
      ("\u{7F}", #""\u007f""#), ("\u{9F}", #""\u009f""#), ("é/", #""é/""#),
    ]
  )
  func escapes(text: String, quoted: String) {
    #expect(JSONObject.quoted(text) == quoted)
  }

  @Test("has its members in the order in which they were set")
  func members() {
    var inner = JSONObject()
    #expect(inner.text == "{}")
    inner.set("n", .max)
    var object = JSONObject()
    object.set("b", "x")
    object.set("a", -1)
    object.set("c", inner)
    #expect(object.text == #"{"b":"x","a":-1,"c":{"n":9223372036854775807}}"#)
  }

  @Test(
    "has microseconds to the nanosecond",
    arguments: [
      (Duration.zero, "0.000"), (.nanoseconds(7), "0.007"), (.nanoseconds(1_020), "1.020"),
      (.milliseconds(2), "2000.000"), (.seconds(3_600) + .nanoseconds(999), "3600000000.999"),
      (.seconds(-1), "0.000"), (Duration(secondsComponent: 0, attosecondsComponent: 1), "0.000"),
    ]
  )
  func microseconds(duration: Duration, text: String) {
    var object = JSONObject()
    object.set("ts", microseconds: duration)
    #expect(object.text == #"{"ts":\#(text)}"#)
  }
}
