/// A file that was downloaded and is in its place, or that has not changed on the server.
public struct DownloadedFile: Sendable, Hashable {
  /// Where it is.
  public let path: String
  /// The head of the last answer: 200 for a whole file, 206 for the rest of one, 304 where it has not changed.
  public let head: FetchHead
  /// Its length in bytes; nil where it has not changed.
  public let byteCount: Int64?
  /// Its SHA-256, hexadecimal, in lower case, where ``DownloadOptions/sha256`` or ``DownloadOptions/computesSHA256`` asks for it;
  /// nil where it has not changed, unless ``DownloadOptions/asksIfChanged`` and ``DownloadOptions/sha256`` had it looked at.
  public let sha256: String?
  /// How many of its bytes were there from a download that was broken off.
  public let resumedFrom: Int64
  /// How many tries it took.
  public let tries: Int

  /// Whether the file that was there is what the server has, and was left as it is.
  public var isUnchanged: Bool { byteCount == nil }
}
