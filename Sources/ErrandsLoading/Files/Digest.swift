import Crypto
import Dispatch
import Errands
import Foundation

/// The SHA-256 of bytes that come one after the other (FIPS 180-4).
package struct Digest: Sendable {
  private var state = SHA256()

  mutating func update(_ data: Data) { state.update(data: data) }

  mutating func update(_ bytes: UnsafeRawBufferPointer) { state.update(bufferPointer: bytes) }

  /// Of all bytes so far, as 64 hexadecimal digits in lower case.
  var hexadecimal: String {
    let digest = state.finalize()
    return String(unsafeUninitializedCapacity: 2 * SHA256.byteCount) { text in
      for (number, byte) in digest.enumerated() {
        text[2 * number] = Self.digit(byte >> 4)
        text[2 * number + 1] = Self.digit(byte & 15)
      }
      return 2 * SHA256.byteCount
    }
  }

  /// Of a text's UTF-8.
  package static func hexadecimal(of text: String) -> String {
    var (text, digest) = (text, Digest())
    text.withUTF8 { digest.update(UnsafeRawBufferPointer($0)) }
    return digest.hexadecimal
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}

extension Digest {
  /// The digest with more bytes behind those that it has, which another thread works out while its owner does something else.
  ///
  /// Its owner waits for no thread that has not begun, and does the work itself then: of as many files as there are threads,
  /// each would wait for one.
  final class Next: Sendable {
    private let state: SleepingLock<(digest: Digest, rest: Data?)>

    fileprivate init(_ digest: Digest, taking data: Data, on queue: DispatchQueue) {
      state = SleepingLock((digest, data))
      // From here on another thread is worth while.
      if data.count >= 64 << 10 { queue.async { _ = self.value } }
    }

    var value: Digest {
      state.withLock { state in
        if let rest = state.rest.take() { state.digest.update(rest) }
        return state.digest
      }
    }
  }

  func taking(_ data: Data, on queue: DispatchQueue) -> Next { Next(self, taking: data, on: queue) }
}
