import ErrandsLoading
import Foundation
import GalleryJobs
import GalleryUpstream

/// Where GIFs come from: Giphy, a server that answers like it, or the embedded upstream, which is started for
/// the occasion.
struct GifsUpstream {
  let giphy: Giphy
  private let embedded: EmbeddedUpstream?

  /// - Parameter address: That of the interface, which counts before the choice.
  static func start(_ choice: UpstreamChoice, address: String?) async throws -> GifsUpstream {
    if let address { return GifsUpstream(giphy: try Giphy(base: address, key: key), embedded: nil) }
    switch choice {
    case .real: return GifsUpstream(giphy: try Giphy(key: key), embedded: nil)
    case .embedded:
      let embedded = try await EmbeddedUpstream.startOwn()
      do {
        // Any key will do there but none.
        let giphy = try Giphy(base: embedded.url.absoluteString, key: key ?? "embedded")
        return GifsUpstream(giphy: giphy, embedded: embedded)
      } catch {
        await embedded.stop()
        throw error
      }
    }
  }

  /// The addresses of this program's own server.
  var addresses: [AddressGuard.Exception] { embedded?.addresses ?? [] }

  func stop() async { await embedded?.stop() }

  /// From the environment and not from the command line, which every user of this machine can read.
  static var key: String? {
    let key = ProcessInfo.processInfo.environment["GIPHY_API_KEY"]?.trimmingCharacters(
      in: .whitespacesAndNewlines
    )
    return key?.isEmpty == true ? nil : key
  }
}
