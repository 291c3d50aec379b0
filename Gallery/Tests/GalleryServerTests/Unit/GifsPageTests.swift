import Foundation
import GalleryJobs
import Testing

@testable import GalleryServer

@Suite("A page of a search in JSON")
struct GifsPageTests {
  private let signer = ImageSigner()

  private func reply(_ page: GifPage, limit: Int = 2) throws -> GifsReply {
    let line = JSONText.line(GifsAnswer(page: page, limit: limit, signer: signer))
    return try JSONDecoder().decode(GifsReply.self, from: Data(line.utf8))
  }

  private func gif(_ id: String, _ renditions: String...) -> Gif {
    let made = renditions.map { name in
      let url = URL(fileURLWithPath: "/\(name).gif")
      return GifRendition(name: name, url: url, width: nil, height: nil, bytes: nil)
    }
    return Gif(id: id, title: nil, url: nil, rating: nil, renditions: made)
  }

  @Test(
    "The next page begins behind this one, as long as there is one that Giphy tells of",
    arguments: [
      (2, Int?.some(5), 0, Int?.some(2)), (2, 4, 2, nil), (2, 5, 2, 4), (1, 5, 4, nil),
      // Where the total is not known, a page that is full may not be the last.
      (2, nil, 0, 2), (1, nil, 0, nil), (0, nil, 0, nil),
      // An empty page is the last, whatever the total says: else the reader would be sent round for ever.
      (0, 9, 4, nil),
      (2, 99_999, 4996, 4998), (2, 99_999, 4998, nil), (1, 99_999, 4999, nil),
    ]
  )
  func next(_ count: Int, _ total: Int?, _ offset: Int, _ next: Int?) throws {
    let hits = (0..<count).map { gif("\($0)") }
    let reply = try reply(GifPage(hits: hits, total: total, offset: offset))
    #expect(reply.next == next)
    #expect(reply.found == total)
    #expect(reply.offset == offset)
    #expect(reply.hits.map(\.id) == hits.map(\.id))
  }

  private func address(_ name: String) -> String {
    signer.address(of: URL(fileURLWithPath: "/\(name).gif")).absoluteString
  }

  @Test("A preview is as broad as a column, or else the best there is; a still one is never shown for it")
  func pictures() throws {
    let gifs = [
      gif("1", "original", "downsized_large", "fixed_width", "fixed_width_still", "original_still"),
      gif("2", "original", "original_still"),
      gif("3", "fixed_width_still"),
    ]
    let hits = try reply(GifPage(hits: gifs, total: 3, offset: 0)).hits
    #expect(hits.map(\.preview) == [address("fixed_width"), address("original"), nil])
    let stills = ["fixed_width_still", "original_still", "fixed_width_still"]
    #expect(hits.map(\.still) == stills.map(address))
  }

  /// Left out, it could not be told from one that a later version no longer gives.
  @Test("A fact that is missing is null")
  func missing() {
    let page = GifPage(hits: [gif("1")], total: nil, offset: 0)
    #expect(
      JSONText.line(GifsAnswer(page: page, limit: 1, signer: signer))
        == #"{"attribution":"Powered By GIPHY","found":null,"hits":["#
        + #"{"bytes":null,"height":null,"id":"1","image":null,"preview":null,"rating":null,"still":null,"#
        + #""title":null,"url":null,"width":null}],"next":1,"offset":0}"#
    )
  }
}
