import Foundation

/// Makes GIF files as long as they are said to be.
enum GIFFilling {
  /// The file with a comment before its end (GIF89a, section 24), which every decoder passes over.
  ///
  /// - Returns: `nil` where there is no room for one: a file that is longer already, or by less than five bytes
  ///   shorter.
  static func filled(_ file: Data, to count: Int) -> Data? {
    guard file.last == trailer else { return nil }
    if file.count == count { return file }
    // Introducer, label and terminator of the comment.
    var room = count - file.count - 3
    guard room >= 2 else { return nil }
    var filled = file.dropLast() + [0x21, 0xFE]
    while room > 0 {
      // A block is its length and up to 255 bytes; a length of 0 would end the comment, so none is left over.
      let block = room == 257 ? 255 : min(256, room)
      filled.append(UInt8(block - 1))
      filled.append(contentsOf: repeatElement(UInt8(ascii: " "), count: block - 1))
      room -= block
    }
    return filled + [0, trailer]
  }

  private static let trailer: UInt8 = 0x3B
}
