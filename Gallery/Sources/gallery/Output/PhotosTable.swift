import GalleryJobs

/// How a batch of photos ended, for people at a terminal.
struct PhotosTable {
  let summary: PhotoBatchSummary

  var text: String {
    let counts = [
      "\(summary.succeeded) succeeded", "\(summary.failed) failed", "\(summary.cancelled) cancelled",
    ]
    let limit = summary.timedOut ? " · the time for all of them was over" : ""
    let rows = summary.errors.map(row)
    return ([counts.joined(separator: " · ") + limit] + rows).joined(separator: "\n") + "\n"
  }

  /// The place, counted from 1 as people do, and the sentence, in which the address is.
  private func row(_ failure: PhotoBatchSummary.Failure) -> String {
    let place = String(failure.index + 1)
    let width = String((summary.errors.last?.index ?? 0) + 1).count
    let indent = String(repeating: " ", count: width - place.count)
    return "\(indent)\(place)  \(failure.error.plain)"
  }
}
