import Foundation

/// Text or an image that is laid over a picture.
///
/// ```swift
/// let credit = ImageOverlay(.text("© Errands", size: 18), place: .bottomRight, margin: 8, opacity: 0.8)
/// let signed = try await picture.applying([.overlay(credit)])
/// ```
///
/// What is larger than the picture is made as small as it. Of a picture that moves, it lies over each frame.
public struct ImageOverlay: Sendable, Hashable, Codable {
  /// What is laid over.
  public enum Content: Sendable, Hashable, Codable {
    /// The bytes of an image file; of one that moves, the first frame.
    case image(Data)
    /// A text, by fonts of the machine: up to 1,000 characters of Unicode, one of which at least can be seen. `size` is the
    /// height of a line in pixels, from 4 to 1,000.
    case text(String, size: Double, colour: ImageColour = .white)
  }

  /// What is laid over.
  public var content: Content
  /// Where it lies.
  public var place: ImagePlace
  /// How many pixels it keeps away from the edges that it lies at.
  public var margin: Int
  /// From 0, not to be seen, to 1, nothing to be seen below it.
  public var opacity: Double

  /// Something to be laid over: at the right lower corner, without a margin, and covering, unless told
  /// otherwise.
  public init(
    _ content: Content,
    place: ImagePlace = .bottomRight,
    margin: Int = 0,
    opacity: Double = 1
  ) {
    self.content = content
    self.place = place
    self.margin = margin
    self.opacity = opacity
  }

  func check() throws(ImageError) {
    guard place != .attention else { throw .noPlaceForOverlay }
    try place.check()
    try ImageFilter.check("margin", Double(margin), 0...Double(Picture.maximumSide))
    try ImageFilter.check("opacity", opacity, 0...1)
    guard case .text(let text, let size, _) = content else { return }
    try ImageFilter.check("size of a text", size, 4...1_000)
    try OverlayText(text).check()
  }

  func scaled(by ratio: Double) -> Self {
    var scaled = self
    scaled.margin = margin.scaled(by: ratio)
    scaled.place = place.scaled(by: ratio)
    if case .text(let text, let size, let colour) = content {
      scaled.content = .text(text, size: size * ratio, colour: colour)
    }
    return scaled
  }
}

/// A colour in sRGB, and how opaque it is.
public struct ImageColour: Sendable, Hashable, Codable {
  /// From 0 to 255 each.
  public var red, green, blue: UInt8
  /// From 0, see-through, to 255.
  public var alpha: UInt8

  /// An opaque colour unless told otherwise.
  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }

  /// All of each.
  public static let white = ImageColour(red: 255, green: 255, blue: 255)
  /// Nothing of each.
  public static let black = ImageColour(red: 0, green: 0, blue: 0)

  /// `#rrggbb`, as in CSS, without the transparency.
  public var hexadecimal: String {
    let digits = [red, green, blue].map { byte in
      let text = String(byte, radix: 16)
      return text.count == 1 ? "0" + text : text
    }
    return "#" + digits.joined()
  }

  var bands: [Double] { [red, green, blue, alpha].map(Double.init) }
}
