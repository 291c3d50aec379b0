import Dispatch

/// Keeps which members of a batch are done, and tells it.
///
/// Everything is told on one serial queue: one thing after the other, the summary last, and never by a thread that
/// a load needs.
final class PhotoRoster: Sendable {
  private let state: Lock<PhotoRosterState>
  private let line = DispatchQueue(label: "photo batch")
  private let onEvent: @Sendable (PhotoBatchEvent) -> Void

  init(addresses: [String], own: OwnUpstream, onEvent: @escaping @Sendable (PhotoBatchEvent) -> Void) {
    state = Lock(PhotoRosterState(addresses: addresses, own: own))
    self.onEvent = onEvent
  }

  var members: [PhotoMember] { state.withLock { $0.members } }
  var progress: PhotoBatchProgress { state.withLock { $0.progress } }
  var summary: PhotoBatchSummary { state.withLock { $0.summary } }

  /// A member is done. No effect where it was done before.
  func settle(_ index: Int, _ outcome: Result<Photo, any Error>) {
    guard let member = state.withLock({ $0.settle(index, outcome) }) else { return }
    line.async { [onEvent] in onEvent(.member(member)) }
    report()
  }

  /// So many bytes of a member have come.
  func receive(_ count: Int64, by index: Int) {
    state.withLock { $0.receive(count, by: index) }
    report()
  }

  /// False where every member is done.
  func end(_ end: PhotoRosterState.End) -> Bool {
    state.withLock { $0.end(end) }
  }

  /// Tells the summary, behind everything else.
  func finish(_ told: @escaping @Sendable (PhotoBatchSummary) -> Void) {
    let summary = summary
    line.async { [onEvent] in
      onEvent(.done(summary))
      told(summary)
    }
  }

  private func report() {
    guard state.withLock({ $0.queueReport() }) else { return }
    line.async { [self] in onEvent(.progress(state.withLock { $0.takeReport() })) }
  }
}
