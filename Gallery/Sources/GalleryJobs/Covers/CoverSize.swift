/// How large a cover is shown, in pixels.
public struct CoverSize: Sendable, Hashable {
  public let width: Int
  public let height: Int

  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// A row of the wall, on a screen of usual density.
  public static let row = CoverSize(width: 480, height: 320)
}
