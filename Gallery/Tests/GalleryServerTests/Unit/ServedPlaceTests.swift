import Foundation
import Testing

@testable import GalleryServer

@Suite("Where the server lies on its host")
struct ServedPlaceTests {
  private func place(_ text: String) throws -> ServedPlace {
    let url: URL = try #require(URL(string: text))
    return try ServedPlace(url)
  }

  @Test(
    "The path of the public URL stands before every address",
    arguments: [
      ("https://example.org", ""), ("https://example.org/", ""),
      ("http://example.org:8080/gallery", "/gallery"),
      ("https://example.org/gallery/", "/gallery"), ("https://example.org/a/b%20c/", "/a/b%20c"),
      ("https://example.org/imagery", "/imagery"), ("https://example.org/a/api", "/a/api"),
    ]
  )
  func prefix(_ url: String, _ prefix: String) throws {
    let place = try place(url)
    #expect(place.prefix == prefix)
    #expect(place.address("/image/x") == prefix + "/image/x")
    #expect(place.isSecure == url.hasPrefix("https"))
  }

  @Test("Without a public URL it lies at the root")
  func root() throws {
    #expect(try ServedPlace(nil) == .root)
    #expect(ServedPlace.root.local("/gallery/x") == "/gallery/x")
  }

  @Test(
    "One with more in it, or with a path that leads elsewhere, is refused",
    arguments: [
      "https://example.org//gallery", "https://example.org/gallery//", "https://example.org/a/../b",
      "https://example.org/./a", "https://example.org/gallery?x=1", "https://example.org/gallery#x",
      "https://user@example.org/gallery", "https://example.org/a;b",
    ]
  )
  func odd(_ text: String) throws {
    let error = #expect(throws: ServedPlace.Unusable.self) { try place(text) }
    #expect(error.map { "\($0)" }?.contains("plain path") == true)
  }

  @Test("So is one that could not be told from an address of Gallery’s own", arguments: ServedPlace.own)
  func taken(_ segment: String) throws {
    let error = #expect(throws: ServedPlace.Unusable.self) { try place("https://example.org/\(segment)/x") }
    #expect(error.map { "\($0)" }?.contains("/\(segment), which is an address of Gallery’s own") == true)
  }

  @Test(
    "A target has its prefix taken away, once, and only where it is whole",
    arguments: [
      ("/gallery/", "/"), ("/gallery/api/music?limit=1", "/api/music?limit=1"), ("/api/music", "/api/music"),
      ("/gallery", "/gallery"), ("/gallery?x", "/gallery?x"), ("/galleryx/api", "/galleryx/api"),
      ("/gallery/gallery/api", "/gallery/api"), ("/Gallery/api", "/Gallery/api"),
      ("/%67allery/api", "/%67allery/api"),
      ("//gallery/api", "//gallery/api"), ("/gallery//api", "//api"), ("/gallery/../api", "/../api"),
      ("*", "*"), ("", ""),
    ]
  )
  func local(_ target: String, _ local: String) throws {
    #expect(try place("https://example.org/gallery").local(target) == local)
  }

  @Test("All that the page and the routes begin with is known as Gallery’s own")
  func own() throws {
    let page = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../Public")
    let names = try FileManager.default.contentsOfDirectory(atPath: page.path)
    #expect(names.count > 4)
    #expect(Set(names.filter { !$0.hasPrefix(".") }).subtracting(ServedPlace.own).isEmpty)
  }
}
