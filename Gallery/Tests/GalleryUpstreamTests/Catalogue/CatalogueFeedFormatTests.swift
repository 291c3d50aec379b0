import Foundation
import Testing

@testable import GalleryUpstream

@Suite("The catalogue speaks the real formats")
struct CatalogueFeedFormatTests {
  private let catalogue = Catalogue(seed: 3)
  private let updated = Date(timeIntervalSince1970: 1_710_587_780)

  private func text(_ path: String, base: String = "http://127.0.0.1:8099") throws -> String {
    let route = try #require(FeedRoute(path: path))
    let baseURL = try #require(URL(string: base))
    let data = CatalogueFeed.json(route, from: catalogue, baseURL: baseURL, updated: updated)
    return String(decoding: data, as: UTF8.self)
  }

  private struct Answer: Decodable {
    let feed: [String: Value]
  }

  /// JSON in which every scalar has to be a text, as in the real feeds.
  private enum Value: Decodable, Hashable {
    case text(String)
    case list([Value])
    case object([String: Value])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let text = try? container.decode(String.self) {
        self = .text(text)
      } else if let list = try? container.decode([Value].self) {
        self = .list(list)
      } else {
        self = .object(try container.decode([String: Value].self))
      }
    }

    subscript(key: String) -> Value? {
      if case .object(let members) = self { members[key] } else { nil }
    }
  }

  private func feed(_ path: String) throws -> [String: Value] {
    try JSONDecoder().decode(Answer.self, from: Data(text(path).utf8)).feed
  }

  private func results(_ path: String) throws -> [Value] {
    guard case .list(let results) = try feed(path)["results"] else { return [] }
    return results
  }

  private let first = "/api/v1/vn/apple-music/top-songs/all/100/explicit.json"
  private let second = "/api/v2/vn/music/most-played/100/songs.json"

  @Test("The envelope of the first generation")
  func firstEnvelope() throws {
    let feed = try feed(first)
    #expect(feed["title"] == .text("Top Songs"))
    #expect(feed["id"] == .text("http://127.0.0.1:8099" + first))
    #expect(
      feed["author"]
        == .object(["name": .text("iTunes Store"), "uri": .text("http://wwww.apple.com/vn/itunes/")])
    )
    let page = "http://127.0.0.1:8099/WebObjects/MZStore.woa/wa/viewTop?genreId=34&popId=82&app=music"
    #expect(
      feed["links"]
        == .list([
          .object(["self": .text("http://127.0.0.1:8099" + first)]), .object(["alternate": .text(page)]),
        ])
    )
    #expect(feed["country"] == .text("vn"))
    #expect(feed["icon"] == .text("http://itunes.apple.com/favicon.ico"))
    #expect(feed["updated"] == .text("2024-03-16T04:16:20.000-07:00"))
  }

  @Test("The envelope of the second generation")
  func secondEnvelope() throws {
    let feed = try feed(second)
    #expect(feed["author"] == .object(["name": .text("Apple"), "url": .text("https://www.apple.com/")]))
    #expect(feed["links"] == .list([.object(["self": .text("http://127.0.0.1:8099" + second)])]))
    #expect(feed["icon"] == .text("https://www.apple.com/favicon.ico"))
    #expect(feed["updated"] == .text("Sat, 16 Mar 2024 11:16:20 +0000"))
    #expect(feed["copyright"] == .text("Copyright © 2022 The Embedded Upstream. All rights reserved."))
  }

  @Test("The first generation reserves its rights in whatever language")
  func copyright() throws {
    let texts = try ["us", "gb", "vn", "de", "fr", "se", "jp", "br"].map {
      try feed("/api/v1/\($0)/apple-music/top-songs/all/10/explicit.json")["copyright"]
    }
    #expect(texts.contains { $0 != texts[0] })
  }

  @Test("The fields of an entry, in the order of each generation")
  func order() throws {
    let firstKeys = [
      "artistName", "id", "releaseDate", "name", "collectionName", "kind", "copyright", "artistId",
      "contentAdvisoryRating", "artistUrl", "artworkUrl100", "genres", "url",
    ]
    let secondKeys = [
      "artistName", "id", "name", "releaseDate", "kind", "artistId", "artistUrl", "contentAdvisoryRating",
      "artworkUrl100", "genres", "url",
    ]
    for (path, keys) in [(first, firstKeys), (second, secondKeys)] {
      let route = try #require(FeedRoute(path: path))
      let entry = CatalogueFeedEntry(route: route, base: "http://h", updated: updated)
      let item = try #require(
        catalogue.chart(for: route).first {
          $0.isExplicit && $0.copyright != nil && $0.release != .unannounced
        }
      )
      guard case .object(let members) = entry.json(item) else {
        Issue.record("an entry is an object")
        return
      }
      #expect(members.map(\.key) == keys)
    }
  }

  @Test("The names and the spellings that tell the generations apart")
  func differences() throws {
    let firstMarks = Set(try results(first).map { $0["contentAdvisoryRating"] })
    #expect(firstMarks == [.text("Explicit"), nil])
    let secondMarks = Set(try results(second).map { $0["contentAdvisoryRating"] })
    #expect(secondMarks == [.text("Explict"), nil])
    #expect(try results(first).allSatisfy { $0["kind"] == .text("song") })
    #expect(try results(second).allSatisfy { $0["kind"] == .text("songs") })
    #expect(try results(first).contains { $0["copyright"] != nil })
    #expect(try results(second).allSatisfy { $0["copyright"] == nil && $0["collectionName"] == nil })
    let album = try results("/api/v1/us/itunes-music/top-albums/all/10/explicit.json")
    #expect(album.allSatisfy { $0["collectionName"] == nil && $0["kind"] == .text("album") })
  }

  @Test("At most four genres in the second generation, up to eight in the first")
  func genres() throws {
    func counts(_ path: String) throws -> [Int] {
      try results(path).map { if case .list(let genres) = $0["genres"] { genres.count } else { 0 } }
    }
    #expect(try counts(second).allSatisfy { (2...4).contains($0) })
    #expect(try counts(first).contains { $0 > 4 })
    #expect(try counts(first).allSatisfy { (2...8).contains($0) })
  }

  @Test("Links end in the name of the shop in the first generation only, and songs are named by i")
  func links() throws {
    for case .text(let url) in try results(first).compactMap({ $0["url"] }) {
      #expect(
        url.wholeMatch(of: #/http://127\.0\.0\.1:8099/vn/album/([a-z0-9-]+/)?\d+\?i=\d+&app=music/#) != nil
      )
    }
    for case .text(let url) in try results(second).compactMap({ $0["url"] }) {
      #expect(url.wholeMatch(of: #/http://127\.0\.0\.1:8099/vn/album/([a-z0-9-]+/)?\d+\?i=\d+/#) != nil)
    }
    let albums = try results("/api/v1/us/itunes-music/top-albums/all/10/explicit.json")
    for case .text(let url) in albums.compactMap({ $0["url"] }) {
      #expect(url.hasSuffix("?app=itunes"))
    }
  }

  @Test("Minified, with the ampersand escaped")
  func wireForm() throws {
    let text = try text(first)
    #expect(text.hasPrefix(#"{"feed":{"title":"Top Songs","id":""#))
    #expect(!text.contains("\n") && !text.contains("\": ") && !text.contains(", \""))
    #expect(!text.contains("&") && text.contains(#"\u0026app=music"#))
  }

  @Test("A base with a slash at its end gives no double slashes")
  func base() throws {
    #expect(try text(second, base: "http://h.test:1/") == text(second, base: "http://h.test:1"))
    #expect(try !text(second, base: "http://h.test:1/").contains("h.test:1//"))
  }

  @Test("The same question gives the same bytes")
  func determinism() throws {
    #expect(try text(first) == text(first))
  }
}
