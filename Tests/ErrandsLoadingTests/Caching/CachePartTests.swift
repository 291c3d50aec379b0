import Foundation
import Testing

@testable import ErrandsLoading

@Suite("A part of what caches keep")
struct CachePartTests {
  private func request(_ text: String, key: String? = nil) throws -> FetchRequest {
    var request = FetchRequest(try #require(URL(string: text)))
    request.key = key
    return request
  }

  private func holds(_ part: CachePart, _ request: FetchRequest) -> Bool {
    let isShared = part.contains(sharedKey: SharedKey.of(request))
    let isOwn = part.group.contains(CacheAddress(request.url), key: request.cacheKey)
    #expect(isShared == isOwn, "the same everywhere")
    return isShared
  }

  @Test(
    "has the answers of a host, however that is written",
    arguments: [
      ("images.example", "http://images.example/a"), ("IMAGES.example", "https://images.example:8080/a?b"),
      ("m\u{fc}nchen.example", "http://m\u{fc}nchen.example/a"),
      ("xn--mnchen-3ya.example", "http://m\u{fc}nchen.example/"),
      ("::1", "http://[::1]:8080/a"), ("[::1]", "http://[::1]/a"), ("FE80::1", "http://[fe80::1]/"),
      ("a_b.example", "http://a_b.example/"), ("127.0.0.1", "http://127.0.0.1:80/"),
    ]
  )
  func host(_ host: String, _ address: String) throws {
    #expect(holds(.host(host), try request(address)))
  }

  @Test(
    "has nothing of another host",
    arguments: ["images.examples", "ages.example", "example", "images.example.org", ""]
  )
  func otherHost(_ host: String) throws {
    #expect(!holds(.host(host), try request("http://images.example/a")))
  }

  @Test("has all answers of an address, also under keys of the caller's, and none of another")
  func address() throws {
    let url = try #require(URL(string: "http://images.example/a?b"))
    #expect(holds(.address(url), try request("http://images.example/a?b")))
    #expect(holds(.address(url), try request("http://images.example/a?b#c", key: "k")))
    #expect(!holds(.address(url), try request("http://images.example/a")))
    #expect(!holds(.address(url), try request("http://images.example/a?B")))
  }

  @Test("has the answers under a key, at whatever address; or all")
  func key() throws {
    #expect(holds(.key("k"), try request("http://images.example/a", key: "k")))
    #expect(holds(.key("k"), try request("http://other.example/b", key: "k")))
    #expect(!holds(.key("k"), try request("http://images.example/a", key: "l")))
    #expect(!holds(.key("k"), try request("http://images.example/k")))
    #expect(holds(.all, try request("http://images.example/k")))
  }
}
