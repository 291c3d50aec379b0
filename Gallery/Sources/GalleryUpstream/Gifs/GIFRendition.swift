/// A GIF in one of its files, described without drawing it.
///
/// A search names the sizes of hundreds of files, and drawing them would take half a minute. So the size is decided
/// beforehand, with room to spare, and ``GIFStudio`` fills the file up to it: what is declared is what comes, byte by
/// byte.
struct GIFRendition: Sendable {
  let gif: CatalogueGIF
  let file: GIFFile

  var size: CatalogueGIF.Size { file.size(of: gif.size) }
  var frameCount: Int { file.frameCount(of: gif.animation.frameCount) }

  /// Bytes of the whole file. Each frame has a palette of its own; the first one counts twice, since those after it
  /// hold only what has changed.
  var byteCount: Int {
    1024 + (frameCount + 1) * (512 + (size.width + size.height) * gif.animation.motif.detail)
  }
}
