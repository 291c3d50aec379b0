/// Pixels across and down.
struct ImageSize: Hashable {
  var width: Int
  var height: Int

  var area: Int { width * height }

  /// Width and height exchanged, if the image is turned by a quarter.
  func turned(_ isTurned: Bool) -> ImageSize {
    isTurned ? ImageSize(width: height, height: width) : self
  }
}
