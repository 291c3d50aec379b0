import ErrandsImages
import ErrandsUpstream

/// Draws photos.
struct PhotoStudio: Sendable {
  /// How much is remembered, in bytes of encoded photos.
  static let usualLimit = 64 << 20

  let cache: DrawingCache<UpstreamPhoto>
  private let seed: UInt64

  init(seed: UInt64, limit: Int = usualLimit) {
    self.seed = seed
    cache = DrawingCache(limit: limit)
  }

  /// The photo that is asked for.
  func photo(_ route: PhotoRoute) async throws -> ServedFile {
    let scene = PhotoScene(number: route.number, seed: seed)
    let photo = UpstreamPhoto(
      number: route.number,
      format: route.format,
      width: route.width,
      height: route.height,
      shape: scene.shape
    )
    return try await cache.file(photo) { try await Self.draw(scene, as: photo) }
  }

  private static func draw(_ scene: PhotoScene, as photo: UpstreamPhoto) async throws -> ServedFile {
    let picture = try await ImageRenderer.render(svg: scene.svg, width: photo.width, height: photo.height)
    let bytes = try await picture.encoded(as: ImageEncoding(photo.format) ?? .jpeg())
    return ServedFile(drawn: bytes, contentType: photo.format.mediaType)
  }
}
