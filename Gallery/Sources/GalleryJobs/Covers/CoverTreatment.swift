import ErrandsImages

/// What is done to a cover before it is shown.
public struct CoverTreatment: Sendable, Hashable {
  /// Covers are scaled to this size, and cut where their shape is another. Default ``CoverSize/row``.
  public var size: CoverSize
  /// Default ``CoverFilter/none``.
  public var filter: CoverFilter

  public init(size: CoverSize = .row, filter: CoverFilter = .none) {
    self.size = size
    self.filter = filter
  }

  /// The same for images of any origin: of one that moves, the first frame.
  public var recipe: ImageRecipe {
    let scaled = ImageFilter.resize(width: size.width, height: size.height)
    return ImageRecipe([scaled] + [filter.imageFilter].compactMap { $0 }, isStill: true)
  }
}
