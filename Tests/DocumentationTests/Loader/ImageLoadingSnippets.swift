import Errands
import ErrandsImages
import ErrandsLoading
import ErrandsUpstream
import Foundation
import Testing

@Suite("The snippets about pictures that are loaded", .timeLimit(.minutes(1)))
struct ImageLoadingSnippets {
  @Test("load a picture, and make it small")
  func picture() async throws {
    let disc = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><circle cx='4' cy='4' r='3'/></svg>"
    let drawn = try await ImageRenderer.render(svg: disc, width: 600, height: 400).encoded(
      as: .jpeg(quality: 85)
    )
    try await withLoader(respond: { _ in .ok([UInt8](drawn), contentType: "image/jpeg") }) {
      fetcher,
      upstream in
      let request = FetchRequest(upstream.url("/cover.jpg"))

      let cover = fetcher.data(for: request).flatMap { answer in
        Errand { try await Picture(decoding: answer.body, by: [.resize(width: 300, height: 200)]) }
      }

      let picture = try await cover.value()
      let grey = try await picture.filtered(by: .mono)
      #expect(grey.width == 300)
    }
  }
}
