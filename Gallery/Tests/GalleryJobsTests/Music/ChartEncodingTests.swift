import Foundation
import GalleryJobs
import Testing

@Suite("The public JSON of a chart")
struct ChartEncodingTests {
  private func line(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  @Test("An entry with every fact")
  func fullItem() throws {
    let artwork = try #require(URL(string: "https://is1.test/x/100x100bb.jpg"))
    let item = ChartItem(
      rank: 3,
      id: "42",
      name: "Nắng \"&\" mưa",
      artist: "Ai đó",
      kind: .song,
      releaseDate: CalendarDate(year: 2024, month: 3, day: 1),
      isExplicit: true,
      genres: ["Pop", "R&B/Soul"],
      url: URL(string: "https://music.test/a?i=42&app=music"),
      artwork: ArtworkAddress(artwork)
    )
    #expect(
      try line(item) == """
        {"artist":"Ai đó","artworkURL":"https://is1.test/x/100x100bb.jpg","explicit":true,\
        "genres":["Pop","R&B/Soul"],"id":"42","kind":"song","name":"Nắng \\"&\\" mưa","rank":3,\
        "releaseDate":"2024-03-01","url":"https://music.test/a?i=42&app=music"}
        """
    )
  }

  /// A key that comes and goes cannot be told from one that was renamed.
  @Test("What is missing is null, and its key is there")
  func bareItem() throws {
    #expect(
      try line(ChartItem(rank: 1, id: "1", name: "One")) == """
        {"artist":null,"artworkURL":null,"explicit":false,"genres":[],"id":"1","kind":null,"name":"One",\
        "rank":1,"releaseDate":null,"url":null}
        """
    )
  }

  @Test("The summary, with its date in UTC whatever the encoder's own strategy is")
  func summary() throws {
    let chart = try FeedText.chart(
      FeedText.first(updated: "2019-12-31T23:30:00.000-07:00", results: FeedText.entry())
    )
    #expect(
      try line(chart.summary)
        == #"{"summary":{"count":1,"title":"Top Albums","updated":"2020-01-01T06:30:00Z"}}"#
    )
  }

  @Test("The summary of a chart that says nothing about itself")
  func bareSummary() throws {
    #expect(
      try line(ChartSummary(count: 0, title: nil, updated: nil))
        == #"{"summary":{"count":0,"title":null,"updated":null}}"#
    )
  }
}
