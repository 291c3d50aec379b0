/// What became of one hit of a batch.
public struct GifResult: Sendable, Hashable {
  public enum Status: String, Sendable, Hashable {
    case succeeded, failed, cancelled
  }

  /// Its place among the hits, from 0.
  public let index: Int
  public let gif: Gif
  /// The rendition that was chosen; `nil` where the hit has none.
  public let rendition: GifRendition?
  public let status: Status
  /// `nil` unless it succeeded.
  public let file: GifFile?
  /// Why it failed, as a sentence; `nil` unless it did.
  public let error: String?
}

extension GifResult {
  init(index: Int, gif: Gif, rendition: GifRendition?, outcome: Result<GifFile, any Error>) {
    self.index = index
    self.gif = gif
    self.rendition = rendition
    file = try? outcome.get()
    switch outcome {
    case .success: (status, error) = (.succeeded, nil)
    case .failure(is CancellationError): (status, error) = (.cancelled, nil)
    case .failure(let failure): (status, error) = (.failed, "\(failure)")
    }
  }

  /// The public form: that of the hit, with what was written in place of what Giphy says, its path and its
  /// frames.
  public var line: GifLine { GifLine(gif, rendition, downloaded: self) }
}
