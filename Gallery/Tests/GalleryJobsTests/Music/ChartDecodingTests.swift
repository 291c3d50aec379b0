import Foundation
import GalleryJobs
import Testing

@Suite("A chart is read from both generations of the feed")
struct ChartDecodingTests {
  @Test("An album of the first generation, whose artwork has its address's size")
  func firstGeneration() throws {
    let entry = """
      {"artistName":"The Borrowed Umbrellas","id":"1400000017","releaseDate":"2019-11-29",\
      "name":"Night & Day","kind":"album","copyright":"℗ 2019 Nobody","artistId":"77",\
      "contentAdvisoryRating":"Explicit",\
      "artistUrl":"https://music.test/us/artist/77?app=music",\
      "artworkUrl100":"https://is1.test/image/thumb/Music/v4/a1/cover.jpg/200x200bb.png",\
      "genres":[{"genreId":"1119","name":"Urbano latino","url":"https://music.test/genre/id1119"},\
      {"genreId":"34","name":"Music","url":"https://music.test/genre/id34"},\
      {"genreId":"12","name":"Latino","url":"https://music.test/genre/id12"}],\
      "url":"https://music.test/us/album/night-day/1400000017?app=music"}
      """
    let chart = try FeedText.chart(FeedText.first(results: entry))

    #expect(chart.title == "Top Albums")
    #expect(chart.country == "us")
    #expect(chart.updated == Date(timeIntervalSince1970: 1_575_280_525))
    let artwork = try #require(
      URL(string: "https://is1.test/image/thumb/Music/v4/a1/cover.jpg/200x200bb.png")
    )
    let expected = ChartItem(
      rank: 1,
      id: "1400000017",
      name: "Night & Day",
      artist: "The Borrowed Umbrellas",
      kind: .album,
      releaseDate: CalendarDate(year: 2019, month: 11, day: 29),
      isExplicit: true,
      genres: ["Urbano latino", "Latino"],
      url: URL(string: "https://music.test/us/album/night-day/1400000017?app=music"),
      artwork: ArtworkAddress(artwork)
    )
    #expect(chart.items == [expected])
    #expect(chart.items.first?.artwork?.size == CoverSize(width: 200, height: 200))
  }

  @Test("A song of the second generation, whose kind is in the plural and whose explicit mark is misspelt")
  func secondGeneration() throws {
    let entry = """
      {"artistName":"Nguyễn Hạ Vy","id":"1600000021","name":"Mưa qua sông","releaseDate":"2021-10-30",\
      "kind":"songs","artistId":"88","artistUrl":"https://music.test/us/artist/88",\
      "contentAdvisoryRating":"Explict","artworkUrl100":"https://is2.test/v4/6b/x.jpg/100x100bb.jpg",\
      "genres":[{"genreId":"34","name":"Nhạc","url":"https://music.test/genre/id34"},\
      {"genreId":"14","name":"Pop","url":"https://music.test/genre/id14"}],\
      "url":"https://music.test/us/album/mua/1600000017?i=1600000021"}
      """
    let chart = try FeedText.chart(FeedText.second(results: entry))

    #expect(chart.title == "Top Songs")
    #expect(chart.updated == Date(timeIntervalSince1970: 1_644_621_995))
    let item = try #require(chart.items.first)
    #expect(item.kind == .song)
    #expect(item.isExplicit)
    #expect(item.artist == "Nguyễn Hạ Vy")
    #expect(item.genres == ["Pop"], "the catch-all genre is known by its number, whatever its name is here")
    #expect(item.artwork?.size == CoverSize(width: 100, height: 100))
    #expect(item.url?.query() == "i=1600000021")
  }

  @Test("An entry of 2017: genres as names, a time behind the day, plain http, an empty mark")
  func earlyFirstGeneration() throws {
    let item = try FeedText.item(
      FeedText.entry(
        """
        "genreNames":["Country","Music","Rock"],"primaryGenreName":"Country","kind":"album",\
        "releaseDate":"2017-09-15T00:00:00-07:00","contentAdvisoryRating":"",\
        "artworkUrl100":"http://is1.test/v4/x/200x200bb.png"
        """
      )
    )
    #expect(item.genres == ["Country", "Rock"])
    #expect(item.releaseDate == CalendarDate(year: 2017, month: 9, day: 15))
    #expect(!item.isExplicit)
    #expect(item.artwork?.url.absoluteString == "http://is1.test/v4/x/200x200bb.png")
  }

  @Test("Entries are ranked in the order in which they come")
  func ranks() throws {
    let entries = (1...100).map { #"{"id":"\#($0)","name":"n"}"# }.joined(separator: ",")
    let items = try FeedText.chart(FeedText.first(results: entries)).items
    #expect(items.map(\.rank) == Array(1...100))
    #expect(items.map(\.id) == (1...100).map(String.init))
  }

  @Test("A feed without entries is a chart without entries")
  func empty() throws {
    #expect(try FeedText.chart(FeedText.first(results: "")).items.isEmpty)
  }

  @Test("A chart whose title, country and date are missing is still a chart")
  func bareEnvelope() throws {
    let chart = try FeedText.chart(#"{"feed":{"results":[]}}"#)
    #expect(chart == Chart(title: nil, country: nil, updated: nil, items: []))
  }

  @Test(
    "A date that cannot be understood is no date, and costs nothing else",
    arguments: ["yesterday", "", "2019-12-02", "02/12/2019 01:55"]
  )
  func oddDate(updated: String) throws {
    let chart = try FeedText.chart(FeedText.first(updated: updated, results: FeedText.entry()))
    #expect(chart.updated == nil)
    #expect(chart.items.count == 1)
  }

  @Test("A chart is cut to what was asked for, and says so in its summary")
  func prefix() throws {
    let entries = (1...10).map { #"{"id":"\#($0)","name":"n"}"# }.joined(separator: ",")
    let chart = try FeedText.chart(FeedText.first(results: entries))
    #expect(chart.prefix(4).items == Array(chart.items[..<4]))
    #expect(chart.prefix(4).summary == ChartSummary(count: 4, title: chart.title, updated: chart.updated))
    #expect(chart.prefix(50) == chart)
    #expect(chart.prefix(-1).items.isEmpty)
  }
}
