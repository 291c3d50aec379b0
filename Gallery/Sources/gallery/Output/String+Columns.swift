extension String {
  /// How many columns of a terminal it takes: letters of East Asian scripts and emoji take two.
  var columns: Int { reduce(0) { $0 + $1.columns } }

  /// As much of it as there is room for.
  func prefix(columns limit: Int) -> Substring {
    var room = limit
    return prefix { character in
      room -= character.columns
      return room >= 0
    }
  }
}

extension Character {
  /// What terminals agree on of Unicode's East Asian Width (UAX 11): the wide blocks, roughly, and emoji.
  fileprivate var columns: Int {
    guard let first = unicodeScalars.first else { return 0 }
    if first.properties.isEmojiPresentation || unicodeScalars.contains("\u{FE0F}") { return 2 }
    return Self.wide.contains { $0.contains(first.value) } ? 2 : 1
  }

  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF,
    0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD,
  ]
}
