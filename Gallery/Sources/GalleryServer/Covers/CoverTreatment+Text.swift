import GalleryJobs

/// A treatment in the words of an address: `480x320-sepia`.
extension CoverTreatment {
  init?(_ text: String) {
    let parts = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let size = CoverSize(parts[0]),
      let filter = CoverFilter(rawValue: String(parts[1]))
    else { return nil }
    self.init(size: size, filter: filter)
  }

  var text: String { "\(size.width)x\(size.height)-\(filter.rawValue)" }
}
