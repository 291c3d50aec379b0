/// Something that moves in a loop, drawn from code. What matters of it stays within 280 units of the middle, so
/// that no shape of picture cuts it off.
protocol Motif: Sendable {
  /// How much there is to see: bytes that a frame takes for each pixel of its width and its height together, since
  /// it is edges that make a flat drawing's file large. Measured over whole catalogues, and some more.
  var detail: Int { get }

  /// Draws one moment. `random` begins alike in every frame, so what it decides stays as it is.
  func draw(
    _ moment: Moment,
    on canvas: inout Artwork.Canvas,
    palette: Artwork.Palette,
    random: inout SplitMix64
  )
}

/// The motifs, each nested here in a file of its own.
enum Motifs {}
