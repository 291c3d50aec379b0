/// A change of a picture's look.
///
/// ```swift
/// let old = try await picture.filtered(by: .sepia)
/// let soft = try await old.filtered(by: .blur(sigma: 4))
/// ```
public enum ImageFilter: Sendable, Hashable {
  /// The brown of old photographs: the matrix of `sepia(1)` in CSS (Filter Effects Module Level 1, section
  /// 13.1).
  case sepia
  /// Shades of grey, as bright as the eye sees the colours: the matrix of `grayscale(1)` in CSS, the same
  /// section.
  case mono
  /// A Gaussian blur. `sigma` is its standard deviation in pixels, within ``ImageFilter/sigmas``; the time it
  /// takes grows with it.
  case blur(sigma: Double)

  /// How far a blur can reach.
  public static let sigmas = 0.1...100.0

  /// The filter that is called `sepia`, `mono` or `blur`, the last with a sigma of 8; `nil` for another name.
  public init?(name: String) {
    switch name {
    case "sepia": self = .sepia
    case "mono": self = .mono
    case "blur": self = .blur(sigma: 8)
    default: return nil
    }
  }

  func check() throws(ImageError) {
    guard case .blur(let sigma) = self else { return }
    guard Self.sigmas.contains(sigma) else { throw .sigmaOutOfRange(sigma) }
  }
}
