import Errands
import GalleryJobs

/// Says how the loads of models go: JSON lines for scripts; a line of progress and a table for people. What went wrong
/// is said to people in any case.
final class ModelsTeller: Sendable {
  private struct State {
    var settled = 0
    /// In the order in which they began.
    var loading: [String] = []
    var isOver = false
    var failures: [String] = []
    var stored: [(address: String, stored: StoredModel<Article>)] = []
  }

  private let count: Int
  private let json: Bool
  private let line: ProgressLine
  private let state = Lock(State())

  init(count: Int, json: Bool, showsProgress: Bool) {
    self.count = count
    self.json = json
    line = ProgressLine(label: "Loading articles", isShown: showsProgress)
  }

  func tell(_ change: ModelState<Article>, of address: String) {
    let settled = state.withLock { state -> Int? in
      guard !state.isOver else { return nil }
      state.loading.removeAll { $0 == address }
      switch change {
      case .idle: break
      case .loading: state.loading.append(address)
      case .loaded(let stored): state.stored.append((address, stored))
      case .failed(let error): state.failures.append("\(error)")
      }
      if change.isSettled { state.settled += 1 }
      return state.settled
    }
    guard let settled else { return }
    say(change, of: address)
    line.show(JobProgress(settled: settled, of: count))
  }

  private func say(_ change: ModelState<Article>, of address: String) {
    if json { Output.line(ModelChange(url: address, state: change)) }
  }

  /// Ends what it says, and tells how many have failed. What is still being loaded was cancelled, which ends the wait for it
  /// before it ends itself: the program would be gone before that is said.
  func finish() -> Int {
    let cancelled = state.withLock { state in
      state.isOver = true
      return state.loading
    }
    for address in cancelled { say(.idle, of: address) }
    line.clear()
    let (failures, stored) = state.withLock { ($0.failures, $0.stored) }
    if !json { Output.write(table(of: stored, failed: failures.count)) }
    for failure in failures { Output.complain(failure.plain) }
    return failures.count
  }

  private func table(of stored: [(address: String, stored: StoredModel<Article>)], failed: Int) -> String {
    let rows = stored.sorted { $0.stored.id < $1.stored.id }.flatMap { address, stored in
      ["\(stored.id)  \(stored.model.title)", "   \(stored.model.author) · \(address.redactedAddress)"]
    }
    let counts = "\(stored.count) loaded · \(failed) failed"
    return (rows.map(\.plain) + [counts]).joined(separator: "\n") + "\n"
  }
}
