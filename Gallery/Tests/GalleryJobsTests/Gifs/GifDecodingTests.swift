import ErrandsLoading
import Foundation
import GalleryJobs
import Testing

@Suite("A hit, as Giphy writes it")
struct GifDecodingTests {
  private func gif(_ json: String) throws -> Gif { try JSONDecoder().decode(Gif.self, from: Data(json.utf8)) }

  @Test("Numbers are texts, and are read as numbers; numbers too")
  func numbers() throws {
    let gif = try gif(
      """
      {"id":"abc","title":"A Cat","url":"https://giphy.com/gifs/abc","rating":"pg-13","images":{\
      "original":{"url":"https://media0.giphy.com/media/abc/giphy.gif?cid=1&ct=g","width":"480","height":"270",\
      "size":"4144688","frames":"31","mp4":"https://media0.giphy.com/media/abc/giphy.mp4"},\
      "fixed_width":{"url":"https://media0.giphy.com/media/abc/200w.gif","width":200,"height":113,"size":99}}}
      """
    )
    #expect((gif.id, gif.title, gif.rating) == ("abc", "A Cat", "pg-13"))
    #expect(gif.url?.absoluteString == "https://giphy.com/gifs/abc")
    let facts = gif.renditions.map { [$0.width, $0.height, $0.bytes] }
    #expect(gif.renditions.map(\.name) == ["original", "fixed_width"])
    #expect(facts == [[480, 270, 4_144_688], [200, 113, 99]])
    #expect(gif.renditions[0].url.query() == "cid=1&ct=g")
  }

  @Test(
    "A hit that lacks nearly everything is a hit",
    arguments: [
      #"{"id":"abc"}"#, #"{"id":"abc","title":"","url":"","rating":"","images":{}}"#,
      #"{"id":"abc","title":null,"url":null,"rating":null,"images":null}"#,
      #"{"id":"abc","title":7,"url":"nowhere","rating":[],"images":[]}"#,
    ]
  )
  func bare(_ json: String) throws {
    #expect(try gif(json) == Gif(id: "abc", title: nil, url: nil, rating: nil, renditions: []))
  }

  /// Each has been seen in an answer, or reported by somebody.
  @Test(
    "A rendition that cannot be loaded is none, and costs the others nothing",
    arguments: [
      #"{"url":"","width":"0","height":"0","size":"0"}"#,
      #"{"url":"https://media0.giphy.com/x.gif","width":"0","height":"0","size":"0"}"#,
      #"{"mp4":"https://media0.giphy.com/x.mp4","mp4_size":"8494","width":"420","height":"236"}"#,
      #"{"url":"x.gif","width":"1","height":"1"}"#, #"{"url":null}"#, #"{"url":"file:///etc/passwd"}"#, "{}",
      "[]", "null", #""x""#,
    ]
  )
  func unusable(_ rendition: String) throws {
    let good = #"{"url":"https://media0.giphy.com/y.gif"}"#
    let gif = try gif(#"{"id":"a","images":{"downsized_large":\#(rendition),"original":\#(good)}}"#)
    #expect(gif.renditions.map(\.name) == ["original"])
    #expect(gif.renditions[0].width == nil && gif.renditions[0].bytes == nil)
  }

  /// Answers of 2015 and 2016 have `http://` addresses.
  @Test(
    "An address at Giphy is made secure, and another is left as it is",
    arguments: [
      ("http://media1.giphy.com/media/a/giphy.gif?x=1", "https://media1.giphy.com/media/a/giphy.gif?x=1"),
      ("HTTP://GIPHY.com/a.gif", "https://GIPHY.com/a.gif"),
      ("https://media.giphy.com/a.gif", "https://media.giphy.com/a.gif"),
      ("http://127.0.0.1:81/a.gif", "http://127.0.0.1:81/a.gif"),
      ("http://media.giphy.com:8080/a.gif", "http://media.giphy.com:8080/a.gif"),
      ("http://notgiphy.com/a.gif", "http://notgiphy.com/a.gif"),
      ("http://giphy.com.evil.test/a.gif", "http://giphy.com.evil.test/a.gif"),
    ]
  )
  func secured(_ address: String, _ expected: String) throws {
    let gif = try gif(#"{"id":"a","images":{"original":{"url":"\#(address)"}}}"#)
    #expect(gif.renditions.map(\.url.absoluteString) == [expected])
  }
}
