import Errands
import ErrandsImageLoading
import ErrandsImages
import ErrandsLoading
import Foundation

/// The two steps on the way to a cover: what is downloaded, and what is made of it. Rows that show the same cover share
/// both.
public struct CoverSource: Sendable {
  /// What is made of it. Default ``CoverTreatment/init(size:filter:)``.
  public var treatment = CoverTreatment()
  private let images: ImageLoader

  /// - Parameters:
  ///   - transport: What covers are loaded over.
  ///   - configuration: With which limits.
  public init(transport: any Transport, configuration: Fetcher.Configuration) {
    images = ImageLoader(
      fetcher: Fetcher(transport: ByteMeter.transport(over: transport), configuration: configuration)
    )
  }

  /// The first step: the bytes of a cover, as they come from its server. Reports how many have come.
  public func download(_ url: URL) -> Errand<FetchedData> { images.original(for: request(for: url)) }

  /// The same, with the bytes counted, whatever becomes of them. Those of a download that is shared count for who began
  /// it.
  func download(_ url: URL, countedBy meter: ByteMeter) -> Errand<FetchedData> {
    Errand("cover \(url.redacted)") { progress in
      try await ByteMeter.$current.withValue(meter) { try await download(url).value(reporting: progress) }
    }
  }

  /// The second: scaled to the size, and filtered. Fails with ``CoverError`` for what is no image.
  public func develop(_ download: FetchedData) -> Errand<Picture> {
    let url = download.head.url
    return images.picture(of: download, for: request(for: url)).mapError { error in
      (error as? ImageError).map { CoverError.unreadable(url, reason: "\($0)") } ?? error
    }
  }

  private func request(for url: URL) -> ImageRequest {
    ImageRequest(.picture(url), by: treatment.recipe)
  }
}
