import ErrandsImages
import ErrandsUpstream

/// Draws the covers of articles.
struct CoverStudio: Sendable {
  /// How much is remembered, in bytes of encoded covers.
  static let usualLimit = 64 << 20

  let cache: DrawingCache<Int>
  private let seed: UInt64

  init(seed: UInt64, limit: Int = usualLimit) {
    self.seed = seed
    cache = DrawingCache(limit: limit)
  }

  /// The cover of an article, as a JPEG.
  ///
  /// A cover that no client waits for any more is not drawn to its end: a page that scrolls through thousands of them
  /// leaves most of them before they are there.
  func cover(_ index: Int) async throws -> ServedFile {
    try await cache.file(index, whileWanted: { try await draw(index) })
  }

  private func draw(_ index: Int) async throws -> ServedFile {
    let svg = CoverScene(index: index, seed: seed).svg
    let picture = try await ImageRenderer.render(svg: svg, width: CoverScene.width, height: CoverScene.height)
    return ServedFile(drawn: try await picture.encoded(as: .jpeg(quality: 92)), contentType: "image/jpeg")
  }
}
