import Errands
import ErrandsImages
import ErrandsLoading
import Foundation

/// The two steps on the way to a cover: what is downloaded, and what is made of it.
public struct CoverSource: Sendable {
  /// What is made of it. Default ``CoverTreatment/init(size:filter:)``.
  public var treatment = CoverTreatment()
  private let fetcher: Fetcher

  /// - Parameters:
  ///   - transport: What covers are loaded over.
  ///   - configuration: With which limits.
  public init(transport: any Transport, configuration: Fetcher.Configuration) {
    fetcher = Fetcher(transport: ByteMeter.transport(over: transport), configuration: configuration)
  }

  /// The whole way.
  public func cover(at url: URL) -> Errand<Picture> { download(url).flatMap(treatment.develop) }

  /// The first step: the bytes of a cover, as they come from its server. Reports how many have come. Rows that show the
  /// same cover share one download.
  public func download(_ url: URL) -> Errand<FetchedData> { fetcher.data(for: .picture(url)) }

  /// The same, with the bytes counted, whatever becomes of them. Those of a download that is shared count for who began
  /// it.
  func download(_ url: URL, countedBy meter: ByteMeter) -> Errand<FetchedData> {
    Errand("cover \(url.redacted)") { progress in
      try await ByteMeter.$current.withValue(meter) { try await download(url).value(reporting: progress) }
    }
  }

  /// The second: scaled to the size, and filtered.
  public func develop(_ download: FetchedData) -> Errand<Picture> { treatment.develop(download) }
}
