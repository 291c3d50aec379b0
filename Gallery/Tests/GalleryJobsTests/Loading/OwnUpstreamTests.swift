import ErrandsLoading
import Foundation
import GalleryJobs
import Testing

@Suite("The names of what is at the own upstream")
struct OwnUpstreamTests {
  private let own = OwnUpstream(URL(string: "http://127.0.0.1:4012"))

  @Test(
    "A name is the path, whole, and leads there again",
    arguments: ["/1.jpg", "/a/b?c=/d#e", "/%2Fx%20y"]
  )
  func path(_ path: String) throws {
    let url = try #require(URL(string: "http://127.0.0.1:4012" + path))
    #expect(own.name(of: url) == path)
    #expect(own.reference(to: url).absoluteString == path)
    let later = URL(string: "http://127.0.0.1:9")
    #expect(try URL(fetching: own.name(of: url), below: later).absoluteString == "http://127.0.0.1:9" + path)
  }

  @Test(
    "What is elsewhere has its address for name, however alike that is",
    arguments: [
      "http://127.0.0.1:40123/1.jpg", "https://127.0.0.1:4012/1.jpg", "http://127.0.0.1:4012//evil.test/",
      "http://127.0.0.1:4012", "https://music.example/a",
    ]
  )
  func elsewhere(_ text: String) throws {
    let url = try #require(URL(string: text))
    #expect(own.name(of: url) == text)
    #expect(own.reference(to: url) == url)
    #expect(OwnUpstream(nil).name(of: url) == text)
  }

  /// Whoever had typed `/photos/1.jpg` read of a port on loopback.
  @Test("An error names what was asked for as it was typed")
  func sentence() throws {
    let here = FetchError(try URL(fetching: "/photos/1.jpg", below: own.base), .hostNotFound)
    #expect(own.sentence(of: here).hasPrefix("/photos/1.jpg "))
    let elsewhere = FetchError(try URL(fetching: "http://127.0.0.1:40123/1.jpg"), .hostNotFound)
    #expect(own.sentence(of: elsewhere) == "\(elsewhere)")
    #expect(OwnUpstream(nil).sentence(of: here) == "\(here)")
  }
}
