import ErrandsLoading
import Foundation
import GalleryJobs
import GalleryUpstream

/// Where articles come from: a list at an address, or the embedded upstream, which is started for the occasion.
struct CoversUpstream {
  let articles: ArticleFeed
  private let embedded: EmbeddedUpstream?

  /// - Parameter address: That of the list's server; nil is the embedded one.
  static func start(address: URL?) async throws -> CoversUpstream {
    if let address { return CoversUpstream(articles: ArticleFeed(base: address), embedded: nil) }
    let embedded = try await EmbeddedUpstream.startOwn()
    return CoversUpstream(articles: ArticleFeed(base: embedded.url), embedded: embedded)
  }

  /// The addresses of this program's own server.
  var addresses: [AddressGuard.Exception] { embedded?.addresses ?? [] }

  func stop() async { await embedded?.stop() }
}
