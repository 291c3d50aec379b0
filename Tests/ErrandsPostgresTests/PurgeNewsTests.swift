import ErrandsLoading
import Testing

@testable import ErrandsPostgres

@Suite("What a cache has missed")
struct PurgeNewsTests {
  private let news = PurgeNews(
    mark: PurgeMark(database: "ours", number: 7),
    parts: [5: .host("five"), 7: .host("seven"), 6: .host("six")]
  )

  @Test("is what comes behind its mark, in order")
  func behind() {
    #expect(news.missed(since: PurgeMark(database: "ours", number: 5)) == [.host("six"), .host("seven")])
    #expect(news.missed(since: PurgeMark(database: "ours", number: 7)) == [])
  }

  @Test("is everything where some of that is not known", arguments: [0, 3])
  func unknown(_ number: Int64) {
    #expect(news.missed(since: PurgeMark(database: "ours", number: number)) == [.all])
  }

  @Test("is everything behind the end of a database that was set back")
  func setBack() {
    #expect(news.missed(since: PurgeMark(database: "ours", number: 8)) == [.all])
  }

  @Test("is all that there was, for one that has never followed, or another database")
  func first() {
    #expect(news.missed(since: nil) == [.all])
    let young = PurgeNews(mark: PurgeMark(database: "ours", number: 1), parts: [1: .host("one")])
    #expect(young.missed(since: nil) == [.host("one")])
    #expect(young.missed(since: PurgeMark(database: "theirs", number: 1)) == [.host("one")])
    let none = PurgeNews(mark: PurgeMark(database: "ours", number: 0), parts: [:])
    #expect(none.missed(since: PurgeMark(database: "theirs", number: 9)) == [])
  }
}
