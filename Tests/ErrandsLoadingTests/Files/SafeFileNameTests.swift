import Foundation
import Testing

@testable import ErrandsLoading

@Suite("A safe file name")
struct SafeFileNameTests {
  @Test(
    "is the last segment of an address, percent-decoded once",
    arguments: [
      ("https://h.test/a/photo.jpg", "photo.jpg"),
      ("https://h.test/a/photo.jpg?width=7&x=/y.png#z", "photo.jpg"),
      ("https://h.test/album/", "album"),
      ("https://h.test/%E1%BA%A3nh%20%C4%91%E1%BA%B9p.jpg", "ảnh đẹp.jpg"),
      ("https://h.test/a%252Fb.jpg", "a%2Fb.jpg"),
      ("https://h.test/100%25.jpg", "100%.jpg"),
      // Latin-1, which is no UTF-8: the byte cannot be read, and the rest can.
      ("https://h.test/caf%E9.jpg", "caf\u{FFFD}.jpg"),
    ]
  )
  func addresses(address: String, name: String) throws {
    #expect(SafeFileName(url: try #require(URL(string: address)))?.text == name)
  }

  @Test(
    "is missing where an address has none",
    arguments: ["", "/", "/..", "/%2e%2e", "/%2F", "/a/%00", "/%20"]
  )
  func none(path: String) throws {
    #expect(SafeFileName(url: try #require(URL(string: "https://h.test" + path))) == nil)
  }

  /// Each of these has led a program out of its folder.
  @Test(
    "leads nowhere else",
    arguments: [
      ("..%2F..%2Fetc%2Fpasswd", "passwd"), ("%2e%2e%2fphoto.jpg", "photo.jpg"),
      ("..%5C..%5Cwin.ini", "win.ini"), ("C:%5CWindows%5Cwin.ini", "win.ini"), ("%2Fetc%2Fshadow", "shadow"),
      ("....%2F%2Fa.jpg", "a.jpg"), ("a..b.jpg", "a.b.jpg"), (".%2E.a", "a"),
      ("photo.jpg%00.exe", "photo.jpg.exe"),
      ("a%0Ab%0D.jpg", "ab.jpg"), ("%1B%5B2Ja.jpg", "[2Ja.jpg"), (".bashrc", "bashrc"), ("%20.%20.x", "x"),
      ("a.jpg.%20.", "a.jpg"), ("a%C2%85b.jpg", "ab.jpg"), ("a%E2%80%A8b.jpg", "ab.jpg"),
      // A dot, something that is taken out, a dot.
      (".%01.%2Fx", "x"), ("a.%01.b", "a.b"),
      // A slash with an accent on it is one character, and still a slash.
      ("..%2F%CC%81x", "x"),
      // Written from right to left, this ends in `jpg`.
      ("a%E2%80%AEgpj.exe", "agpj.exe"),
    ]
  )
  func dangers(segment: String, name: String) throws {
    let url = try #require(URL(string: "https://h.test/a/" + segment))
    let safe = try #require(SafeFileName(url: url))
    #expect(safe.text == name)
    #expect(!safe.text.contains("..") && !safe.text.hasPrefix("."))
    #expect(
      !safe.text.unicodeScalars.contains {
        $0 == "/" || $0 == "\\" || $0.properties.generalCategory == .control
      }
    )
  }

  @Test(
    "is nothing where nothing is left",
    arguments: ["", ".", "..", "...", " ", "/", "a/", "\u{0}", "\u{202E}", ". ."]
  )
  func nothing(text: String) {
    #expect(SafeFileName(text) == nil)
  }

  @Test("is composed")
  func composed() {
    #expect(SafeFileName("e\u{301}.jpg")?.text.unicodeScalars.count == 5)
    #expect(Array((SafeFileName("e\u{301}.jpg")?.text ?? "").utf8) == Array("\u{E9}.jpg".utf8))
  }

  @Test("is cut at a character, and keeps its ending")
  func cut() throws {
    let family = "👨‍👩‍👧‍👦"
    let name = try #require(SafeFileName(String(repeating: family, count: 100) + ".jpeg"))
    #expect(name.text == String(repeating: family, count: 10) + ".jpeg")
    #expect(name.text.utf8.count == 255)
    #expect(try #require(SafeFileName(String(repeating: "a", count: 4096))).text.utf8.count == 255)
    #expect(SafeFileName(String(repeating: "a", count: 255))?.text.utf8.count == 255)
    // An ending of 300 bytes is none.
    let long = try #require(SafeFileName("a." + String(repeating: "b", count: 300)))
    #expect(long.text == "a." + String(repeating: "b", count: 253))
  }

  @Test("has no dot or space left at the place where it was cut")
  func cutAtDot() throws {
    let text = String(repeating: "a", count: 249) + ". " + String(repeating: "b", count: 50) + ".jpg"
    #expect(SafeFileName(text)?.text == String(repeating: "a", count: 249) + ".jpg")
    let bare = String(repeating: "a", count: 253) + ". " + String(repeating: "b", count: 50)
    #expect(SafeFileName(bare)?.text == String(repeating: "a", count: 253))
  }

  /// Of such a name with an ending, the ending was left, which is the name of a hidden file; and with a number, a space
  /// before it.
  @Test("is nothing where the first character alone is too long, with or without an ending")
  func accents() throws {
    let long = "a" + String(repeating: "\u{323}\u{301}", count: 200)
    #expect(SafeFileName(long) == nil)
    #expect(SafeFileName(long + ".jpg") == nil)
    let fits = try #require(SafeFileName("a" + String(repeating: "\u{323}\u{301}", count: 62) + ".jpg"))
    #expect(fits.text.utf8.count > 250)
    #expect(fits.numbered(2_000_000).text == "2000000.jpg")
  }

  @Test("takes a number before its ending, and stays within the limit")
  func numbered() throws {
    #expect(try #require(SafeFileName("photo.jpg")).numbered(2).text == "photo 2.jpg")
    #expect(try #require(SafeFileName("photo")).numbered(10).text == "photo 10")
    #expect(try #require(SafeFileName("a.tar.gz")).numbered(2).text == "a.tar 2.gz")
    let long = try #require(SafeFileName(String(repeating: "é", count: 200) + ".jpg"))
    #expect(long.numbered(12).text == String(repeating: "é", count: 124) + " 12.jpg")
  }
}
