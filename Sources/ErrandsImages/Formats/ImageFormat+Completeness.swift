import Foundation

extension ImageFormat {
  /// Whether the end that every file of this format has is missing, so that bytes were lost on the way: the
  /// end marker of a JPEG, the `IEND` chunk of a PNG, the trailer of a GIF, or bytes that the header of a
  /// WebP (RFC 9649, section 2.4) or of a box of an AVIF, HEIC or JPEG XL (ISO/IEC 14496-12, section 4.2) promises. A
  /// JPEG XL without boxes does not tell.
  ///
  /// A server that breaks off, and says that this was all, is found out here without decoding. A decoder reports it
  /// in an English message only; a file's end is there or it is not. What follows the end, as some cameras and
  /// servers add, does not matter.
  ///
  /// ```swift
  /// guard let format = ImageFormat(sniffing: bytes), !format.lacksEnd(bytes) else { return nil }
  /// ```
  ///
  /// - Parameter bytes: The whole file, of this format.
  public func lacksEnd(_ bytes: Data) -> Bool {
    switch self {
    case .jpeg: !bytes[jpegScan(bytes)...].withUnsafeBytes { $0.contains([0xFF, 0xD9]) }
    case .png: !bytes.withUnsafeBytes { $0.contains(Array("IEND".utf8)) }
    case .gif: !bytes.withUnsafeBytes { GIFOutline(of: $0).isWhole }
    case .webp: bytes.count < declaredWebPLength(bytes)
    case .avif, .heic: !bytes.withUnsafeBytes { BoxReader($0).isWhole }
    case .jxl: bytes.first == 0 && !bytes.withUnsafeBytes { BoxReader($0).isWhole }
    }
  }

  /// The RIFF header's length of the rest, little-endian at byte 4 (RFC 9649, section 2.4), and itself.
  private func declaredWebPLength(_ bytes: Data) -> Int {
    8 + bytes.dropFirst(4).prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// Where the pixels of a JPEG begin: behind the segments before its first scan, whose marker `FFDA` is
  /// followed by its length, as theirs are (ITU-T T.81, annex B.1.1). A camera puts a small JPEG into one of
  /// them, and its end is not the file's.
  private func jpegScan(_ bytes: Data) -> Data.Index {
    var place = bytes.startIndex + 2
    while place + 4 <= bytes.endIndex, bytes[place] == 0xFF, bytes[place + 1] != 0xDA {
      let isFill = bytes[place + 1] == 0xFF
      place += isFill ? 1 : 2 + Int(bytes[place + 2]) << 8 + Int(bytes[place + 3])
    }
    return min(place, bytes.endIndex)
  }
}

extension UnsafeRawBufferPointer {
  /// Whether the bytes are somewhere, looked for from the end. In place: what Foundation has for it copies all of them
  /// on Linux, and eight threads that looked into large files at once held each of them twice.
  fileprivate func contains(_ wanted: [UInt8]) -> Bool {
    guard let first = wanted.first, count >= wanted.count else { return false }
    return (0...count - wanted.count).reversed().contains { place in
      self[place] == first && self[place..<place + wanted.count].elementsEqual(wanted)
    }
  }
}
