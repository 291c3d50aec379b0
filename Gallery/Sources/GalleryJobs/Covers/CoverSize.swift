/// How large a cover is, in pixels.
public struct CoverSize: Sendable, Hashable {
  public let width: Int
  public let height: Int

  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// As in `480x320`: one to five digits for each side.
  package init?(_ text: some StringProtocol) {
    let sides = text.split(separator: "x", omittingEmptySubsequences: false)
    guard sides.count == 2, let width = Self.side(sides[0]), let height = Self.side(sides[1]) else {
      return nil
    }
    self.init(width: width, height: height)
  }

  private static func side(_ digits: some StringProtocol) -> Int? {
    digits.utf8.count <= 5 && digits.utf8.allSatisfy(\.isDigit) ? Int(digits) : nil
  }

  /// A row of the wall, on a screen of usual density.
  public static let row = CoverSize(width: 480, height: 320)
}
