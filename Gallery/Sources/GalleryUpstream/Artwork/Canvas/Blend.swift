extension Artwork {
  /// How shapes meet what lies below them (CSS Compositing and Blending, section 10.1).
  enum Blend: String {
    case normal
    /// As inks on paper: darker where they overlap.
    case multiply
    /// As lamps in the dark: lighter where they overlap.
    case screen

    var style: String { "mix-blend-mode:\(rawValue)" }
  }
}
