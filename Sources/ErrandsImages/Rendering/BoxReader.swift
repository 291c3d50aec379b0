/// The boxes of a file after the ISO base media file format (ISO/IEC 14496-12, section 4.2): a length, a name of four
/// letters, and a content, which may be boxes again.
struct BoxReader {
  struct Box {
    let name: String
    /// Without length and name.
    let content: Range<Int>
  }

  /// More boxes one behind the other are not looked at.
  static let limit = 10_000

  let bytes: UnsafeRawBufferPointer
  /// What is looked at.
  private let range: Range<Int>

  init(_ bytes: UnsafeRawBufferPointer) { self.init(bytes, in: 0..<bytes.count) }

  init(_ bytes: UnsafeRawBufferPointer, in range: Range<Int>) {
    self.bytes = bytes
    self.range = range.clamped(to: 0..<bytes.count)
  }

  /// Whether no box says that it reaches behind the end, and there is one that has pixels: a file can break off
  /// between two boxes.
  var isWhole: Bool {
    var hasPixels = false
    var place = range.lowerBound
    while let (box, end) = box(at: place) {
      guard end <= range.upperBound else { return false }
      hasPixels = hasPixels || ["mdat", "jxlc", "jxlp"].contains(box.name) || hasInnerPixels(box)
      place = end
    }
    // What is left is no box: programs add bytes there.
    return hasPixels
  }

  /// Small images lie within the box that describes them.
  private func hasInnerPixels(_ box: Box) -> Bool {
    // Behind the version and flags of a full box.
    box.name == "meta" && BoxReader(bytes, in: box.content.dropFirst(4)).boxes.contains { $0.name == "idat" }
  }

  /// The boxes one behind the other. Those that are not all there end where the bytes do.
  var boxes: [Box] {
    var boxes: [Box] = []
    var place = range.lowerBound
    while let (box, end) = box(at: place), boxes.count < Self.limit {
      boxes.append(box)
      place = end
    }
    return boxes
  }

  /// The box at a place, and where it ends; nil where none can be.
  private func box(at place: Int) -> (Box, end: Int)? {
    // The box before may say that it ends where no number reaches.
    guard place <= range.upperBound - 8 else { return nil }
    var (length, header) = (number(at: place, bytes: 4), 8)
    if length == 1, place + 16 <= range.upperBound {
      (length, header) = (number(at: place + 8, bytes: 8), 16)
    }
    // To the end of the file.
    if length == 0 { length = range.upperBound - place }
    guard length >= header, length <= Int.max - place else { return nil }
    let name = String(decoding: bytes[place + 4..<place + 8], as: UTF8.self)
    let end = place + length
    let content = min(place + header, range.upperBound)..<min(end, range.upperBound)
    return (Box(name: name, content: content), end)
  }

  /// Big-endian, as all numbers of the format; what is behind the end counts as 0.
  func number(at place: Int, bytes count: Int) -> Int {
    let value = (place..<place + count).reduce(UInt64(0)) { value, index in
      value << 8 | UInt64(bytes.indices.contains(index) ? bytes[index] : 0)
    }
    return Int(clamping: value)
  }
}
