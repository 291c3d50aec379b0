/// A hit in its public form: `{"id","title","url","width","height","bytes","rating"}`, and, where it was to
/// be downloaded, `"path","frames"`. A missing fact is `null`; `"error"` is there only where something
/// failed.
public struct GifLine: Sendable, Encodable {
  private enum CodingKeys: String, CodingKey {
    case id, title, url, width, height, bytes, rating, path, frames, error
  }

  private let gif: Gif
  private let rendition: GifRendition?
  private let download: GifResult?
  /// Why it failed, as a sentence; `nil` where it did not.
  public let error: String?

  /// - Parameter rendition: The best rendition, as ``GifsJob/rendition(of:)`` finds it.
  public init(_ gif: Gif, _ rendition: Result<GifRendition, GiphyError>) {
    self.gif = gif
    self.rendition = try? rendition.get()
    download = nil
    if case .failure(let failure) = rendition { error = "\(failure)" } else { error = nil }
  }

  init(_ gif: Gif, _ rendition: GifRendition?, downloaded: GifResult) {
    self.gif = gif
    self.rendition = rendition
    download = downloaded
    error = downloaded.error
  }

  /// By hand, for a missing fact is `null` and not left out.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    let file = download?.file
    try container.encode(gif.id, forKey: .id)
    try container.encode(gif.title, forKey: .title)
    try container.encode(rendition?.url.absoluteString, forKey: .url)
    try container.encode(file?.width ?? rendition?.width, forKey: .width)
    try container.encode(file?.height ?? rendition?.height, forKey: .height)
    try container.encode(file?.bytes ?? rendition?.bytes, forKey: .bytes)
    try container.encode(gif.rating, forKey: .rating)
    if download != nil {
      try container.encode(file?.path, forKey: .path)
      try container.encode(file?.frames, forKey: .frames)
    }
    try container.encodeIfPresent(error, forKey: .error)
  }
}
