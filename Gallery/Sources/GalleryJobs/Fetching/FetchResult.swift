/// What became of one address.
public struct FetchResult: Sendable, Hashable {
  public enum Status: String, Sendable, Hashable, Encodable {
    /// The file is there, whole.
    case fetched
    /// The file that was there is what the server has.
    case unchanged
    case failed, cancelled
  }

  /// Its place among the addresses, from 0.
  public let index: Int
  /// The address as it was given.
  public let url: String
  public let status: Status
  /// Where the file is; nil where it was neither fetched nor found unchanged.
  public var path: String?
  /// The length of the file; of one that was not fetched whole, how many of its bytes have come. Nil for none.
  public var bytes: Int64?
  /// Where in the file the last answer began; nil for at its beginning.
  public var resumedFrom: Int64?
  /// How many tries there were.
  public var attempts = 0
  /// Of the last answer; nil where there was none.
  public var httpStatus: Int?
  /// Of a file that was fetched, hexadecimal, in lower case, where the job's options ask for it.
  public var sha256: String?
  /// Why it failed, as a sentence; nil unless it did.
  public var error: String?

  public init(index: Int, url: String, status: Status) {
    self.index = index
    self.url = url
    self.status = status
  }
}

extension FetchResult: Encodable {
  private enum CodingKeys: String, CodingKey {
    case url, path, status, bytes, resumedFrom, attempts, httpStatus, sha256, error
  }

  /// By hand, for a missing fact is `null` and not left out.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(url, forKey: .url)
    try container.encode(path, forKey: .path)
    try container.encode(status, forKey: .status)
    try container.encode(bytes, forKey: .bytes)
    try container.encode(resumedFrom, forKey: .resumedFrom)
    try container.encode(attempts, forKey: .attempts)
    try container.encode(httpStatus, forKey: .httpStatus)
    try container.encode(sha256, forKey: .sha256)
    try container.encode(error, forKey: .error)
  }
}
