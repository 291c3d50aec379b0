/// What the chunks of a PNG say, read without opening it (PNG specification, third edition, section 5.3).
///
/// Texts are unpacked when a file is opened, whether or not they are wanted: 4 megabytes of them became 4 gigabytes, and held a thread that
/// nothing could stop for six seconds.
struct PNGOutline {
  /// Bytes of compressed text. Programs write some hundred.
  static let textLimit = 100_000

  /// In bytes, as they stand in the file.
  private(set) var compressedText = 0

  /// - Parameter bytes: A whole file, for as long as the call lasts.
  init(of bytes: UnsafeRawBufferPointer) {
    let reader = BoxReader(bytes)
    var place = 8
    while place + 8 <= bytes.count {
      let length = reader.number(at: place, bytes: 4)
      switch String(decoding: bytes[place + 4..<place + 8], as: UTF8.self) {
      case "zTXt": compressedText += length
      case "iTXt" where Self.isCompressed(bytes[(place + 8)...].prefix(min(length, 82))):
        compressedText += length
      default: break
      }
      // Length, name and check sum.
      place += length + 12
    }
  }

  /// Behind the keyword and its zero.
  private static func isCompressed(_ beginning: Slice<UnsafeRawBufferPointer>) -> Bool {
    guard let zero = beginning.firstIndex(of: 0), zero + 1 < beginning.endIndex else { return false }
    return beginning[zero + 1] != 0
  }
}
