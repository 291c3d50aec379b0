import ErrandsUpstream
import Testing

@Suite("The content of a script")
struct ScriptContentTests {
  private let script = Script(steps: [
    .text("ab"), .delay(.seconds(1)), .bytes([0x63, 0x64]), .repeating(Array("ef".utf8), count: 2), .stall,
    .blocks(10..<14) { part in [.bytes(part.map { UInt8(ascii: "a") + UInt8($0) })] },
  ])

  @Test("is as long as all its steps together")
  func length() {
    #expect(script.contentLength == 12)
    #expect(Script().contentLength == 0)
    #expect(Script(steps: [.repeating([1, 2], count: -1), .reset, .close]).contentLength == 0)
  }

  @Test("can be had up to any byte, whichever step that is in")
  func prefix() {
    var whole = script
    whole.steps = script.steps.filter { if case .stall = $0 { false } else { true } }
    #expect(whole.sentText == "abcdefefklmn")
    for count in 0...13 {
      let prefix = Script(steps: whole.contentPrefix(count))
      #expect(prefix.sentText == String("abcdefefklmn".prefix(count)))
      #expect(prefix.contentLength == min(count, 12))
    }
    #expect(script.contentPrefix(-1).isEmpty)
  }

  @Test("takes with it what happens before the last of its bytes, and nothing behind it")
  func others() {
    func names(_ count: Int) -> [String] {
      script.contentPrefix(count).map { String("\($0)".prefix { $0 != "(" }) }
    }
    #expect(names(2) == ["text"])
    #expect(names(3) == ["text", "delay", "bytes"])
    #expect(names(8) == ["text", "delay", "bytes", "repeating"])
    #expect(names(9) == ["text", "delay", "bytes", "repeating", "stall", "blocks"])
  }

  /// A cut text is no text any more, and must not become one with other bytes.
  @Test("is cut between bytes, not between characters")
  func characters() {
    #expect(Script(steps: Script.ok("é!").contentPrefix(1)).sent == [0xC3])
  }
}
