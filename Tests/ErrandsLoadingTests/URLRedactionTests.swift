import Foundation
import Testing

@testable import ErrandsLoading

@Suite("An address as it may be shown")
struct URLRedactionTests {
  @Test(
    "has no user, password, fragment or value",
    arguments: [
      ("https://host/a/b", "https://host/a/b"), ("https://user:word@host/a", "https://host/a"),
      ("https://one@two@host/", "https://host/"),
      ("https://host/?key=word&page=2", "https://host/?key=…&page=…"),
      ("https://host/?word", "https://host/?…"), ("https://host/?", "https://host/?"),
      ("https://host/#word", "https://host/"), ("https://host/a@b", "https://host/a@b"), ("word", "word"),
    ]
  )
  func parts(_ text: String, _ shown: String) {
    #expect(URL.redacting(text) == shown)
    #expect(URL.redacting(shown) == shown)
  }

  /// An accent is one character with what is before it, which then was no `@`, no `?` and no `=`: the password was shown.
  @Test(
    "hides them before an accent, too",
    arguments: [
      "https://user:word@\u{301}host/", "https://\u{301}user:word@host/", "https://host/?\u{301}key=word",
      "https://host/?key=\u{338}word", "https://host/?key=word&\u{301}=word", "https://host/#\u{301}word",
    ]
  )
  func accents(_ text: String) {
    #expect(!URL.redacting(text).contains("word"))
  }

  @Test("is in the sentence about an address that is none")
  func sentence() {
    #expect { try URL(fetching: "http://user:word@\u{301}host:0/") } throws: { !"\($0)".contains("word") }
  }
}
