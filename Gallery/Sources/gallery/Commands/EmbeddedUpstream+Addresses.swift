import ErrandsLoading
import GalleryJobs
import GalleryUpstream

extension EmbeddedUpstream {
  /// Starts this program's own, whose paths stand for its addresses from then on in all that is said.
  static func startOwn() async throws -> EmbeddedUpstream {
    let embedded = try await start()
    Output.own.withLock { $0 = OwnUpstream(embedded.url) }
    return embedded
  }

  /// Where this program's own server may be reached, although it is on this machine.
  var addresses: [AddressGuard.Exception] {
    guard let loopback = IPAddress(bytes: [127, 0, 0, 1]) else { return [] }
    return [AddressGuard.Exception(address: loopback, port: port)]
  }
}
