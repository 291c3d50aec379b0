import Foundation

/// An animation that has been downloaded, checked, and written.
public struct GifFile: Sendable, Hashable {
  public let path: String
  /// The address that answered, after redirects.
  public let url: URL
  /// The pixels that it really has.
  public let width: Int
  public let height: Int
  /// How many pictures it shows one after the other.
  public let frames: Int
  /// The size of the file.
  public let bytes: Int

  public init(path: String, url: URL, width: Int, height: Int, frames: Int, bytes: Int) {
    self.path = path
    self.url = url
    self.width = width
    self.height = height
    self.frames = frames
    self.bytes = bytes
  }
}
