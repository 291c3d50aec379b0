import Errands
import Foundation
import Testing

@testable import ErrandsLoading

@Suite("Addresses that can be fetched, and those that cannot")
struct URLFetchingTests {
  @Test(
    "Absolute http and https URLs are taken as they are",
    arguments: [
      "http://host", "https://host/", "http://host:8080/a/b?c=d#e", "HTTPS://HOST/A", "http://127.0.0.1/",
      "http://[::1]:80/", "http://user@host/", "https://host/a%20b", "http://host/?q=%C3%BC",
      "http://user:80@host/", "http://host/:99999999999999999999", "http://host:", "http://host:00080/",
      "http://[fe80::1%25eth0]/", "http://[::ffff:127.0.0.1]/", "http://a_b.c-d/", "http://a%2db/",
    ]
  )
  func good(_ text: String) throws {
    #expect(try URL(fetching: text).absoluteString == text)
  }

  @Test(
    "Anything else is refused with its reason",
    arguments: [
      ("", "it is empty"),
      ("not a url", "it has a space or a control character in it"),
      ("http://host/a b", "it has a space or a control character in it"),
      ("http://host/\r\nX-Evil: 1", "it has a space or a control character in it"),
      ("http://ho\u{0}st/", "it has a space or a control character in it"),
      ("host/path", "it has no scheme; write https:// before it"),
      ("//host/path", "it has no scheme; write https:// before it"),
      ("/path", "it has no scheme; write https:// before it"),
      ("ftp://host/", "only http and https can be fetched, not ftp"),
      ("file:///etc/passwd", "only http and https can be fetched, not file"),
      ("data:text/plain,hello", "only http and https can be fetched, not data"),
      ("javascript:alert(1)", "only http and https can be fetched, not javascript"),
      ("http+unix://socket/path", "only http and https can be fetched, not http+unix"),
      ("http://", "it names no host"), ("https:///path", "it names no host"),
      ("http:path", "it names no host"),
      ("http://:80/", "it names no host"),
      ("http://host:0/", "0 is not a port"), ("http://host:70000/", "70000 is not a port"),
    ]
  )
  func bad(_ text: String, _ reason: String) {
    #expect(throws: FetchError(nil, .invalidURL(text, reason: reason))) { try URL(fetching: text) }
  }

  /// Foundation has no port where its digits are too many to be counted, and the address led to port 80; where the host
  /// had to be encoded, the digits were gone from the text as well.
  @Test(
    "A port that is too large to be counted is none",
    arguments: ["host", "b\u{FC}cher.example", "[::1]", "user:80@host"]
  )
  func endlessPort(_ authority: String) {
    let text = "http://\(authority):99999999999999999999/"
    #expect(throws: FetchError(nil, .invalidURL(text, reason: "99999999999999999999 is not a port"))) {
      try URL(fetching: text)
    }
  }

  /// Who asks for the host gets it decoded: a resolver reads it up to the zero byte, another parser from the `@`, and what
  /// the guard has looked up is not what is connected to.
  @Test(
    "A host that is read as another one is none",
    arguments: [
      "127.0.0.1%00.example", "%2Fetc", "host%40other", "a%20b", "host%3A80", "host%0D%0AX", "a%7Fb", "a%25b",
      "a%5Cb", "a%23b",
      "[name]", "[127.0.0.1]", "[v1.x]", "[v1.a:b]", "[::1%25]", "[fe80::1%25a%2Fb]",
    ]
  )
  func disguisedHost(_ host: String) {
    #expect { try URL(fetching: "http://\(host)/") } throws: { error in
      "\(error)".hasSuffix("” cannot be a host.")
    }
  }

  @Test("A host in another script is fetched under the name that is looked up")
  func internationalHost() throws {
    #expect(try URL(fetching: "http://b\u{FC}cher.example/").host == "xn--bcher-kva.example")
  }

  @Test(
    "What no parser takes is refused, whatever it is taken for",
    arguments: [
      "http://[::1", "http://host:port/", "http://host:-1/", "://host", "http://ho<st>/", "https://%zz/",
    ]
  )
  func broken(_ text: String) {
    #expect(throws: FetchError.self) { try URL(fetching: text) }
  }

  /// A request can be made of any URL. `file:` ended the process inside of Foundation, which has no loader for
  /// it, and a socket's path has no address for the guard to look at.
  @Test("A request for another scheme never gets as far as a transport", arguments: Carrier.allCases)
  func requestOfAnotherScheme(_ carrier: Carrier) async throws {
    let fetcher = Fetcher(transport: carrier.transport())
    for text in ["file:///etc/passwd", "http+unix://%2Ftmp%2Fsocket/", "ftp://127.0.0.1/"] {
      let url = try #require(URL(string: text))
      let error = await fetcher.data(for: FetchRequest(url)).outcome().fetchError
      #expect(error?.kind == "invalidURL")
    }
  }

  /// An address was taken apart and put together again for each request, in more time than all else before it is sent.
  @Test(
    "A plain address is known by its bytes",
    arguments: [
      "http://host", "https://host/", "http://host:8080/a/b?c=d#e", "http://127.0.0.1/", "https://host/a%20b",
      "http://host/:99999999999999999999", "http://host:00080/", "http://a_b.c-d/", "http://host?@",
      "http://host#:0", "https://xn--bcher-kva.example:65535/a@b", "http://HOST/A?", "https://host?a/b?c",
    ]
  )
  func plain(_ text: String) throws {
    let url = try #require(URL(string: text))
    #expect(url.isPlain)
    #expect(try URL(fetching: text) == url)
    // With a user it is read as a whole, and means the same.
    let whole = try #require(URL(string: text.replacing("://", with: "://user@", maxReplacements: 1)))
    #expect(!whole.isPlain)
    #expect(url.origin == whole.origin && CacheAddress(url) == CacheAddress(whole))
  }

  @Test(
    "and none but such: all others are looked at as a whole",
    arguments: [
      "HTTP://host/", "ftp://host/", "file:///etc/passwd", "http:/host", "http:host", "//host/", "http://",
      "https:///path", "http://user@host/", "http://user:80@host/", "http://[::1]:80/", "http://a%2db/",
      "http://host:", "http://host:0/", "http://host:65536/", "http://host:99999999999999999999/",
      "http://127.0.0.1%00.example/", "http://:80/", "http://host%40other/",
    ]
  )
  func notPlain(_ text: String) throws {
    #expect(try !#require(URL(string: text)).isPlain)
  }

  @Test("What is told from another address on is not plain")
  func relative() throws {
    let base = try #require(URL(string: "http://host/a/"))
    let url = try #require(URL(string: "../b", relativeTo: base))
    #expect(!url.isPlain && url.absoluteURL.isPlain)
  }

  @Test("A sentence about an invalid address repeats it")
  func sentence() {
    #expect(
      throws: FetchError(nil, .invalidURL("host", reason: "it has no scheme; write https:// before it"))
    ) {
      try FetchRequest(address: "host")
    }
    let error = FetchError(nil, .invalidURL("host", reason: "it names no host"))
    #expect(error.description == "“host” cannot be fetched: it names no host.")
    #expect(error.localizedDescription == error.description)
  }

  @Test(
    "An origin is scheme, host and port",
    arguments: [
      ("http://host/a", "http://HOST:80/b", true), ("https://host", "https://host:443", true),
      ("http://host", "https://host", false), ("http://host", "http://host:8080", false),
      ("http://host", "http://sub.host", false),
    ]
  )
  func origin(_ one: String, _ other: String, _ isSame: Bool) throws {
    let origins = try (URL(fetching: one).origin, URL(fetching: other).origin)
    #expect((origins.0 == origins.1) == isSame)
  }
}
