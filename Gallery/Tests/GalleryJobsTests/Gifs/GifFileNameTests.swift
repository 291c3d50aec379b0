import Foundation
import Testing

@testable import GalleryJobs

@Suite("The name of an animation's file")
struct GifFileNameTests {
  private func name(
    title: String? = nil,
    id: String = "3o6Zt",
    at address: String = "https://media0.giphy.com/media/3o6Zt/giphy.gif",
    offered: String? = nil
  ) throws -> String {
    let url = try #require(URL(string: address))
    return GifFileName.name(for: Gif(id, title: title, at: url), at: url, offered: offered).text
  }

  @Test(
    "is the title's words and the id",
    arguments: [
      ("Happy Cat GIF", "happy-cat-gif-3o6Zt.gif"), ("Mèo Vui!", "mèo-vui-3o6Zt.gif"),
      ("Me\u{300}o", "mèo-3o6Zt.gif"), ("../../etc/passwd", "etc-passwd-3o6Zt.gif"),
      ("😀 🐈", "giphy-3o6Zt.gif"), ("", "giphy-3o6Zt.gif"),
      ("a\u{0}b\u{1B}[2J\u{202E}c", "a-b-2j-c-3o6Zt.gif"),
      ("COM1", "com1-3o6Zt.gif"), (".hidden", "hidden-3o6Zt.gif"),
    ]
  )
  func title(_ title: String, _ expected: String) throws {
    #expect(try name(title: title) == expected)
  }

  @Test("is that of the address where there is no title")
  func address() throws {
    #expect(try name(at: "https://h.test/%2e%2e%2f%2e%2e%2fevil.gif") == "evil-3o6Zt.gif")
    #expect(try name(at: "https://h.test/") == "3o6Zt.gif")
    #expect(try name(title: "Cat", at: "https://h.test/giphy.webp") == "cat-3o6Zt.webp")
  }

  @Test("is the one that the server gives, with the id")
  func offered() throws {
    #expect(try name(title: "Cat", offered: "../../evil.gif") == "evil-3o6Zt.gif")
    #expect(try name(title: "Cat", offered: "..") == "cat-3o6Zt.gif")
    #expect(try name(title: "Cat", offered: "report.exe") == "report-3o6Zt.gif")
  }

  /// Cut at the end, two hits with one long title would have had one name.
  @Test("is short enough, and ends in the whole id", arguments: ["x", "ệ", "漢", "𝔘"])
  func long(_ letter: String) throws {
    let name = try name(title: String(repeating: letter, count: 4096))
    #expect(name.utf8.count <= 255)
    #expect(name.hasPrefix(letter) && name.hasSuffix("-3o6Zt.gif"))
  }

  @Test("is safe whatever the id is")
  func id() throws {
    #expect(try name(title: "Cat", id: "../../x") == "cat-x.gif")
    #expect(try name(title: "Cat", id: "") == "cat.gif")
    #expect(try name(id: "", at: "https://h.test/") == "animation.gif")
    #expect(try name(title: "Cat", id: String(repeating: "z", count: 4096)).utf8.count <= 255)
  }
}
