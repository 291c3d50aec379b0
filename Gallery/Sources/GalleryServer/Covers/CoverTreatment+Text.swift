import GalleryJobs

/// A treatment in the words of an address: `480x320-sepia`.
extension CoverTreatment {
  init?(_ text: String) {
    guard let match = text.wholeMatch(of: /(?<width>[0-9]{1,5})x(?<height>[0-9]{1,5})-(?<filter>[a-z]+)/),
      let width = Int(match.width), let height = Int(match.height),
      let filter = CoverFilter(rawValue: String(match.filter))
    else { return nil }
    self.init(size: CoverSize(width: width, height: height), filter: filter)
  }

  var text: String { "\(size.width)x\(size.height)-\(filter.rawValue)" }
}
