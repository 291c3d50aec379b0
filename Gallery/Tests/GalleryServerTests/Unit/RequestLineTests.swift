import Foundation
import Testing

@testable import GalleryServer

@Suite("A line of the server's log")
struct RequestLineTests {
  // Two slashes are one for the router, and were not for the log: the whole address of a picture stood in it.
  @Test(
    "Does not say which picture was asked for",
    arguments: [
      ("/image/sign/address", "/image/sign/…"), ("//image//sign/address/480x320", "/image/sign/…/480x320"),
      ("/images/a/b", "/images/a/b"), ("/", "/"),
    ]
  )
  func named(_ path: String, _ named: String) { #expect(RequestLine.named(path) == named) }

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
