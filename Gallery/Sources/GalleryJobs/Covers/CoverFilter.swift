import ErrandsImages

/// What is done to a cover after it was scaled.
public enum CoverFilter: String, Sendable, CaseIterable {
  /// Nothing.
  case none
  case sepia, mono, blur

  var imageFilter: ImageFilter? { ImageFilter(name: rawValue) }
}
