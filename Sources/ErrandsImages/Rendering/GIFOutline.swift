/// What the blocks of a GIF say of its size, read without decoding (GIF89a, sections 18 to 27).
///
/// The header gives the size of the screen, but each frame has a rectangle of its own. A file with a screen
/// of 32 × 32 pixels can hold a frame of 65,535 × 65,535, which a decoder learns of when it is about to make
/// room for it. Here all rectangles are known before.
struct GIFOutline {
  /// The smallest size that holds the screen and every frame.
  private(set) var width = 0
  private(set) var height = 0
  private(set) var frames = 0
  /// Whether the trailer was reached, so that nothing is missing.
  private(set) var isWhole = false

  private let bytes: UnsafeRawBufferPointer
  private var place = 13

  /// - Parameters:
  ///   - bytes: A whole file, for as long as the call lasts.
  ///   - frameLimit: Once so many frames are passed, the rest is not read.
  init(of bytes: UnsafeRawBufferPointer, frameLimit: Int = .max) {
    self.bytes = bytes
    width = word(at: 6)
    height = word(at: 8)
    skipPalette(flags: byte(at: 10))
    while !isWhole, place < bytes.count, frames <= frameLimit { readBlock() }
  }

  private mutating func readBlock() {
    switch byte(at: place) {
    case 0x2C: readFrame()
    case 0x21:
      place += 2
      skipSubBlocks()
    case 0x3B: isWhole = true
    // Decoders pass over bytes between blocks that are none.
    default: place += 1
    }
  }

  private mutating func readFrame() {
    frames += 1
    width = max(width, word(at: place + 1) + word(at: place + 5))
    height = max(height, word(at: place + 3) + word(at: place + 7))
    let flags = byte(at: place + 9)
    place += 10
    skipPalette(flags: flags)
    place += 1
    skipSubBlocks()
  }

  private mutating func skipPalette(flags: Int) {
    if flags & 0x80 != 0 { place += 3 * (2 << (flags & 7)) }
  }

  private mutating func skipSubBlocks() {
    while byte(at: place) != 0 { place += 1 + byte(at: place) }
    place += 1
  }

  /// 0 behind the end.
  private func byte(at place: Int) -> Int { place < bytes.count ? Int(bytes[place]) : 0 }

  private func word(at place: Int) -> Int { byte(at: place) | byte(at: place + 1) << 8 }
}
