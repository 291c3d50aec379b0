import Foundation
import GalleryJobs
import Testing

@Suite("The rendition that is taken")
struct GifRenditionTests {
  private func gif(_ names: [String]) throws -> Gif {
    let url = try #require(URL(string: "https://media0.giphy.com/a.gif"))
    let renditions = names.map { GifRendition(name: $0, url: url, width: nil, height: nil, bytes: nil) }
    return Gif(id: "a", title: "A Cat", url: nil, rating: nil, renditions: renditions)
  }

  @Test("is the tutorial's where there is one, and otherwise the next in order")
  func order() throws {
    var names = GifRendition.best
    #expect(names.first == "downsized_large")
    while let best = names.first {
      #expect(try gif(names.reversed()).rendition().name == best)
      names.removeFirst()
    }
  }

  @Test("is the one that was asked for, or else the best")
  func named() throws {
    let gif = try gif(["original", "fixed_width", "original_still", "new_in_2027"])
    for name in ["fixed_width", "original_still", "new_in_2027"] {
      #expect(try gif.rendition(name).name == name)
    }
    for name in ["hd", "", "Original"] { #expect(try gif.rendition(name).name == "original") }
  }

  /// A still is a GIF too, and was shown as an animation that does not move.
  @Test(
    "is none where there are only stills, and that is said",
    arguments: [[], ["original_still", "480w_still"]]
  )
  func none(_ names: [String]) throws {
    let gif = try gif(names)
    let error = #expect(throws: GiphyError.noRendition(id: "a", title: "A Cat")) { try gif.rendition() }
    #expect(
      error.map { "\($0)" }
        == #"Giphy has no picture of "A Cat" (id "a") that can be loaded; look at its page there."#
    )
  }
}
