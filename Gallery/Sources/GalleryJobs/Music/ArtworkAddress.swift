import Foundation

/// The address of a cover, whose last segment says how large the picture is: `…/200x200bb.png`.
///
/// The field that holds it is called `artworkUrl100`, but the picture behind it is 200 pixels wide in the
/// first generation of feeds and 100 in the second. The segment tells the truth, and another one in its place
/// gives the same cover in another size.
public struct ArtworkAddress: Sendable, Hashable {
  /// The address as the feed gave it.
  public let url: URL
  /// The size of the picture; `nil` where the address does not say it in the known form.
  public let size: CoverSize?

  public init(_ url: URL) {
    self.url = url
    size = Segment(of: url)?.size
  }

  /// The address of the same cover in another size and the same format.
  ///
  /// - Parameter size: at least one pixel each way; less counts as one. The upstream never enlarges a
  ///   picture.
  /// - Returns: the unchanged address, if it is of a form whose sizes are not known.
  public func url(for size: CoverSize) -> URL {
    guard let segment = Segment(of: url),
      var components = URLComponents(url: url, resolvingAgainstBaseURL: true)
    else { return url }
    let name = "\(max(size.width, 1))x\(max(size.height, 1))bb.\(segment.fileExtension)"
    components.percentEncodedPath = segment.folder + name
    return components.url ?? url
  }

  /// The parts of `folder/WxHbb.ext`.
  private struct Segment {
    let folder: Substring
    let size: CoverSize
    let fileExtension: Substring

    init?(of url: URL) {
      let path = url.path(percentEncoded: true)
      guard let slash = path.lastIndex(of: "/") else { return nil }
      let parts = path[path.index(after: slash)...].split(separator: ".", omittingEmptySubsequences: false)
      guard parts.count == 2, parts[0].hasSuffix("bb"), (1...5).contains(parts[1].utf8.count),
        parts[1].utf8.allSatisfy(Self.isLetterOrDigit)
      else { return nil }
      guard let size = CoverSize(parts[0].dropLast(2)), size.width > 0, size.height > 0 else { return nil }
      folder = path[...slash]
      self.size = size
      fileExtension = parts[1]
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
      byte.isDigit || (0x61...0x7A).contains(byte | 0x20)
    }
  }
}
