import ErrandsLoading
import Foundation
import Testing

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

@Suite("Addresses that are public, and those that are not")
struct IPAddressTests {
  private func address(_ text: String) throws -> IPAddress {
    var bytes = [UInt8](repeating: 0, count: text.contains(":") ? 16 : 4)
    let family = text.contains(":") ? AF_INET6 : AF_INET
    try #require(inet_pton(family, text, &bytes) == 1)
    return try #require(IPAddress(bytes: bytes))
  }

  @Test(
    "Public",
    arguments: [
      "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255",
      "128.0.0.1", "169.253.255.255", "172.15.255.255", "172.32.0.0", "192.167.255.255", "192.169.0.0",
      "198.17.255.255", "198.20.0.0", "223.255.255.255",
      "2001:4860:4860::8888", "2606:4700::1111", "2a00::1",
      "::ffff:8.8.8.8", "64:ff9b::808:808", "2002:808:808::1",
    ]
  )
  func isPublic(_ text: String) throws {
    #expect(try address(text).isPublic)
  }

  @Test(
    "Not public",
    arguments: [
      "0.0.0.0", "0.1.2.3", "10.0.0.1", "10.255.255.255", "100.64.0.1", "100.127.255.255", "127.0.0.1",
      "127.255.255.254", "169.254.0.1", "169.254.169.254", "172.16.0.1", "172.31.255.255", "192.0.0.1",
      "192.0.2.1", "192.168.0.1", "192.168.255.255", "198.18.0.1", "198.19.255.255", "198.51.100.1",
      "203.0.113.1", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255",
      "::", "::1", "fc00::1", "fd12:3456::1", "fe80::1", "febf::1", "fec0::1", "ff02::1", "100::1",
      "2001:db8::1", "3fff::1", "4000::1",
      // IPv4 inside of IPv6: mapped, compatible, NAT64 (well-known and local), 6to4, Teredo, ISATAP's prefix.
      "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::127.0.0.1", "::7f00:1", "64:ff9b::7f00:1", "64:ff9b::a00:1",
      "64:ff9b:1::1", "2002:7f00:1::1", "2002:c0a8:1::1", "2001::1", "2001:0:4136:e378:8000:63bf:3fff:fdd2",
      "fe80::5efe:7f00:1", "::ffff:0:7f00:1",
    ]
  )
  func isNotPublic(_ text: String) throws {
    #expect(try !address(text).isPublic)
  }

  @Test("Only 4 or 16 bytes are an address", arguments: [0, 3, 5, 15, 17])
  func wrongLength(_ count: Int) {
    #expect(IPAddress(bytes: [UInt8](repeating: 1, count: count)) == nil)
  }

  @Test(
    "An address reads as it is written",
    arguments: [
      ("127.0.0.1", "127.0.0.1"), ("::1", "::1"), ("fe80::1", "fe80:0:0:0:0:0:0:1"),
    ]
  )
  func description(_ text: String, _ written: String) throws {
    #expect(try address(text).description == written)
  }

  @Test("A guard permits what is public, and its exceptions to the port")
  func exceptions() throws {
    let loopback = try address("127.0.0.1")
    #expect(try AddressGuard().permits(address("8.8.8.8"), port: 80))
    #expect(!AddressGuard().permits(loopback, port: 80))
    #expect(AddressGuard(allowsPrivate: true).permits(loopback, port: 80))
    let guarded = AddressGuard(exceptions: [.init(address: loopback, port: 80)])
    #expect(guarded.permits(loopback, port: 80))
    #expect(!guarded.permits(loopback, port: 81))
    #expect(try !guarded.permits(address("127.0.0.2"), port: 80))
  }
}
