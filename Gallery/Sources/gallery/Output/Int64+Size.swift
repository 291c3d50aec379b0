import Foundation

extension Int64 {
  /// A number of bytes as people read it: `0 bytes`, `1 byte`, `2.5 kB`.
  var size: String { formatted(.byteCount(style: .file, spellsOutZero: false)) }
}
