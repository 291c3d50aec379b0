import ErrandsImages
import Foundation

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

  /// The photo that is asked for, as the bytes of a file.
  func photo(_ route: PhotoRoute) async throws -> Data {
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

  private static func draw(_ scene: PhotoScene, as photo: UpstreamPhoto) async throws -> Data {
    let picture = try await ImageRenderer.render(svg: scene.svg, width: photo.width, height: photo.height)
    return try await picture.encoded(as: ImageEncoding(photo.format) ?? .jpeg())
  }
}
