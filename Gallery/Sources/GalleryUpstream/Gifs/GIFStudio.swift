import ErrandsImages
import ErrandsUpstream

/// Draws the files of GIFs.
struct GIFStudio: Sendable {
  /// How much is remembered, in bytes of files.
  static let usualLimit = 64 << 20

  struct Key: Hashable, Sendable {
    let id: String
    let file: GIFFile
  }

  /// A drawing that came out longer than its declared size.
  struct TooLong: Error, CustomStringConvertible {
    let key: Key
    let byteCount: Int
    let room: Int

    var description: String {
      """
      \(key.file.name) of \(key.id) came out at \(byteCount) bytes, and \(room) were promised; give its motif \
      more detail.
      """
    }
  }

  let cache: DrawingCache<Key>

  init(limit: Int = usualLimit) {
    cache = DrawingCache(limit: limit)
  }

  /// The file, with as many bytes as the rendition says.
  func file(_ rendition: GIFRendition) async throws -> ServedFile {
    let key = Key(id: rendition.gif.id, file: rendition.file)
    return try await cache.file(key) { try await Self.draw(rendition, as: key) }
  }

  private static func draw(_ rendition: GIFRendition, as key: Key) async throws -> ServedFile {
    let size = rendition.size
    let picture = try await ImageRenderer.render(
      frames: rendition.gif.animation.frames(rendition.frameCount),
      width: size.width,
      height: size.height
    )
    let drawn = try await picture.encoded(as: .gif(colours: 64))
    guard let filled = GIFFilling.filled(drawn, to: rendition.byteCount) else {
      throw TooLong(key: key, byteCount: drawn.count, room: rendition.byteCount)
    }
    return ServedFile(
      drawn: filled,
      contentType: "image/gif",
      disposition: rendition.gif.hurtfulName?.disposition
    )
  }
}
