import Errands
import ErrandsLoading

/// How far the fetches of a batch are, as a value: no lock, no side effect. Time is counted from any beginning.
struct FetchBatchState: Sendable {
  /// From one report of a member's progress to the next.
  static let pace = Duration.milliseconds(100)

  private struct Member: Sendable {
    var tries = 0
    var httpStatus: Int?
    var resumedFrom: Int64 = 0
    var progress: RunProgress?
    /// When it was last told of.
    var toldAt: Duration?
    var isReportDue = false
    var result: FetchResult?
  }

  private let addresses: [String]
  private let own: OwnUpstream
  private var members: [Member]

  /// - Parameter own: Where addresses that begin with a slash lead to.
  init(addresses: [String], own: OwnUpstream = OwnUpstream(nil)) {
    self.addresses = addresses
    self.own = own
    members = Array(repeating: Member(), count: addresses.count)
  }

  /// Of the members that have ended.
  var summary: FetchSummary { FetchSummary(members.compactMap(\.result)) }

  /// Whether a member's turn has come.
  func hasBegun(_ index: Int) -> Bool { members[index].tries > 0 }

  /// Something has happened in a download. False where its member has ended: what is cancelled may go on for a moment.
  mutating func hear(_ event: DownloadEvent, of index: Int) -> Bool {
    guard members[index].result == nil else { return false }
    switch event {
    case .trying(let number): members[index].tries = number
    case .receiving(_, let status, let resumedFrom):
      members[index].httpStatus = status
      members[index].resumedFrom = resumedFrom
    }
    return true
  }

  /// Bytes of a member have come. Answers with how long to wait until a report is to be made, and with nil where none
  /// is: there is one at a time, so that a slow listener has no backlog. What comes last is told too, or a download
  /// that stalls would seem to have less than it has.
  mutating func receive(_ progress: RunProgress, by index: Int, at now: Duration) -> Duration? {
    guard members[index].result == nil else { return nil }
    members[index].progress = progress
    guard !members[index].isReportDue else { return nil }
    members[index].isReportDue = true
    return members[index].toldAt.map { max(.zero, Self.pace - (now - $0)) } ?? .zero
  }

  /// The newest progress, for the report whose turn has come; nil where the member has ended meanwhile.
  mutating func takeReport(of index: Int, at now: Duration) -> FetchProgress? {
    members[index].isReportDue = false
    guard members[index].result == nil, let progress = members[index].progress else { return nil }
    members[index].toldAt = now
    return FetchProgress(
      index: index,
      url: addresses[index],
      completed: progress.completed,
      total: progress.total,
      resumedFrom: members[index].resumedFrom
    )
  }

  /// A member has ended. Nil where it had before.
  mutating func settle(_ index: Int, _ outcome: Result<DownloadedFile, any Error>) -> FetchResult? {
    guard members[index].result == nil else { return nil }
    let result = result(of: index, outcome)
    members[index].result = result
    return result
  }

  private func result(of index: Int, _ outcome: Result<DownloadedFile, any Error>) -> FetchResult {
    let member = members[index]
    var result = FetchResult(index: index, url: addresses[index], status: Self.status(of: outcome))
    result.attempts = member.tries
    result.httpStatus = member.httpStatus
    result.resumedFrom = member.resumedFrom > 0 ? member.resumedFrom : nil
    switch outcome {
    case .success(let file):
      // A name without a folder is how a person would write it.
      result.path = file.path.hasPrefix("./") ? String(file.path.dropFirst(2)) : file.path
      result.bytes = file.byteCount
      result.httpStatus = file.isUnchanged ? file.head.status : member.httpStatus ?? file.head.status
      result.sha256 = file.sha256
    case .failure(let error):
      result.bytes = member.progress.flatMap { $0.completed > 0 ? $0.completed : nil }
      if let answer = (error as? FetchError)?.answer { result.httpStatus = answer.head.status }
      if result.status == .failed { result.error = own.sentence(of: error) }
    }
    return result
  }

  private static func status(of outcome: Result<DownloadedFile, any Error>) -> FetchResult.Status {
    switch outcome {
    case .success(let file): file.isUnchanged ? .unchanged : .fetched
    case .failure(is CancellationError): .cancelled
    case .failure: .failed
    }
  }
}
