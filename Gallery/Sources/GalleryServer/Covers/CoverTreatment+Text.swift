import GalleryJobs

/// A treatment in the words of an address: `480x320-sepia`.
extension CoverTreatment {
  init?(_ text: String) {
    let parts = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    let sides = parts[0].split(separator: "x", omittingEmptySubsequences: false).compactMap(Self.side)
    guard parts.count == 2, sides.count == 2, parts[0].utf8.count(where: { $0 == UInt8(ascii: "x") }) == 1,
      let filter = CoverFilter(rawValue: String(parts[1]))
    else { return nil }
    self.init(size: CoverSize(width: sides[0], height: sides[1]), filter: filter)
  }

  /// One to five digits.
  private static func side(_ digits: Substring) -> Int? {
    digits.utf8.count <= 5 && digits.utf8.allSatisfy(\.isDigit) ? Int(digits) : nil
  }

  var text: String { "\(size.width)x\(size.height)-\(filter.rawValue)" }
}
