import Errands
import ErrandsImages
import ErrandsLoading
import Foundation

/// The two steps on the way to a cover: what is downloaded, and what is made of it.
public struct CoverSource: Sendable {
  /// Covers are scaled to this size, and cut where their shape is another. Default ``CoverSize/row``.
  public var size = CoverSize.row
  /// Default ``CoverFilter/none``.
  public var filter = CoverFilter.none
  private let transport: any Transport
  private let configuration: Fetcher.Configuration

  /// - Parameters:
  ///   - transport: What covers are loaded over.
  ///   - configuration: With which limits.
  public init(transport: any Transport, configuration: Fetcher.Configuration) {
    self.transport = transport
    self.configuration = configuration
  }

  /// The whole way.
  public func cover(at url: URL) -> Errand<Picture> { download(url).flatMap(develop) }

  /// The first step: the bytes of a cover, as they come from its server. Reports how many have come.
  public func download(_ url: URL) -> Errand<FetchedData> { download(url, countedBy: nil) }

  func download(_ url: URL, countedBy meter: ByteMeter?) -> Errand<FetchedData> {
    let transport = meter?.transport(over: transport) ?? transport
    return Fetcher(transport: transport, configuration: configuration)
      .data(for: FetchRequest(url, fields: ["Accept": "image/webp,image/jpeg,image/png"]))
  }

  /// The second: scaled to the size, and filtered. Computed on the threads of `ErrandsImages`, and given up where the
  /// run is cancelled.
  public func develop(_ download: FetchedData) -> Errand<Picture> {
    Errand("filtering \(download.head.url)") {
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
