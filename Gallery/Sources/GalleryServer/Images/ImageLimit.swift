import GalleryConnections
import Hummingbird

/// How many pictures are fetched or made at once, in all and for one client, whichever route they are asked for at. One
/// that is there already is not counted.
struct ImageLimit: Sendable {
  private let places: InFlightLimit
  private let proxies: TrustedProxies

  init(_ configuration: GalleryServer.Configuration) {
    places = InFlightLimit(configuration.imageLimit, ofOneClient: configuration.imageLimitOfOneClient)
    proxies = configuration.connections.proxies
  }

  /// - Parameters:
  ///   - picture: What is asked for: the same for all whom one answer serves.
  ///   - request: Tells for which client.
  /// - Throws: A problem with status 429 or 503, as ``InFlightLimit/enter(sharing:for:)`` tells.
  func enter(for picture: String, of request: Request) throws -> InFlightLimit.Entry {
    try places.enter(sharing: picture, for: request.client(trusting: proxies))
  }
}
