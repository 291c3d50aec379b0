import GalleryJobs
import HummingbirdCore
import Testing

@testable import GalleryServer

@Suite("What a chart can be asked for with")
struct MusicQueryTests {
  private func query(_ text: String) throws -> MusicQuery {
    try MusicQuery(URI("/api/music?\(text)").queryParameters)
  }

  @Test("Nothing given is the albums of the United States, 25 of them")
  func defaults() throws {
    let query = try query("")
    #expect(query.country == "us")
    #expect(query.limit == 25)
    #expect(query.kind == .albums)
    #expect(query.style == .delegate)
  }

  @Test("Everything given is taken, in any order")
  func everything() throws {
    let query = try query("style=stream&kind=songs&limit=7&country=VN&other=1")
    #expect(query.country == "VN")
    #expect(query.limit == 7)
    #expect(query.kind == .songs)
    #expect(query.style == .stream)
  }

  @Test("Every style can be asked for by its name", arguments: JobStyle.allCases)
  func styles(_ style: JobStyle) throws {
    #expect(try query("style=\(style.rawValue)").style == style)
  }

  @Test(
    "What cannot be chosen is refused with the words that can",
    arguments: [
      ("kind=films", "albums, songs"), ("kind=", "albums, songs"),
      ("style=magic", "async, closure, delegate"),
      ("style=Async", "async, closure"), ("limit=ten", "1 to 100"), ("limit=", "1 to 100"),
      ("limit=1.5", "1 to 100"), ("limit=99999999999999999999", "1 to 100"),
    ]
  )
  func refused(_ text: String, _ advice: String) throws {
    let problem = try #require(throws: Problem.self) { try query(text) }
    #expect(problem.status == 400)
    #expect(problem.detail.contains(advice))
  }
}
