import ErrandsLoading
import Testing

@testable import ErrandsLoading

@Suite("Validators: entity tags and dates of change")
struct ValidatorTests {
  @Test(
    "An entity tag is in quotes, weak or strong",
    arguments: [
      (#""a""#, #""a""#), (#"W/"a""#, #"W/"a""#), (#" "" "#, #""""#), ("a", nil), (#""a"#, nil),
      (#"w/"a""#, nil),
      (#""a"b""#, nil), ("", nil), ("\"", nil), ("\"a\u{7F}\"", nil), ("\"a b\"", nil), (#""é""#, #""é""#),
    ] as [(String, String?)]
  )
  func entityTags(_ text: String, _ read: String?) {
    #expect(EntityTag(text)?.description == read)
  }

  @Test("Strong ones name the same bytes, weak ones the same meaning")
  func comparison() throws {
    let (strong, weak) = (try #require(EntityTag(#""a""#)), try #require(EntityTag(#"W/"a""#)))
    #expect(strong.isSame(as: strong))
    #expect(!strong.isSame(as: weak))
    #expect(!weak.isSame(as: weak))
    #expect(strong.isEquivalent(to: weak))
    #expect(!strong.isEquivalent(to: try #require(EntityTag(#""b""#))))
  }

  /// Two strings are equal to Swift that look the same. The rest of one file would have gone behind the beginning of
  /// another, whose tags differ in how “é” is written.
  @Test("Tags are compared byte by byte")
  func bytes() throws {
    let composed = try #require(EntityTag("\"\u{E9}\""))
    let decomposed = try #require(EntityTag("\"e\u{301}\""))
    #expect(!composed.isSame(as: decomposed))
    #expect(!composed.isEquivalent(to: decomposed))
    #expect(composed != decomposed)
    #expect(Set([composed, decomposed, composed]).count == 2)
  }

  /// In Latin-1, é and è are different bytes, and neither is UTF-8: one replacement character stood for both of them.
  @Test("A tag that could not be read is none")
  func unreadable() {
    for byte in [0xE9, 0xE8] as [UInt8] {
      #expect(EntityTag(String(decoding: [0x22, byte, 0x22], as: UTF8.self)) == nil)
    }
  }

  private static let changed = "Sun, 06 Nov 1994 08:49:37 GMT"

  @Test("The tag says more than the date; a tag that is none does not count")
  func choice() {
    let both: HTTPFields = ["Last-Modified": Self.changed, "ETag": #"W/"a""#]
    #expect(Validator(both)?.text == #"W/"a""#)
    #expect(Validator(["Last-Modified": Self.changed, "ETag": "a"])?.text == Self.changed)
    #expect(Validator(["Date": Self.changed]) == nil)
  }

  /// A file that was resumed by a weak tag had the end of one state behind the beginning of another.
  @Test(
    "The rest of a body is asked for by a strong one only",
    arguments: [
      (["ETag": #""a""#], #""a""#), (["ETag": #"W/"a""#], nil),
      (["ETag": #"W/"a""#, "Last-Modified": changed, "Date": "Sun, 06 Nov 1995 08:49:37 GMT"], nil),
      (["Last-Modified": changed], nil),
      (["Last-Modified": changed, "Date": "Sun, 06 Nov 1994 08:50:36 GMT"], nil),
      (["Last-Modified": changed, "Date": "Sun, 06 Nov 1994 08:50:37 GMT"], .some(changed)),
    ] as [(HTTPFields, String?)]
  )
  func strong(_ fields: HTTPFields, _ text: String?) {
    #expect(Validator(strong: fields)?.text == text)
  }
}
