import Foundation
import Testing

@testable import GalleryServer

@Suite("A line of the server's log")
struct RequestLineTests {
  /// Written by hand, as an encoder took longer than all else that is done for a picture in memory.
  @Test(
    "Is the same in JSON as an encoder makes it, whatever is in it",
    arguments: [
      "/", "/image/a/…/480x320", "/a\"b\\c", "/tab\tline\nreturn\r\u{0}\u{1f}\u{7f}", "/hoà/😀?q=a/b",
      "/\u{2028}\u{feff}",
    ]
  )
  func json(_ path: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    for id in [nil, "a-1", "\"quoted\""] {
      let line = RequestLine(method: "GET", path: path, status: 200, milliseconds: 7, id: id)
      #expect(line.json == String(decoding: try encoder.encode(line), as: UTF8.self))
    }
  }
}
