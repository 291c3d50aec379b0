import ErrandsUpstream
import Foundation

/// A number that is the same for the same bytes, on every machine and in every run, and another one for others, as good
/// as always. What validates a file of the invented world comes from it.
struct Fingerprint: Sendable, Hashable {
  let value: UInt64

  init(_ value: UInt64) {
    self.value = value
  }

  /// Takes time linear in the bytes.
  init(of bytes: [UInt8]) {
    // Their number too: zeros at the end would not be told apart from none.
    var mixed = SplitMix64.mix(UInt64(bytes.count))
    bytes.withUnsafeBytes { bytes in
      var offset = 0
      while offset + 8 <= bytes.count {
        let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        mixed = SplitMix64.mix(mixed ^ word)
        offset += 8
      }
      for byte in bytes[offset...] { mixed = SplitMix64.mix(mixed ^ UInt64(byte)) }
    }
    value = mixed
  }

  /// A strong `ETag`.
  var entityTag: String { "\"\(value.hexadecimal)\"" }

  /// Some second of the year 2024. What has other bytes was changed at another time: a client that asks by the date is
  /// told so, also by an upstream whose world grew from another seed.
  var lastModified: Date {
    Date(timeIntervalSince1970: Self.newYear + Double(value % Self.year))
  }

  private static let newYear = 1_704_067_200.0
  private static let year: UInt64 = 366 * 86_400
}

extension UInt64 {
  /// Sixteen digits.
  var hexadecimal: String {
    let digits = String(self, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

extension ServedFile {
  /// A file of the invented world, which never changes: with validators that come from its bytes, and good for a day.
  init(drawn file: Data, contentType: String, disposition: String? = nil) {
    let bytes = Array(file)
    let fingerprint = Fingerprint(of: bytes)
    self.init(.bytes(bytes), fingerprint: fingerprint, contentType: contentType, disposition: disposition)
  }

  init(_ content: Content, fingerprint: Fingerprint, contentType: String, disposition: String? = nil) {
    var headers: HeaderFields = ["Cache-Control": "public, max-age=86400"]
    if let disposition { headers.append(name: "Content-Disposition", value: disposition) }
    self.init(
      content,
      entityTag: fingerprint.entityTag,
      lastModified: fingerprint.lastModified,
      contentType: contentType,
      headers: headers
    )
  }
}
