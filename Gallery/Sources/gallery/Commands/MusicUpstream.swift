import ErrandsLoading
import Foundation
import GalleryConnections
import GalleryJobs
import GalleryUpstream

/// Where charts come from: the real upstream, or one that is started for the occasion.
struct MusicUpstream {
  let base: String
  private let embedded: EmbeddedUpstream?

  static func start(_ choice: UpstreamChoice) async throws -> MusicUpstream {
    switch choice {
    case .real: return MusicUpstream(base: MusicFeed.appleBase, embedded: nil)
    case .embedded:
      let embedded = try await EmbeddedUpstream.startOwn()
      return MusicUpstream(base: embedded.url.absoluteString, embedded: embedded)
    }
  }

  /// Where photos at addresses that begin with a slash come from: only the embedded upstream has such.
  var photoBase: URL? { embedded?.url }

  /// What the network to the embedded upstream is like; nil for the real one, whose is nobody's to change.
  var network: CurrentNetwork? { embedded?.network }

  /// The addresses of this program's own server.
  var addresses: [AddressGuard.Exception] { embedded?.addresses ?? [] }

  func stop() async { await embedded?.stop() }
}
