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

  public init(index: Int, url: String, status: Status, path: String? = nil, error: String? = nil) {
    self.index = index
    self.url = url
    self.status = status
    self.path = path
    self.error = error
  }
}

extension PhotoMember {
  init(index: Int, url: String, outcome: Result<Photo, any Error>, own: OwnUpstream) {
    switch outcome {
    case .success(let photo): self.init(index: index, url: url, status: .succeeded, path: photo.path)
    case .failure(is CancellationError): self.init(index: index, url: url, status: .cancelled)
    case .failure(let error):
      self.init(index: index, url: url, status: .failed, error: own.sentence(of: error))
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
