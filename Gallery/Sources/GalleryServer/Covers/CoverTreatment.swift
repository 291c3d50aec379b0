import GalleryJobs

/// What is done to a cover before it is served, in the words of its address: `480x320-sepia`.
struct CoverTreatment: Sendable, Hashable {
  let size: CoverSize
  let filter: CoverFilter

  init(size: CoverSize, filter: CoverFilter) {
    self.size = size
    self.filter = filter
  }

  init?(_ text: String) {
    guard let match = text.wholeMatch(of: /(?<width>[0-9]{1,5})x(?<height>[0-9]{1,5})-(?<filter>[a-z]+)/),
      let width = Int(match.width), let height = Int(match.height),
      let filter = CoverFilter(rawValue: String(match.filter))
    else { return nil }
    self.init(size: CoverSize(width: width, height: height), filter: filter)
  }

  var text: String { "\(size.width)x\(size.height)-\(filter.rawValue)" }
}
