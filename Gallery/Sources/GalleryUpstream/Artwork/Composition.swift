extension Artwork {
  /// A kind of picture that many different covers are made from.
  protocol Composition: Sendable {
    func draw(on canvas: inout Canvas, palette: Palette, random: inout SplitMix64)
  }

  /// The kinds, each nested here in a file of its own.
  enum Compositions {
    static let all: [any Composition] = [
      Arches(), Aurora(), Dunes(), Halftone(), Horizon(), Orb(), Overlaps(), Petals(), Pills(), Pleats(),
      Ridges(), Rings(), Strings(), Sunburst(), Tiles(), Topography(),
    ]
  }
}
