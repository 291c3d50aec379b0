import Foundation

/// The address of a cover, whose last segment says how large the picture is: `…/200x200bb.png`.
///
/// The field that holds it is called `artworkUrl100`, but the picture behind it is 200 pixels wide in the
/// first generation of feeds and 100 in the second. The segment tells the truth, and another one in its place
/// gives the same cover in another size.
public struct ArtworkAddress: Sendable, Hashable {
  /// A size in pixels.
  public struct Size: Sendable, Hashable {
    public let width: Int
    public let height: Int

    public init(width: Int, height: Int) {
      self.width = width
      self.height = height
    }
  }

  /// The address as the feed gave it.
  public let url: URL
  /// The size of the picture; `nil` where the address does not say it in the known form.
  public let size: Size?

  public init(_ url: URL) {
    self.url = url
    size = Segment(of: url)?.size
  }

  /// The address of the same cover in another size and the same format.
  ///
  /// - Parameter size: at least one pixel each way; less counts as one. The upstream never enlarges a
  ///   picture.
  /// - Returns: the unchanged address, if it is of a form whose sizes are not known.
  public func url(for size: Size) -> URL {
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
    let size: Size
    let fileExtension: Substring

    init?(of url: URL) {
      let path = url.path(percentEncoded: true)
      guard let slash = path.lastIndex(of: "/") else { return nil }
      let parts = path[path.index(after: slash)...].split(separator: ".", omittingEmptySubsequences: false)
      guard parts.count == 2, parts[0].hasSuffix("bb"), (1...5).contains(parts[1].utf8.count),
        parts[1].utf8.allSatisfy(Self.isLetterOrDigit)
      else { return nil }
      let sides = parts[0].dropLast(2).split(separator: "x", omittingEmptySubsequences: false).map(Self.side)
      guard sides.count == 2, let width = sides[0], let height = sides[1] else { return nil }
      folder = path[...slash]
      size = Size(width: width, height: height)
      fileExtension = parts[1]
    }

    /// Of one to five digits, and no zero.
    private static func side(_ digits: Substring) -> Int? {
      guard digits.utf8.count <= 5, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
      return Int(digits).flatMap { $0 > 0 ? $0 : nil }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
      (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
    }
  }
}
