import Errands
import ErrandsImages
import ErrandsLoading

/// What is done to a cover before it is shown.
public struct CoverTreatment: Sendable, Hashable {
  /// Covers are scaled to this size, and cut where their shape is another. Default ``CoverSize/row``.
  public var size: CoverSize
  /// Default ``CoverFilter/none``.
  public var filter: CoverFilter

  public init(size: CoverSize = .row, filter: CoverFilter = .none) {
    self.size = size
    self.filter = filter
  }

  /// Computed on the threads of `ErrandsImages`, and given up where the run is cancelled.
  public func develop(_ download: FetchedData) -> Errand<Picture> {
    Errand("filtering \(download.head.url.redacted)") {
      do {
        let scaled = try await Picture(decoding: download.body, width: size.width, height: size.height)
        guard let filter = filter.imageFilter else { return scaled }
        return try await scaled.filtered(by: filter)
      } catch let error as ImageError {
        throw CoverError.unreadable(download.head.url, reason: "\(error)")
      }
    }
  }
}
