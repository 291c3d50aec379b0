import Foundation

/// The chunks of a WebP file (RFC 9649, section 2), as they are written.
enum WebPFile {
  private static let alpha: UInt8 = 0x10
  private static let animation: UInt8 = 0x02
  private static let profile: UInt8 = 0x20
  private static let metadata: UInt8 = 0x0C

  /// The same picture without metadata. libvips writes an Exif block of its own making into every file, of two hundred
  /// bytes, also where it is told to strip them.
  ///
  /// What is left may need no header for extended files either, and then has none.
  ///
  /// - Parameter hasAlpha: Whether a picture that moves lets the ground shine through. Where all of its frames are
  ///   smaller than the whole and opaque, the encoder forgets to say so, and the rest is shown in black.
  static func withoutMetadata(_ file: Data, hasAlpha: Bool = false) -> Data {
    var chunks = chunks(of: file).filter { ![Data("EXIF".utf8), Data("XMP ".utf8)].contains($0.name) }
    guard let first = chunks.first, first.name == Data("VP8X".utf8), first.content.count >= 10 else {
      return file
    }
    var header = Data(first.content)
    var flags = header[header.startIndex] & ~metadata
    if hasAlpha, flags & animation != 0 { flags |= alpha }
    header[header.startIndex] = flags
    if flags & (alpha | animation | profile) == 0 {
      chunks.removeFirst()
    } else {
      chunks[0] = (first.name, header)
    }
    let content = chunks.reduce(into: Data("WEBP".utf8)) { data, chunk in
      data += chunk.name + little(chunk.content.count) + chunk.content
      // To an even length.
      if chunk.content.count % 2 == 1 { data.append(0) }
    }
    return Data("RIFF".utf8) + little(content.count) + content
  }

  static func chunks(of file: Data) -> [(name: Data, content: Data)] {
    var chunks: [(name: Data, content: Data)] = []
    var place = file.startIndex + 12
    while place + 8 <= file.endIndex {
      let length = file[place + 4..<place + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
      let content = place + 8
      guard length <= file.endIndex - content else { return chunks }
      chunks.append((file[place..<place + 4], file[content..<content + length]))
      place = content + length + length % 2
    }
    return chunks
  }

  private static func little(_ number: Int) -> Data {
    Data([0, 8, 16, 24].map { UInt8(truncatingIfNeeded: number >> $0) })
  }
}
