import ErrandsImages
import ErrandsUpstream
import Foundation

/// What the embedded upstream answers when the network does it no harm: charts in both generations of Apple's
/// format, the covers in them, photos, Giphy's searches with the GIFs that they find, articles without end, and files
/// of any size.
///
/// Pictures and files never change. They say so by `ETag` and `Last-Modified`, and can be had in parts; charts,
/// searches and articles cannot.
struct UpstreamLibrary: Sendable {
  let catalogue: Catalogue
  let covers = DrawingCache<CatalogueArtwork>(limit: PhotoStudio.usualLimit)
  private let photos: PhotoStudio
  private let gifs: GIFLibrary
  private let articles: ArticleLibrary
  private let files: FileLibrary

  init(seed: UInt64) {
    catalogue = Catalogue(seed: seed)
    photos = PhotoStudio(seed: seed)
    gifs = GIFLibrary(seed: seed)
    articles = ArticleLibrary(seed: seed)
    files = FileLibrary(seed: seed)
  }

  func answer(to request: RecordedRequest) async throws -> Script {
    guard request.method == "GET" || request.method == "HEAD" else {
      return .status(405, headers: ["Allow": "GET, HEAD"], text: "Only GET and HEAD are answered here.")
    }
    // Addresses in an answer begin with the one under which the client reached this server.
    guard let base = request.headers["Host"].flatMap({ URL(string: "http://\($0)") }) else {
      return .status(400, text: "The request names no host.")
    }
    if let route = FeedRoute(path: request.path) { return chart(route, base: base) }
    if let artwork = CatalogueArtwork(path: request.path) {
      let cover = try await covers.file(artwork, whileWanted: { try await draw(artwork) })
      return cover.answer(to: request)
    }
    do {
      if let route = try PhotoRoute(path: request.path, query: request.query) {
        return try await photo(route, answering: request)
      }
    } catch let mistake as QueryMistake {
      return .status(400, text: mistake.description)
    }
    if let answer = files.answer(to: request) { return answer }
    if let answer = try await gifs.answer(to: request, base: base.absoluteString) { return answer }
    if let answer = try await articles.answer(to: request, base: base.absoluteString) { return answer }
    return .status(404, text: "There is nothing at \(request.path).")
  }

  private func chart(_ route: FeedRoute, base: URL) -> Script {
    let body = CatalogueFeed.json(route, from: catalogue, baseURL: base, updated: Self.startOfDay)
    return .ok(Array(body), contentType: "application/json; charset=utf-8")
  }

  private func draw(_ artwork: CatalogueArtwork) async throws -> ServedFile {
    let picture = try await ImageRenderer.render(
      svg: Artwork(seed: artwork.seed).svg,
      width: artwork.width,
      height: artwork.height
    )
    let encoding: ImageEncoding = artwork.format == .png ? .png : .jpeg(quality: 85)
    let bytes = try await picture.encoded(as: encoding)
    return ServedFile(drawn: bytes, contentType: encoding.format.mediaType)
  }

  private func photo(_ route: PhotoRoute, answering request: RecordedRequest) async throws -> Script {
    let script = try await photos.photo(route).answer(to: request)
    return route.fault?.spoil(script, answering: request) ?? script
  }

  /// Charts are put together once a day, in the real world too.
  private static var startOfDay: Date {
    let day = 86_400.0
    return Date(timeIntervalSince1970: (Date().timeIntervalSince1970 / day).rounded(.down) * day)
  }
}
