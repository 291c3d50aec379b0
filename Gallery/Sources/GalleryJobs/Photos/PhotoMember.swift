/// What became of one address of a batch.
public struct PhotoMember: Sendable, Hashable {
  public enum Status: String, Sendable, Hashable, Encodable {
    case succeeded, failed, cancelled
  }

  /// Its place among the addresses, from 0.
  public let index: Int
  /// The address, as it was given.
  public let url: String
  public let status: Status
  /// Where the photo was written; `nil` where it was not, or where no folder was named.
  public let path: String?
  /// Why it failed, as a sentence; `nil` unless it did.
  public let error: String?
  /// How many bytes were received for it. Not told by ``encode(to:)``.
  public let bytes: Int64

  public init(
    index: Int,
    url: String,
    status: Status,
    path: String? = nil,
    error: String? = nil,
    bytes: Int64 = 0
  ) {
    self.index = index
    self.url = url
    self.status = status
    self.path = path
    self.error = error
    self.bytes = bytes
  }
}

extension PhotoMember {
  /// - Parameter bytes: How many were received for it.
  init(index: Int, url: String, outcome: Result<Photo, any Error>, bytes: Int64, own: OwnUpstream) {
    switch outcome {
    case .success(let photo):
      self.init(index: index, url: url, status: .succeeded, path: photo.path, bytes: bytes)
    case .failure(is CancellationError):
      self.init(index: index, url: url, status: .cancelled, bytes: bytes)
    case .failure(let error):
      let sentence = own.sentence(of: error)
      self.init(index: index, url: url, status: .failed, error: sentence, bytes: bytes)
    }
  }
}

extension PhotoMember: Encodable {
  private enum CodingKeys: String, CodingKey { case index, url, status, path, error }

  /// By hand, for a missing fact is `null` and not left out.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(index, forKey: .index)
    try container.encode(url, forKey: .url)
    try container.encode(status, forKey: .status)
    try container.encode(path, forKey: .path)
    try container.encode(error, forKey: .error)
  }
}
