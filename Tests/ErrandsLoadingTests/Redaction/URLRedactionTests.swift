import Foundation
import Testing

@testable import ErrandsLoading

@Suite("Addresses without their secrets")
struct URLRedactionTests {
  @Test(
    "User, password, fragment and the values of the query are left out, and nothing else",
    arguments: [
      ("https://host/a/b", "https://host/a/b"),
      ("https://user:secret@host/a", "https://host/a"),
      ("https://secret@host:8443/a", "https://host:8443/a"),
      ("https://user:secret@[::1]:80/a", "https://[::1]:80/a"),
      ("https://[2001:db8::1]/a?b=secret", "https://[2001:db8::1]/a?b=…"),
      ("https://host/a?b=secret&c=secret", "https://host/a?b=…&c=…"),
      ("https://host/a?b=secret#secret", "https://host/a?b=…"),
      ("https://host/a#secret", "https://host/a"),
      ("https://host/a#secret?b=c", "https://host/a"),
      ("https://host/@a/b@c", "https://host/@a/b@c"),
      ("https://host//a@b/c", "https://host//a@b/c"),
      ("https://host?a=secret@b/c", "https://host?a=…"),
      ("https://host/a?b@c=secret", "https://host/a?b@c=…"),
      ("https://u%40x:secret%2F@host/", "https://host/"),
      ("HTTPS://user:secret@HOST/A", "HTTPS://HOST/A"),
      ("https://host/a?", "https://host/a?"),
      ("https://host/a?&b=secret&", "https://host/a?&b=…&"),
      ("https://host/a?b=c?d=secret", "https://host/a?b=…"),
      ("//user:secret@host/a", "//host/a"),
    ]
  )
  func parts(_ text: String, _ redacted: String) throws {
    #expect(try #require(URL(string: text)).redacted == redacted)
    #expect(URL.redacting(text) == redacted)
  }

  @Test(
    "A query without a name is a value, also where it ends with equals signs, as Base64 does",
    arguments: [
      ("https://host/?secret", "https://host/?…"), ("https://host/?c2VjcmV0==", "https://host/?…"),
      ("https://host/?c2VjcmV0=", "https://host/?…"),
      ("https://host/?a=secret&secret", "https://host/?a=…&…"),
      ("https://host/?token%3Dsecret", "https://host/?…"), ("https://host/?=secret", "https://host/?=…"),
    ]
  )
  func nameless(_ text: String, _ redacted: String) throws {
    #expect(try #require(URL(string: text)).redacted == redacted)
  }

  /// The sign for a value is in no address, so that a path with an `@` lost what is before it, the host too.
  @Test(
    "What has been redacted stays as it is",
    arguments: [
      "//host/a://user:word@?secret", "https://host/@a?secret", "https://host//a@b/c?d=secret&secret",
      "https://user:secret@host/a@b?c", "user:sec?ret@host/a?b", "https://host/a?b=secret@c",
    ]
  )
  func again(_ text: String) {
    let redacted = URL.redacting(text)
    #expect(URL.redacting(redacted) == redacted)
    #expect(!redacted.contains("secret"))
  }

  /// What a person mistyped is repeated in the sentence that says so, with whatever password was in it.
  @Test(
    "A text that is no address has no secrets either",
    arguments: [
      ("user:secret@host/a", "host/a"), ("user:secret@host//a", "host//a"), ("secret@host", "host"),
      ("https:user:secret@host/a", "https:host/a"), ("https:/user:secret@host/a", "https:/host/a"),
      ("https:///user:secret@host/a", "https:///host/a"),
      ("https:\\\\user:secret@host\\a", "https:\\\\host\\a"),
      ("https://user:sec/ret@host/a", "https://host/a"), ("https://user:sec#ret@host/a", "https://host/a"),
      ("https://user:sec?ret@host:x/a", "https://host:x/a"),
      ("https://user:se cret@host/a", "https://host/a"),
      ("https://[::1/?a=secret", "https://[::1/?a=…"), ("host?a=secret", "host?a=…"), ("", ""), ("@", ""),
      ("//", "//"), (":", ":"), ("http://", "http://"), ("a b#secret", "a b"),
    ]
  )
  func noAddress(_ text: String, _ redacted: String) {
    #expect(URL.redacting(text) == redacted)
    #expect(!FetchError(nil, .invalidURL(text, reason: "")).description.contains("secret"))
  }

  /// The user of such a text stands where a scheme would, and was told as one.
  @Test(
    "The reason why it is none does not tell them, too",
    arguments: ["secret:secret@host/", "secret:x-oauth-basic@host/a", "user:secret@host", "secret@host/a"]
  )
  func reasons(_ text: String) {
    let error = #expect(throws: FetchError.self) { try URL(fetching: text) }
    #expect(error?.description.contains("secret") == false)
    #expect(error?.reason.contains("secret") == false)
  }

  /// An accent is one character with what is before it, which then was no `@`, no `?` and no `=`: the password was shown.
  @Test(
    "An accent behind a separator hides it no longer",
    arguments: [
      "https://user:word@\u{301}host/", "https://\u{301}user:word@host/", "https://host/?\u{301}key=word",
      "https://host/?key=\u{338}word", "https://host/?key=word&\u{301}=word", "https://host/#\u{301}word",
    ]
  )
  func accents(_ text: String) {
    #expect(!URL.redacting(text).contains("word"))
  }

  @Test("Nor does it in the sentence about an address that is none")
  func sentence() {
    #expect { try URL(fetching: "http://user:word@\u{301}host:0/") } throws: { !"\($0)".contains("word") }
  }
}
