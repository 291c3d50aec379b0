import Foundation
import GalleryJobs
import Testing

@Suite("What is wrong with a feed that cannot be asked for")
struct MusicFeedErrorTests {
  /// `URL(string:)` takes most of these for a URL, relative or percent-encoded.
  @Test(
    "Addresses",
    arguments: [
      ("", MusicFeedError.Fault.empty),
      ("feeds.test/top.json", .noScheme), ("/top.json", .noScheme), ("top", .noScheme),
      ("https:/h.test", .noScheme),
      ("javascript:alert(1)", .noScheme), ("localhost:8080/x", .noScheme), ("https:\\\\h.test", .noScheme),
      ("ftp://h.test/x", .scheme("ftp")), ("file:///etc/passwd", .scheme("file")),
      ("htps://h.test", .scheme("htps")),
      ("://h.test", .scheme("")),
      ("http://", .noHost), ("http:///x", .noHost), ("https://:80/x", .noHost), ("http://u@/x", .noHost),
      ("http://?q", .noHost),
      ("http://a b.test/", .forbidden(" ")), ("http://h.test/a b", .forbidden(" ")),
      (" http://h.test/", .forbidden(" ")), ("http://h.test/\n", .forbidden("\n")),
      ("http://h.test/\u{0}", .forbidden("\u{0}")), ("http://h.test/\r\nX-Evil: 1", .forbidden("\r")),
      ("http://h.test/\u{7F}", .forbidden("\u{7F}")), ("http://h.test/bài", .forbidden("à")),
      ("http://h.test/\u{202E}x", .forbidden("\u{202E}")),
      ("http://h.test:0/", .port), ("http://h.test:65536/", .port),
      ("http://h.test:port/", .malformed), ("http://[::1/", .malformed), ("http://h.test/%zz", .malformed),
      ("http://h.test/a|b", .malformed), ("http://h.test/\"", .malformed),
    ]
  )
  func address(text: String, fault: MusicFeedError.Fault) {
    #expect(throws: MusicFeedError.address(text, fault)) { try MusicFeed(address: text) }
  }

  @Test(
    "Countries",
    arguments: ["", "u", "usa", "u1", "ü", "üs", "u ", "../", "u/", "ＵＳ", "🇻🇳", "%2", "u\u{0}"]
  )
  func country(text: String) {
    #expect(throws: MusicFeedError.country(text)) { try MusicFeed(country: text) }
  }

  @Test("Limits", arguments: [0, -1, 101, .max, .min])
  func limit(limit: Int) {
    #expect(throws: MusicFeedError.limit(limit)) { try MusicFeed(limit: limit) }
    #expect(throws: MusicFeedError.limit(limit)) { try MusicFeed(address: "https://h.test/", limit: limit) }
  }

  @Test("Bases that no path can be added to", arguments: ["http://h.test/?q=1", "http://h.test/#top"])
  func base(text: String) {
    #expect(throws: MusicFeedError.address(text, .notABase)) { try MusicFeed(base: text) }
  }

  @Test("A base is checked like any other address")
  func oddBase() {
    #expect(throws: MusicFeedError.address("ftp://h.test", .scheme("ftp"))) {
      try MusicFeed(base: "ftp://h.test")
    }
  }

  @Test(
    "Each error is one sentence that names the input and what to do",
    arguments: [
      (
        MusicFeedError.address("ftp://h", .scheme("ftp")),
        #"The feed address "ftp://h" begins with ftp://, but only http:// and https:// can be loaded."#
      ),
      (.address("", .empty), #"The feed address "" is empty; give one that begins with https://."#),
      (
        .address("h", .noScheme),
        #"The feed address "h" does not say how to load it; begin it with https://."#
      ),
      (.address("a b", .forbidden(" ")), #"The feed address "a b" has a space in it; write it as %20."#),
      (
        .address("é", .forbidden("é")), #"The feed address "é" has the character é in it; percent-encode it."#
      ),
      (.country("usa"), #"The country "usa" is not a code of two letters; give one such as us, gb or vn."#),
      (.limit(500), "A chart of 500 entries cannot be asked for; give a number from 1 to 100."),
    ]
  )
  func sentence(error: MusicFeedError, sentence: String) {
    #expect(error.description == sentence)
    #expect("\(error)" == sentence)
  }

  @Test("Every other fault has a sentence of its own")
  func otherSentences() {
    let faults: [MusicFeedError.Fault] = [.noHost, .port, .malformed, .notABase, .forbidden("\u{1B}")]
    let sentences = Set(faults.map { MusicFeedError.address("x", $0).description })
    #expect(sentences.count == faults.count)
    #expect(sentences.allSatisfy { $0.hasPrefix(#"The feed address "x" "#) && $0.hasSuffix(".") })
  }

  /// A message goes to a terminal, where an escape sequence could rewrite what stands there.
  @Test("Control characters of the input do not reach the terminal, and long inputs are cut")
  func quoting() {
    let escape = MusicFeedError.country("\u{1B}[2J\r\n").description
    #expect(escape.unicodeScalars.allSatisfy { $0.value >= 0x20 })
    #expect(escape.contains(#"\u{1B}"#))
    #expect(MusicFeedError.country(String(repeating: "x", count: 10_000)).description.utf8.count < 250)
  }
}
