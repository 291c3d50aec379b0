import GalleryJobs

/// What is known of a batch, and how much of it the listeners have been told, as a value.
struct BatchLedger: Sendable {
  /// What has happened since it was last taken.
  struct News: Sendable, Equatable {
    var progress: PhotoBatchProgress
    /// In the order of completion.
    var members: [PhotoMember]
    /// With the last news only.
    var summary: PhotoBatchSummary?
  }

  let addresses: [String]
  /// A place for each address; empty while the member is not done.
  private(set) var places: [PhotoMember?]
  private(set) var summary: PhotoBatchSummary?
  private var settled = 0
  private var bytes: Int64 = 0
  private var untold: [PhotoMember] = []

  init(addresses: [String]) {
    self.addresses = addresses
    places = Array(repeating: nil, count: addresses.count)
  }

  /// Counted here, where the members are: the batch's own count runs ahead of the members that it has told.
  var progress: PhotoBatchProgress {
    PhotoBatchProgress(settled: settled, total: places.count, bytes: bytes)
  }

  mutating func hear(_ event: PhotoBatchEvent) {
    switch event {
    case .progress(let progress): bytes = max(bytes, progress.bytes)
    case .member(let member):
      places[member.index] = member
      settled += 1
      untold.append(member)
    case .done(let summary): self.summary = summary
    }
  }

  mutating func takeNews() -> News {
    defer { untold = [] }
    return News(progress: progress, members: untold, summary: summary)
  }
}
