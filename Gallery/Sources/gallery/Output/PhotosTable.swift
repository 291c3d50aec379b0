import GalleryJobs

/// How a batch of photos ended, for people at a terminal.
struct PhotosTable {
  let summary: PhotoBatchSummary

  var text: String {
    let counts = [
      "\(summary.succeeded) succeeded", "\(summary.failed) failed", "\(summary.cancelled) cancelled",
    ]
    let limit = summary.timedOut ? " · the time for all of them was over" : ""
    return counts.joined(separator: " · ") + limit + "\n"
  }
}
