import ErrandsLoading
import Testing

@testable import ErrandsPostgres

@Suite("What a cache has missed")
struct PurgeNewsTests {
  private let news = PurgeNews(
    mark: PurgeMark(database: "ours", number: 7, id: "seventh"),
    idThere: "there",
    parts: [5: .host("five"), 7: .host("seven"), 6: .host("six")]
  )

  @Test("is what comes behind its mark, in order")
  func behind() {
    #expect(
      news.missed(since: PurgeMark(database: "ours", number: 5, id: "there")) == [
        .host("six"), .host("seven"),
      ]
    )
    #expect(news.missed(since: PurgeMark(database: "ours", number: 7, id: "there")) == [])
  }

  @Test("is everything where some of that is not known", arguments: [0, 3])
  func unknown(_ number: Int64) {
    #expect(news.missed(since: PurgeMark(database: "ours", number: number, id: "there")) == [.all])
  }

  @Test(
    "is everything where a database was set back, whether or not it has gone on from there",
    arguments: [6, 8]
  )
  func setBack(_ number: Int64) {
    #expect(news.missed(since: PurgeMark(database: "ours", number: number, id: "another")) == [.all])
  }

  @Test("is all that there was, for one that has never followed, or another database")
  func first() {
    #expect(news.missed(since: nil) == [.all])
    let young = PurgeNews(
      mark: PurgeMark(database: "ours", number: 1),
      idThere: nil,
      parts: [1: .host("one")]
    )
    #expect(young.missed(since: nil) == [.host("one")])
    #expect(young.missed(since: PurgeMark(database: "theirs", number: 1)) == [.host("one")])
    let none = PurgeNews(mark: PurgeMark(database: "ours", number: 0), idThere: nil, parts: [:])
    #expect(none.missed(since: PurgeMark(database: "theirs", number: 9)) == [])
  }
}
