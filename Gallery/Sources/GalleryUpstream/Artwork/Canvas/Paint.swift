extension Artwork {
  /// What a shape is filled or drawn with.
  enum Paint {
    case flat(OKLCH)
    /// A gradient of the canvas that made it.
    case gradient(Int)

    var svg: String {
      switch self {
      case .flat(let colour): colour.hex
      case .gradient(let number): "url(#g\(number))"
      }
    }
  }
}
