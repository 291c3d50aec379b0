import ErrandsImages
import Foundation

/// Draws photos, each once: those who ask for the same photo at the same time share one drawing, and what was
/// drawn lately is remembered.
actor PhotoStudio {
  /// How much is remembered, in bytes of encoded photos.
  static let usualLimit = 64 << 20

  private let seed: UInt64
  private let limit: Int
  private var drawings: [UpstreamPhoto: Task<Data, any Error>] = [:]
  private var remembered: [UpstreamPhoto: Data] = [:]
  /// The one drawn longest ago first.
  private var order: [UpstreamPhoto] = []
  private(set) var rememberedBytes = 0
  /// How many have been drawn, ever.
  private(set) var drawingsEver = 0

  init(seed: UInt64, limit: Int = usualLimit) {
    self.seed = seed
    self.limit = limit
  }

  /// The photo that is asked for, as the bytes of a file. A drawing goes on when whoever asked for it leaves: the
  /// next one will.
  func photo(_ route: PhotoRoute) async throws -> Data {
    let scene = PhotoScene(number: route.number, seed: seed)
    let photo = UpstreamPhoto(
      number: route.number,
      format: route.format,
      width: route.width,
      height: route.height,
      shape: scene.shape
    )
    if let bytes = remembered[photo] { return bytes }
    if let drawing = drawings[photo] { return try await drawing.value }
    drawingsEver += 1
    let drawing = Task { try await Self.draw(scene, as: photo) }
    drawings[photo] = drawing
    defer { drawings[photo] = nil }
    let bytes = try await drawing.value
    remember(bytes, as: photo)
    return bytes
  }

  private func remember(_ bytes: Data, as photo: UpstreamPhoto) {
    guard bytes.count <= limit else { return }
    remembered[photo] = bytes
    order.append(photo)
    rememberedBytes += bytes.count
    var forgotten = 0
    while rememberedBytes > limit {
      rememberedBytes -= remembered.removeValue(forKey: order[forgotten])?.count ?? 0
      forgotten += 1
    }
    order.removeFirst(forgotten)
  }

  private static func draw(_ scene: PhotoScene, as photo: UpstreamPhoto) async throws -> Data {
    let picture = try await ImageRenderer.render(svg: scene.svg, width: photo.width, height: photo.height)
    return try await picture.encoded(as: encoding(photo.format))
  }

  private static func encoding(_ format: ImageFormat) -> Picture.Encoding {
    switch format {
    case .jpeg: .jpeg(quality: 82)
    case .png: .png
    case .webp: .webp(quality: 80)
    case .gif: .gif
    }
  }
}
