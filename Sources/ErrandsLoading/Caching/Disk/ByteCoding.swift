import Foundation

/// Writes numbers in eight bytes, the smallest first, and texts behind their lengths.
struct ByteWriter {
  private(set) var bytes = Data()

  mutating func put(_ number: UInt64) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func put(_ number: Int64) { put(UInt64(bitPattern: number)) }

  mutating func put(_ text: String) {
    put(UInt64(text.utf8.count))
    bytes.append(contentsOf: text.utf8)
  }
}

/// Reads what ``ByteWriter`` has written; nil where it is something else, whatever it is.
struct ByteReader {
  private let bytes: Data
  /// Counted from the first of the bytes.
  private var position = 0

  init(_ bytes: Data) {
    self.bytes = bytes
  }

  var left: Int { bytes.count - position }
  var isAtEnd: Bool { left == 0 }

  mutating func number() -> UInt64? {
    guard left >= 8 else { return nil }
    defer { position += 8 }
    return bytes.withUnsafeBytes { bytes in
      UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
    }
  }

  mutating func signed() -> Int64? { number().map { Int64(bitPattern: $0) } }

  mutating func text() -> String? {
    guard let count = count() else { return nil }
    defer { position += count }
    return bytes.withUnsafeBytes { bytes in
      String(validating: bytes[position..<position + count], as: UTF8.self)
    }
  }

  /// How many there are of what comes: no more than there are bytes left.
  mutating func count() -> Int? {
    guard let count = number(), count <= UInt64(left) else { return nil }
    return Int(count)
  }
}
