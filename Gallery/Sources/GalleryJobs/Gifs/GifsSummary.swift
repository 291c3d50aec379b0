/// How many hits there were, and what became of them.
public struct GifsSummary: Sendable, Hashable, Encodable {
  public let found: Int
  public let downloaded: Int
  /// Hits that have no rendition or whose download failed. What was cancelled is in neither number.
  public let failed: Int

  public init(found: Int, downloaded: Int, failed: Int) {
    self.found = found
    self.downloaded = downloaded
    self.failed = failed
  }
}
