import Errands
import GalleryJobs

/// Says what becomes of the covers: JSON lines for scripts; a line of progress, and a table of what went wrong, for
/// people.
final class CoversTeller: Sendable {
  private struct State {
    var done = 0
    var bytes: Int64 = 0
    /// Rows that failed, by sentence. A list that does not come is the reason of a hundred.
    var failures: [String: [Int]] = [:]
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
      let isNews = state.failures[error] == nil
      state.failures[error, default: []].append(result.index)
      return isNews
    }
    guard json else { return }
    Output.line(result)
    if isNews, let error = result.error { Output.complain(error.plain) }
  }

  func finish(_ summary: CoversSummary) {
    line.clear()
    guard !json else { return Output.line(End(summary: summary)) }
    let failures = state.withLock { state in
      state.failures.map { sentence, rows in CoversTable.Failure(sentence: sentence, rows: rows.sorted()) }
    }.sorted { $0.rows.lexicographicallyPrecedes($1.rows) }
    Output.write(CoversTable(summary: summary, failures: failures).text)
  }

  /// The last line.
  private struct End: Encodable {
    let summary: CoversSummary
  }
}
