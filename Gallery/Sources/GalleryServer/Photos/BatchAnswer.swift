import GalleryJobs

/// How a batch is, for the client that asks.
struct BatchAnswer: Encodable {
  let batch: String
  let progress: PhotoBatchProgress
  /// Every member, in the order of the addresses.
  let members: [MemberAnswer]
  /// How it ended; `null` while it has not.
  let done: PhotoBatchSummary?

  private enum CodingKeys: String, CodingKey { case batch, progress, members, done }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(batch, forKey: .batch)
    try container.encode(progress, forKey: .progress)
    try container.encode(members, forKey: .members)
    try container.encode(done, forKey: .done)
  }
}
