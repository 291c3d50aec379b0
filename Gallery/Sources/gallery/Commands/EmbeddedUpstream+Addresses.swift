import ErrandsLoading
import GalleryUpstream

extension EmbeddedUpstream {
  /// Where this program's own server may be reached, although it is on this machine.
  var addresses: [AddressGuard.Exception] {
    guard let loopback = IPAddress(bytes: [127, 0, 0, 1]) else { return [] }
    return [AddressGuard.Exception(address: loopback, port: port)]
  }
}
