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
  private var rest: Data

  init(_ bytes: Data) {
    rest = bytes
  }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func number() -> UInt64? {
    guard let bytes = take(8) else { return nil }
    return bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  mutating func signed() -> Int64? { number().map { Int64(bitPattern: $0) } }

  mutating func text() -> String? {
    guard let count = count() else { return nil }
    return take(count).flatMap { String(bytes: $0, encoding: .utf8) }
  }

  /// How many there are of what comes: no more than there are bytes left.
  mutating func count() -> Int? {
    guard let count = number(), count <= UInt64(rest.count) else { return nil }
    return Int(count)
  }

  private mutating func take(_ count: Int) -> Data? {
    guard count <= rest.count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }
}
