import Foundation

/// What the head's file of an entry says: the answer's head, and where its body is and what it has to be.
///
/// The body has a file of its own, so that a 304 is written down without it.
struct EntryRecord: Sendable, Equatable {
  /// A body is verified in blocks of so many bytes, so that a part of it can be read without the rest.
  static let blockSize = 256 << 10
  /// A larger file is no head.
  static let sizeLimit: Int64 = 16 << 20

  let key: String
  var head: CachedHead
  /// Of the body's file.
  let number: String
  let length: Int64
  /// Of the body's blocks.
  let checksums: [UInt64]

  /// The bytes of the file: a signature with the version of the form, the fields, and the checksum of it all.
  var encoded: Data {
    var writer = ByteWriter()
    writer.put(Self.signature)
    writer.put(key)
    writer.put(number)
    writer.put(length)
    writer.put(UInt64(checksums.count))
    for checksum in checksums { writer.put(checksum) }
    head.encode(into: &writer)
    let checksum = XXHash64.hash(writer.bytes)
    writer.put(checksum)
    return writer.bytes
  }

  /// Nil where it is not what was written.
  init?(_ bytes: Data) {
    guard bytes.count > 8 else { return nil }
    let content = bytes.dropLast(8)
    var end = ByteReader(bytes.suffix(8))
    var reader = ByteReader(content)
    guard end.number() == XXHash64.hash(content), reader.text() == Self.signature,
      let key = reader.text(), let number = reader.text(), let length = reader.signed(), length >= 0,
      let count = reader.count(), count == Self.blockCount(length)
    else { return nil }
    let checksums = (0..<count).compactMap { _ in reader.number() }
    guard checksums.count == count, let head = CachedHead(from: &reader), reader.isAtEnd else { return nil }
    self.init(key: key, head: head, number: number, length: length, checksums: checksums)
  }

  init(key: String, head: CachedHead, number: String, length: Int64, checksums: [UInt64]) {
    self.key = key
    self.head = head
    self.number = number
    self.length = length
    self.checksums = checksums
  }

  private static let signature = "errands cache 1"

  private static func blockCount(_ length: Int64) -> Int {
    Int(length / Int64(blockSize) + (length % Int64(blockSize) > 0 ? 1 : 0))
  }
}

extension CachedHead {
  func encode(into writer: inout ByteWriter) {
    writer.put(head.url.withoutCredentials.absoluteString)
    writer.put(Int64(head.status))
    writer.put(requestTime)
    writer.put(responseTime)
    writer.put(UInt64(head.fields.all.count))
    for field in head.fields.all {
      writer.put(field.name)
      writer.put(field.value)
    }
    writer.put(UInt64(varying.count))
    for (name, value) in varying.sorted(by: { $0.key < $1.key }) {
      writer.put(name)
      writer.put(value)
    }
  }

  init?(from reader: inout ByteReader) {
    guard let url = reader.text().flatMap({ URL(string: $0) }), let status = reader.signed(),
      let requestTime = reader.signed(), let responseTime = reader.signed(),
      let fields = Self.pairs(&reader), let varying = Self.pairs(&reader)
    else { return nil }
    self.init(
      head: FetchHead(
        url: url,
        status: Int(status),
        fields: HTTPFields(fields.map { HTTPFields.Field($0.0, $0.1) })
      ),
      varying: Dictionary(varying, uniquingKeysWith: { first, _ in first }),
      requestTime: requestTime,
      responseTime: responseTime
    )
  }

  private static func pairs(_ reader: inout ByteReader) -> [(String, String)]? {
    guard let count = reader.count() else { return nil }
    var pairs: [(String, String)] = []
    for _ in 0..<count {
      guard let name = reader.text(), let value = reader.text() else { return nil }
      pairs.append((name, value))
    }
    return pairs
  }
}
