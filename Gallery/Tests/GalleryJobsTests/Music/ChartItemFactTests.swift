import Foundation
import GalleryJobs
import Testing

@Suite("What is missing or odd in an entry loses itself and nothing else")
struct ChartItemFactTests {
  @Test("An entry with nothing but its number and its name")
  func bareEntry() throws {
    #expect(try FeedText.item(FeedText.entry()) == ChartItem(rank: 1, id: "1", name: "One"))
  }

  /// One song of a recorded feed had no release date. A decoder with a required field lost the other songs
  /// too.
  @Test("One odd entry in the middle does not lose its neighbours")
  func neighbours() throws {
    let odd = FeedText.entry(#""releaseDate":null,"artworkUrl100":7,"genres":"Pop""#)
    let chart = try FeedText.chart(
      FeedText.first(results: [FeedText.entry(), odd, FeedText.entry()].joined(separator: ","))
    )
    #expect(chart.items.map(\.rank) == [1, 2, 3])
  }

  @Test(
    "A fact of another type than the format's is taken for missing",
    arguments: [
      #""artistName":null"#, #""artistName":12"#, #""artistName":"""#, #""artistName":{"name":"x"}"#,
      #""kind":3"#, #""kind":"""#, #""kind":["album"]"#,
      #""releaseDate":20190517"#, #""releaseDate":"soon""#, #""releaseDate":"2019-02-30""#,
      #""releaseDate":"""#,
      #""contentAdvisoryRating":true"#, #""contentAdvisoryRating":[]"#,
      #""genres":null"#, #""genres":{}"#, #""genreNames":"Pop""#, #""genreNames":[1]"#,
      #""url":7"#, #""url":"""#, #""url":"music.test/album""#,
      #""artworkUrl100":null"#, #""artworkUrl100":{}"#, #""artworkUrl100":"""#,
      #""somethingNew":{"a":[1]}"#,
    ]
  )
  func oddFact(fact: String) throws {
    #expect(try FeedText.item(FeedText.entry(fact)) == ChartItem(rank: 1, id: "1", name: "One"))
  }

  /// The address ends in the `href` of a link on a page.
  @Test(
    "An address that is not http or https is not passed on",
    arguments: [
      "javascript:alert(1)", "javascript://x.test/%0aalert(1)", "data:text/html,x", "file:///etc/passwd",
      "//x.test/",
    ]
  )
  func hostileAddress(address: String) throws {
    let item = try FeedText.item(FeedText.entry(#""url":"\#(address)","artworkUrl100":"\#(address)""#))
    #expect(item.url == nil)
    #expect(item.artwork == nil)
  }

  @Test(
    "The marks that feeds have used",
    arguments: [
      ("Explicit", true), ("Explict", true), ("explicit", true), ("", false), ("Clean", false),
      ("Notexplicit", false), ("Unexplicit", false),
    ]
  )
  func explicitMark(mark: String, isExplicit: Bool) throws {
    let item = try FeedText.item(FeedText.entry(#""contentAdvisoryRating":"\#(mark)""#))
    #expect(item.isExplicit == isExplicit)
  }

  @Test(
    "Kinds are singular, and unknown ones keep their name",
    arguments: [
      ("album", ChartItem.Kind.album, "album"), ("albums", .album, "album"),
      ("song", .song, "song"), ("songs", .song, "song"),
      ("music-videos", .other("music-videos"), "music-videos"), ("Album", .other("Album"), "Album"),
    ]
  )
  func kind(text: String, kind: ChartItem.Kind, name: String) throws {
    let item = try FeedText.item(FeedText.entry(#""kind":"\#(text)""#))
    #expect(item.kind == kind)
    #expect(item.kind?.name == name)
  }

  @Test("One odd genre does not lose the others")
  func oddGenre() throws {
    let genres = #"[{"genreId":"14","name":"Pop"},7,{"genreId":"6"},null,{"name":"Jazz"},{"name":"Music"}]"#
    let item = try FeedText.item(FeedText.entry(#""genres":\#(genres)"#))
    #expect(item.genres == ["Pop", "Jazz"])
  }

  @Test("A genre that is merely called Music and has a number of its own is kept")
  func genreNamedMusic() throws {
    let item = try FeedText.item(FeedText.entry(#""genres":[{"genreId":"99","name":"Music"}]"#))
    #expect(item.genres == ["Music"])
  }
}
