import Foundation
import GalleryJobs
import Testing

@Suite("A list of what to fetch")
struct FetchListTests {
  private static let digest = String(repeating: "0123456789abcdef", count: 4)
  private let base = URL(string: "http://127.0.0.1:1")

  @Test("Has an address on each line, or a digest and an address, and leaves out the rest")
  func lines() throws {
    let text = """
      # what there is
      https://a.test/1.bin

      \(Self.digest.uppercased())  https://b.test/2.bin?key=a#top
        # indented
      \t\(Self.digest) \t /files/3.bin
      """
    let list = try FetchList(text: text, below: base)
    #expect(
      list.items == [
        FetchItem("https://a.test/1.bin"),
        FetchItem("https://b.test/2.bin?key=a#top", sha256: Self.digest),
        FetchItem("/files/3.bin", sha256: Self.digest),
      ]
    )
  }

  @Test(
    "Lines end as they like, and a mark at the beginning is no part of the first",
    arguments: ["\n", "\r\n", "\r"]
  )
  func ends(_ end: String) throws {
    let list = try FetchList(text: "\u{FEFF}https://a.test/1\(end)https://a.test/2\(end)\(end)")
    #expect(list.items.map(\.address) == ["https://a.test/1", "https://a.test/2"])
  }

  @Test("May be empty", arguments: ["", "\n\n", "# nothing yet"])
  func empty(_ text: String) throws {
    #expect(try FetchList(text: text).items.isEmpty)
  }

  @Test(
    "Says of a line that cannot be used which one it is, what is wrong, and what to do",
    arguments: [
      ("a.test/1.bin", "“a.test/1.bin” cannot be fetched: it has no scheme; write https:// before it."),
      ("ftp://a.test/1", "“ftp://a.test/1” cannot be fetched: only http and https can be fetched, not ftp."),
      ("/files/1.bin", "“/files/1.bin” cannot be fetched: it has no scheme; write https:// before it."),
      ("abc123  https://a.test/1", "“abc123” is no SHA-256; write its 64 hexadecimal digits."),
      (
        "https://a.test/1 https://a.test/2",
        "There is a space in it; write an address, or a SHA-256 and an address."
      ),
      (digest, "There is no address behind the SHA-256; write one."),
      ("\(digest) a.test", "“a.test” cannot be fetched: it has no scheme; write https:// before it."),
    ]
  )
  func mistakes(_ line: String, _ reason: String) {
    let error = #expect(throws: FetchList.Mistake.self) {
      try FetchList(text: "# list\r\n\r\nhttps://a.test/ok\r\n\(line)\r\nalso wrong")
    }
    #expect(error?.line == 4)
    #expect(error?.reason == reason)
    #expect(error.map { "\($0)" } == "Line 4: \(reason)")
  }

  /// Whoever has typed a password into an address does not want it on the screen.
  @Test("Tells no secret of an address that is wrong")
  func secrets() {
    let error = #expect(throws: FetchList.Mistake.self) {
      try FetchList(text: "ftp://me:secret@a.test/?key=secret")
    }
    #expect(error?.reason.contains("secret") == false)
  }

  @Test("A SHA-256 has 64 hexadecimal digits, and no others")
  func digests() {
    #expect(FetchItem.isSHA256(Self.digest) && FetchItem.isSHA256(Self.digest.uppercased()))
    #expect(!FetchItem.isSHA256(Self.digest.dropLast()))
    #expect(!FetchItem.isSHA256(Self.digest + "0"))
    #expect(!FetchItem.isSHA256("g" + Self.digest.dropFirst()))
    // Digits of another script, each of three bytes.
    #expect(!FetchItem.isSHA256(String(repeating: "０", count: 64)))
  }

  @Test("A list of twenty thousand is read in no time", .timeLimit(.minutes(1)))
  func long() throws {
    let text = (0..<20_000).map { "\(Self.digest)  https://a.test/\($0).bin\n" }.joined()
    #expect(try FetchList(text: text).items.count == 20_000)
  }
}
