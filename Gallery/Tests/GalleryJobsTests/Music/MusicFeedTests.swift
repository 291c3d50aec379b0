import Foundation
import GalleryJobs
import Testing

@Suite("The address of a feed")
struct MusicFeedTests {
  @Test("The real upstream's, by default the 100 most played albums")
  func defaults() throws {
    let feed = try MusicFeed()
    #expect(
      feed.url.absoluteString
        == "https://rss.marketingtools.apple.com/api/v2/us/music/most-played/100/albums.json"
    )
    #expect(feed.limit == 100)
  }

  @Test(
    "An upstream elsewhere, with and without a slash at the end, a port and a path",
    arguments: [
      ("http://127.0.0.1:8081", "http://127.0.0.1:8081/api/v2/vn/music/most-played/10/songs.json"),
      ("http://127.0.0.1:8081/", "http://127.0.0.1:8081/api/v2/vn/music/most-played/10/songs.json"),
      ("http://[::1]:81/mirror/", "http://[::1]:81/mirror/api/v2/vn/music/most-played/10/songs.json"),
    ]
  )
  func base(base: String, address: String) throws {
    #expect(try MusicFeed(base: base, country: "VN", kind: .songs, limit: 10).url.absoluteString == address)
  }

  /// The upstream has feeds of 10, 25, 50 and 100 entries; other numbers have been seen to fail.
  @Test(
    "The next larger feed is asked for",
    arguments: [(1, 10), (10, 10), (11, 25), (25, 25), (26, 50), (50, 50), (51, 100), (99, 100), (100, 100)]
  )
  func offered(limit: Int, offered: Int) throws {
    let feed = try MusicFeed(limit: limit)
    #expect(feed.url.path().contains("/most-played/\(offered)/"))
    #expect(feed.limit == limit)
  }

  @Test(
    "An address that a person gives is taken as it is, character for character",
    arguments: [
      "https://rss.itunes.apple.com/api/v1/us/itunes-music/top-albums/all/25/non-explicit.json",
      "http://localhost:8080/feed?x=1&y=%C3%A9#top", "HTTPS://Feeds.Test/A%20b", "http://u:p@h.test/",
      "http://[::1]/",
      "http://h.test",
    ]
  )
  func given(address: String) throws {
    let feed = try MusicFeed(address: address)
    #expect(feed.url.absoluteString == address)
    #expect(feed.limit == nil)
  }
}
