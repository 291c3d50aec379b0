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
