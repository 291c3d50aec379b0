/// Which members of a batch are done, as a value: no lock, no side effect.
struct PhotoRosterState: Sendable {
  /// Why a batch ended before its members did.
  enum End: Sendable { case cancelled, timedOut }

  let addresses: [String]
  private let own: OwnUpstream
  /// A place for each address; empty while the member is not done.
  private var places: [PhotoMember?]
  private var received: [Int: Int64] = [:]
  private var settledCount = 0
  private var bytes: Int64 = 0
  private var timedOut = false
  private var isReportQueued = false

  /// - Parameter own: Where addresses that begin with a slash lead to.
  init(addresses: [String], own: OwnUpstream = OwnUpstream(nil)) {
    self.addresses = addresses
    self.own = own
    places = Array(repeating: nil, count: addresses.count)
  }

  /// The members that are done, in the order of the addresses.
  var members: [PhotoMember] { places.compactMap(\.self) }

  var progress: PhotoBatchProgress {
    PhotoBatchProgress(settled: settledCount, total: places.count, bytes: bytes)
  }

  /// The member as it is told; nil where it has been told before.
  mutating func settle(_ index: Int, _ outcome: Result<Photo, any Error>) -> PhotoMember? {
    guard places[index] == nil else { return nil }
    // A quick one is done before its progress has been told.
    if case .success(let photo) = outcome { receive(Int64(photo.bytes), by: index) }
    let member = PhotoMember(
      index: index,
      url: addresses[index],
      outcome: outcome,
      bytes: received[index] ?? 0,
      own: own
    )
    places[index] = member
    settledCount += 1
    received[index] = nil
    return member
  }

  /// Takes the bytes of a member that is in flight. They never go down: a further try begins at nothing again.
  mutating func receive(_ count: Int64, by index: Int) {
    guard places[index] == nil, count > received[index] ?? 0 else { return }
    bytes += count - (received[index] ?? 0)
    received[index] = count
  }

  /// False where there is nothing left to end.
  mutating func end(_ end: End) -> Bool {
    guard settledCount < places.count else { return false }
    if end == .timedOut { timedOut = true }
    return true
  }

  /// True where no report is on its way yet, so that one has to be sent.
  mutating func queueReport() -> Bool {
    defer { isReportQueued = true }
    return !isReportQueued
  }

  /// The newest progress, for the report whose turn has come.
  mutating func takeReport() -> PhotoBatchProgress {
    isReportQueued = false
    return progress
  }

  /// What the members that are done add up to.
  var summary: PhotoBatchSummary { PhotoBatchSummary(members, timedOut: timedOut) }
}
