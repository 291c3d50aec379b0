import Errands
import GalleryJobs

/// Says what becomes of the covers: JSON lines for scripts; a line of progress, and how many there were, for people. What went
/// wrong is said to people in any case.
final class CoversTeller: Sendable {
  private struct State {
    var done = 0
    var bytes: Int64 = 0
    /// The place of the first row that failed so. A list that does not come is the reason of a hundred.
    var failures: [String: Int] = [:]
  }

  private let count: Int
  private let json: Bool
  private let line: ProgressLine
  private let state = Lock(State())

  init(count: Int, json: Bool, showsProgress: Bool) {
    self.count = count
    self.json = json
    line = ProgressLine(label: "Scrolling through covers", isShown: showsProgress)
  }

  func tell(_ result: CoverResult) {
    let isNews = state.withLock { state in
      state.done += 1
      state.bytes += Int64(result.bytes)
      line.show(JobProgress(settled: state.done, of: count, bytes: state.bytes))
      guard let error = result.error else { return false }
      let first = state.failures[error]
      state.failures[error] = min(first ?? result.index, result.index)
      return first == nil
    }
    guard json else { return }
    Output.line(result)
    if isNews, let error = result.error { Output.complain(error.plain) }
  }

  func finish(_ summary: CoversSummary) {
    line.clear()
    guard !json else { return Output.line(End(summary: summary)) }
    let counts = [
      "\(summary.shown) shown", "\(summary.cancelled) cancelled", "\(summary.failed) failed",
      "\(Int64(summary.bytesFetched).size) fetched",
    ]
    Output.write(counts.joined(separator: " · ") + "\n")
    // The first one first, whichever of them was told first.
    for (sentence, _) in state.withLock({ $0.failures }).sorted(by: { $0.value < $1.value }) {
      Output.complain(sentence.plain)
    }
  }

  /// The last line.
  private struct End: Encodable {
    let summary: CoversSummary
  }
}
