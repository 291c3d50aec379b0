import Crypto
import Foundation

/// The SHA-256 of bytes that come one after the other (FIPS 180-4).
struct Digest: Sendable {
  private var state = SHA256()

  mutating func update(_ data: Data) { state.update(data: data) }

  mutating func update(_ bytes: UnsafeRawBufferPointer) { state.update(bufferPointer: bytes) }

  /// Of all bytes so far, as 64 hexadecimal digits in lower case.
  var hexadecimal: String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    for byte in state.finalize() { text += [digits[Int(byte >> 4)], digits[Int(byte & 15)]] }
    return String(decoding: text, as: UTF8.self)
  }

  /// Of a text's UTF-8.
  static func hexadecimal(of text: String) -> String {
    var digest = Digest()
    digest.update(Data(text.utf8))
    return digest.hexadecimal
  }
}
