import ErrandsImages

/// A photo in one size and format.
struct UpstreamPhoto: Sendable, Hashable {
  /// Widths and heights that are drawn, in pixels.
  static let sides = 16...3000
  /// The longer side where none was asked for, in pixels.
  static let usualSide = 900

  let number: Int
  let format: ImageFormat
  /// In pixels; the shape of the scene gives a side that was not asked for.
  let width: Int
  /// In pixels.
  let height: Int

  /// - Parameter shape: That of the scene.
  init(number: Int, format: ImageFormat, width: Int?, height: Int?, shape: PhotoScene.Shape) {
    self.number = number
    self.format = format
    switch (width, height) {
    case (let width?, let height?): (self.width, self.height) = (width, height)
    case (let width?, nil):
      (self.width, self.height) = (width, Self.side(width * shape.height / shape.width))
    case (nil, let height?):
      (self.width, self.height) = (Self.side(height * shape.width / shape.height), height)
    case (nil, nil):
      let longest = max(shape.width, shape.height)
      self.width = Self.usualSide * shape.width / longest
      self.height = Self.usualSide * shape.height / longest
    }
  }

  private static func side(_ length: Int) -> Int {
    min(max(length, sides.lowerBound), sides.upperBound)
  }
}
