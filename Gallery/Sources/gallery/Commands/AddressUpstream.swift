import ErrandsLoading
import Foundation
import GalleryUpstream

/// Where addresses that begin with a slash lead to: the embedded upstream, which is started if there is one.
struct AddressUpstream {
  private let embedded: EmbeddedUpstream?

  static func start(_ choice: UpstreamChoice, for addresses: [String]) async throws -> AddressUpstream {
    let isNeeded = choice == .embedded && addresses.contains { $0.hasPrefix("/") && !$0.hasPrefix("//") }
    return AddressUpstream(embedded: isNeeded ? try await EmbeddedUpstream.startOwn() : nil)
  }

  var base: URL? { embedded?.url }

  /// The addresses of this program's own server.
  var addresses: [AddressGuard.Exception] { embedded?.addresses ?? [] }

  func stop() async { await embedded?.stop() }
}
