/// What the library knows of a picture besides its bytes.
struct KeptPicture: Codable, Equatable {
  /// In pixels; `nil` where its header cannot be read.
  var width: Int?
  var height: Int?
  /// 1 for a still one.
  var frames: Int?

  private enum CodingKeys: String, CodingKey { case width, height, frames }

  /// By hand, for a missing fact is `null` and not left out.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(width, forKey: .width)
    try container.encode(height, forKey: .height)
    try container.encode(frames, forKey: .frames)
  }
}
