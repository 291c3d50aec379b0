import Foundation

/// The blocks of a GIF file, read after its specification (GIF89a) and not by the library that wrote it.
struct GIFReader {
  private(set) var width = 0
  private(set) var height = 0
  /// In hundredths of a second, one for each frame that has one.
  private(set) var delays: [Int] = []
  /// 0 is without end; `nil` where the file plays once.
  private(set) var loops: Int?
  private(set) var frameCount = 0
  /// The largest number of colours in a palette of one frame, or of the file.
  private(set) var mostColours = 0
  /// Whether the file ends where its blocks do.
  private(set) var isWhole = false

  private let bytes: [UInt8]
  private var place = 13

  init(_ file: Data) {
    bytes = Array(file)
    width = word(at: 6)
    height = word(at: 8)
    skipPalette(flags: byte(10))
    while !isWhole, place < bytes.count { readBlock() }
  }

  private mutating func readBlock() {
    switch byte(place) {
    case 0x21:
      if byte(place + 1) == 0xF9 { delays.append(word(at: place + 4)) }
      if byte(place + 1) == 0xFF, bytes[place...].dropFirst(3).starts(with: "NETSCAPE2.0".utf8) {
        loops = word(at: place + 16)
      }
      place += 2
      skipSubBlocks()
    case 0x2C:
      frameCount += 1
      let flags = byte(place + 9)
      place += 10
      skipPalette(flags: flags)
      place += 1
      skipSubBlocks()
    case 0x3B where place == bytes.count - 1: isWhole = true
    default: place = bytes.count
    }
  }

  private mutating func skipPalette(flags: Int) {
    guard flags & 0x80 != 0 else { return }
    let colours = 2 << (flags & 7)
    mostColours = max(mostColours, colours)
    place += 3 * colours
  }

  private mutating func skipSubBlocks() {
    while byte(place) != 0 { place += 1 + byte(place) }
    place += 1
  }

  /// 0 behind the end.
  private func byte(_ place: Int) -> Int { place < bytes.count ? Int(bytes[place]) : 0 }

  private func word(at place: Int) -> Int { byte(place) | byte(place + 1) << 8 }
}
