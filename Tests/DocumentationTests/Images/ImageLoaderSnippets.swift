import Errands
import ErrandsImageLoading
import ErrandsImages
import ErrandsLoading
import ErrandsUpstream
import Foundation
import Testing

@Suite("The snippets about images that are loaded", .timeLimit(.minutes(1)))
struct ImageLoaderSnippets {
  /// In its place, one that may talk to this machine.
  private func URLSessionTransport() -> any Transport { loopback() }

  private func withCover(_ snippet: (URL) async throws -> Void) async throws {
    let disc = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><circle cx='4' cy='4' r='3'/></svg>"
    let drawn = try await ImageRenderer.render(svg: disc, width: 600, height: 400).encoded(as: .png)
    try await withLoader(respond: { _ in .ok([UInt8](drawn), contentType: "image/png") }) { _, upstream in
      try await snippet(upstream.url("/cover.png"))
    }
  }

  @Test("load a picture and a file of one download")
  func loader() async throws {
    try await withCover { url in
      var configuration = Fetcher.Configuration()
      configuration.cache = HTTPCache()
      let fetcher = Fetcher(transport: URLSessionTransport(), configuration: configuration)
      let loader = ImageLoader(fetcher: fetcher)
      let cover = ImageRequest(url, by: [.resize(width: 300, height: 300), .sepia])
      let picture = try await loader.picture(for: cover).value()
      let file = try await loader.file(for: cover, as: .webp()).value()
      #expect(picture.width == 300)
      #expect(try await ImageInfo(reading: file.body).format == .webp)
    }
  }

  @Test("give a file again without a wait")
  func kept() async throws {
    try await withCover { url in
      var configuration = Fetcher.Configuration()
      configuration.cache = HTTPCache()
      let loader = ImageLoader(
        fetcher: Fetcher(transport: URLSessionTransport(), configuration: configuration)
      )
      let cover = ImageRequest(url, by: [.resize(width: 300)])
      _ = try await loader.file(for: cover, as: .webp()).value()
      let kept = loader.kept(cover, as: .webp())
      let file = await kept.file()
      // Later, wherever there is no time to wait:
      let again = kept.inMemory()
      #expect(file == nil && again == nil, "its server says nothing of how long it may be kept")
    }
  }

  @Test("show a picture while it comes")
  func previews() async throws {
    final class View {
      var shown: [Picture] = []
      func show(_ picture: Picture) { shown.append(picture) }
    }
    try await withCover { url in
      let loader = ImageLoader(fetcher: Fetcher(transport: URLSessionTransport()))
      let cover = ImageRequest(url)
      let view = View()
      for try await picture in loader.previews(for: cover) { view.show(picture) }
      #expect(view.shown.map(\.width) == [600])
    }
  }

  @Test("show something until it is there")
  func placeholder() async throws {
    try await withCover { url in
      let loader = ImageLoader(fetcher: Fetcher(transport: URLSessionTransport()))
      let placeholder = try await loader.placeholder(for: ImageRequest(url)).value()
      let style = "background: \(placeholder.colour.hexadecimal) url(\(placeholder.dataURL)) center / cover"
      #expect(style.hasPrefix("background: #000000 url(data:image/png;base64,"))
    }
  }

  @Test("choose a format that the client takes")
  func negotiation() {
    let request = (headers: ["Accept": "image/webp,*/*;q=0.5"], path: "/")
    let format = AcceptedFormats(request.headers["Accept"]).best(among: [.webp, .jpeg])
    #expect(format == .webp)
  }
}
