import ErrandsImages
import ErrandsLoading
import Foundation

/// An image that is wanted: where it is, and what is to be made of it.
///
/// ```swift
/// let cover = ImageRequest(url, by: [.resize(width: 300, height: 300), .sepia])
/// ```
public struct ImageRequest: Sendable, Hashable {
  /// The original: its address, and what it is asked for with. A GET.
  public var source: FetchRequest
  /// What is made of it.
  public var recipe: ImageRecipe

  /// - Parameters:
  ///   - source: What the original is fetched with.
  ///   - recipe: Nothing by default: the image as it is.
  public init(_ source: FetchRequest, by recipe: ImageRecipe = []) {
    self.source = source
    self.recipe = recipe
  }

  /// The image at an address. Its server is told which formats are read here.
  public init(_ url: URL, by recipe: ImageRecipe = []) {
    self.init(FetchRequest(url, fields: ["Accept": Self.accepted]), by: recipe)
  }

  /// What is read here, the smallest first; JPEG XL is not asked for, as it is read only where it is trusted.
  static let accepted: String = {
    let formats: [ImageFormat] = [.avif, .webp, .png, .jpeg, .gif]
    return formats.filter(ImageFormat.readable.contains).map(\.mediaType).joined(separator: ",")
  }()
}
