import Foundation

/// One who carries out members: a server, from its start to its end.
public struct BatchWorker: Sendable, Hashable {
  public let id: String
  /// How long nothing may be heard of it before others take what it has. Default 3 seconds.
  public let lease: Duration

  public init(id: String = UUID().uuidString.lowercased(), lease: Duration = .seconds(3)) {
    self.id = id
    self.lease = lease
  }
}

/// Members that a worker has taken.
public struct BatchWork: Sendable, Equatable {
  public struct Member: Sendable, Hashable {
    /// Its place in the batch, from 0.
    public let index: Int
    public let url: String

    public init(index: Int, url: String) {
      self.index = index
      self.url = url
    }
  }

  /// As it was when they were taken.
  public let batch: StoredBatch
  /// In the order of their places.
  public let members: [Member]

  public init(batch: StoredBatch, members: [Member]) {
    self.batch = batch
    self.members = members
  }
}
