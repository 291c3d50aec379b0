import Foundation
import Testing

@testable import GalleryServer

@Suite("The names of a server")
struct ServedHostsTests {
  @Test(
    "An authority is a host and perhaps a port",
    arguments: [
      ("a.example", "a.example", nil), ("A.Example.:80", "a.example", 80), ("[::1]:8080", "::1", 8080),
      ("127.0.0.1:", "127.0.0.1", nil),
    ] as [(String, String, Int?)]
  )
  func authority(_ text: String, _ host: String, _ port: Int?) throws {
    let authority = try #require(Authority(text))
    #expect(authority.host == host && authority.port == port)
  }

  @Test(
    "What has more in it is none",
    arguments: ["", ":80", "a@b", "a/b", "a b", "a:b", "a:123456", "[::1", "::1", "a?b", "a#b", "http://a"]
  )
  func noAuthority(_ text: String) {
    #expect(Authority(text) == nil)
  }

  @Test(
    "A dot at the end of a public name is no part of it",
    arguments: ["https://a.example.", "https://A.example"]
  )
  func publicName(_ address: String) throws {
    let hosts = ServedHosts(listened: "127.0.0.1", publicURL: URL(string: address))
    for name in ["a.example", "A.EXAMPLE."] {
      let authority = try #require(Authority(name))
      #expect(hosts.serves(authority) && hosts.shows(origin: "https://a.example", to: authority))
    }
  }

  @Test(
    "It is asked for by the name or address that it listens on",
    arguments: [
      ("127.0.0.1", "127.0.0.1", true), ("127.0.0.1", "[::1]", false), ("::1", "[::1]", true),
      ("[::1]", "[0:0::1]:8080", true), ("localhost", "127.0.0.1", true), ("localhost", "[::1]", true),
      ("localhost", "10.0.0.1", false), ("0.0.0.0", "10.0.0.1", true), ("::", "10.0.0.1", true),
      ("::", "name", false), ("Music.Local", "music.local:80", true), ("music.local", "10.0.0.1", true),
      ("music.local", "other.local", false), ("10.0.0.1", "localhost", true), ("10.0.0.1", "10.0.0.2", false),
    ]
  )
  func names(_ listened: String, _ host: String, _ isServed: Bool) throws {
    let hosts = ServedHosts(listened: listened, publicURL: nil)
    #expect(hosts.serves(try #require(Authority(host))) == isServed)
  }

  @Test("An origin is the server's own where scheme, host and port are")
  func origins() throws {
    let hosts = ServedHosts(listened: "0.0.0.0", publicURL: URL(string: "https://music.example:8443/gallery"))
    let asked = try #require(Authority("10.0.0.1:8080"))
    let own = ["http://10.0.0.1:8080", "https://music.example:8443", "HTTPS://Music.Example:8443"]
    let other = [
      "http://10.0.0.1", "http://10.0.0.1:8081", "https://music.example", "http://music.example:80", "null",
      "",
      "https://music.example.evil:8443", "http://", "https://10.0.0.1:8080", "ftp://10.0.0.1:8080",
      "http://music.example:8443", "chrome-extension://music.example:8443",
    ]
    #expect(own.allSatisfy { hosts.shows(origin: $0, to: asked) })
    #expect(!other.contains { hosts.shows(origin: $0, to: asked) })
    // What was sent to the public address has come from its pages, which no other scheme leads to.
    let proxied = try #require(Authority("music.example:8443"))
    #expect(!hosts.shows(origin: "http://music.example:8443", to: proxied))
    #expect(
      hosts.shows(origin: "http://music.example:8081", to: try #require(Authority("music.example:8081")))
    )
    let standard = try #require(Authority("music.local"))
    #expect(hosts.shows(origin: "http://music.local", to: standard))
    #expect(hosts.shows(origin: "http://music.local:80", to: standard))
    #expect(!hosts.shows(origin: "https://music.local", to: standard))
    let six = ServedHosts(listened: "::1", publicURL: URL(string: "https://[2001:db8::1]/"))
    let asking = try #require(Authority("[::1]:8080"))
    #expect(six.shows(origin: "http://[::1]:8080", to: asking))
    #expect(six.shows(origin: "https://[2001:db8::1]", to: asking))
    #expect(six.shows(origin: "https://[2001:db8::1]:443", to: asking))
    #expect(!six.shows(origin: "http://[2001:db8::1]", to: asking))
  }
}
