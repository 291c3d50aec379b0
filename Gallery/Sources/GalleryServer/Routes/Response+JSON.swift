import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

enum JSONText {
  /// One line of JSON with its keys sorted. Everything that is encoded here is text, numbers, lists and objects,
  /// which cannot fail; if it did, an empty object would say so at the other end.
  static func line(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
  }

  /// A string as JSON has it (RFC 8259, section 7).
  static func quoted(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
    return isPlain ? "\"\(text)\"" : line(text)
  }
}

extension Response {
  static func json(_ value: some Encodable, status: HTTPResponse.Status = .ok) -> Response {
    Response(
      status: status,
      headers: [.contentType: "application/json; charset=utf-8", .cacheControl: "no-store"],
      body: ResponseBody(byteBuffer: ByteBuffer(string: JSONText.line(value)))
    )
  }
}
