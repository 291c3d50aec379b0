import Foundation
import GalleryJobs

/// How a way through the wall was, for people at a terminal.
struct CoversTable {
  /// Rows that failed for the same reason.
  struct Failure {
    let sentence: String
    /// The first one first, whichever of them was told first.
    let rows: [Int]
  }

  let summary: CoversSummary
  let failures: [Failure]

  var text: String {
    let counts = [
      "\(summary.shown) shown", "\(summary.cancelled) cancelled", "\(summary.failed) failed",
      "\(Int64(summary.bytesFetched).size) fetched",
    ]
    return ([counts.joined(separator: " · ")] + failures.map(row)).joined(separator: "\n") + "\n"
  }

  /// The place, counted from 1 as people do, and the sentence.
  private func row(_ failure: Failure) -> String {
    let first = failure.rows.first.map { "\($0 + 1)" } ?? ""
    let more = failure.rows.count > 1 ? " and \(failure.rows.count - 1) more" : ""
    return "\(first)\(more)  \(failure.sentence.plain)"
  }
}
