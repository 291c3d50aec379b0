import ErrandsLoading
import GalleryConnections
import HTTPTypes
import Testing

@testable import GalleryServer

@Suite("Who asks by way of proxies")
struct ForwardedForTests {
  private let proxies = TrustedProxies(["10.0.0.0/8", "fd00::1"].compactMap { IPNetwork($0) })

  private func client(_ list: [String] = [], _ elements: [String] = []) throws -> String? {
    var fields = HTTPTypes.HTTPFields()
    for value in list { fields.append(HTTPField(name: try #require(.init("X-Forwarded-For")), value: value)) }
    for value in elements { fields.append(HTTPField(name: try #require(.init("Forwarded")), value: value)) }
    return fields.client(behind: proxies).map { "\($0)" }
  }

  @Test(
    "It is the last address that is no proxy’s, whatever stands before it",
    arguments: [
      (["203.0.113.1"], "203.0.113.1"), (["198.51.100.1, 203.0.113.1"], "203.0.113.1"),
      (["198.51.100.1, 203.0.113.1,10.1.2.3 , fd00::1"], "203.0.113.1"),
      (["198.51.100.1", "203.0.113.1, 10.9.9.9"], "203.0.113.1"), (["nonsense, 203.0.113.1"], "203.0.113.1"),
      (["203.0.113.1:4711"], "203.0.113.1"), (["[2001:db8::7]:4711"], "2001:db8:0:0:0:0:0:7"),
      (["2001:db8::7"], "2001:db8:0:0:0:0:0:7"), (["::ffff:203.0.113.1"], "203.0.113.1"),
      (["203.0.113.1, nonsense"], nil), (["203.0.113.1, 10.0.0.1:x:y"], nil), (["10.0.0.1, 10.0.0.2"], nil),
      ([""], nil),
      ([], nil), (["unknown"], nil),
    ]
  )
  func list(_ fields: [String], _ expected: String?) throws {
    #expect(try client(fields) == expected)
  }

  @Test(
    "The same of Forwarded, as RFC 7239 writes it",
    arguments: [
      (["for=203.0.113.1;proto=https;by=10.0.0.1"], "203.0.113.1"), (["For=203.0.113.1"], "203.0.113.1"),
      ([#"proto=http; for="[2001:db8::7]:4711""#], "2001:db8:0:0:0:0:0:7"),
      (["for=198.51.100.1, for=203.0.113.1;by=10.0.0.2, for=10.0.0.2"], "203.0.113.1"),
      (["for=198.51.100.1", #"for="203.0.113.1:80""#], "203.0.113.1"),
      // What a client writes in quotes is one thing, whatever is in it.
      ([#"for="_a,for=198.51.100.1", for=203.0.113.1"#], "203.0.113.1"),
      ([#"for="_a\",for=198.51.100.1", for=203.0.113.1"#], "203.0.113.1"),
      (["for=203.0.113.1, by=10.0.0.1"], nil), (["for=unknown"], nil), (["for=_hidden"], nil),
      ([#"for=""#], nil),
    ]
  )
  func elements(_ fields: [String], _ expected: String?) throws {
    #expect(try client([], fields) == expected)
  }

  @Test("Of two fields that differ a client may have written one, and neither is believed")
  func both() throws {
    #expect(try client(["203.0.113.1"], ["for=203.0.113.1"]) == "203.0.113.1")
    #expect(try client(["203.0.113.1"], ["for=198.51.100.1"]) == nil)
    #expect(try client(["203.0.113.1"], ["nonsense"]) == nil)
    #expect(try client(["nonsense"], ["for=203.0.113.1"]) == nil)
  }
}

@Suite("Proxies that are trusted")
struct TrustedProxiesTests {
  @Test(
    "are addresses, and networks of them",
    arguments: [
      ("10.0.0.1", true), ("10.0.0.2", false), ("192.168.7.9", true), ("192.169.0.1", false),
      ("fd00::1", true),
      ("fd01::1", false), ("::ffff:10.0.0.1", true),
    ]
  )
  func contains(_ address: String, _ isTrusted: Bool) throws {
    let networks = ["10.0.0.1", "192.168.0.0/16", "fd00::/16"].compactMap { IPNetwork($0) }
    #expect(networks.count == 3)
    #expect(TrustedProxies(networks).contains(try #require(IPAddress(address))) == isTrusted)
    #expect(!TrustedProxies([]).contains(try #require(IPAddress(address))))
  }
}
