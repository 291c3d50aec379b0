import GalleryJobs

/// The event `photos-done`: how a batch ended. The errors have been told with their members.
struct EndNews: Encodable {
  let batch: String
  let succeeded: Int
  let failed: Int
  let cancelled: Int
  let timedOut: Bool

  init(batch: String, summary: PhotoBatchSummary) {
    self.batch = batch
    succeeded = summary.succeeded
    failed = summary.failed
    cancelled = summary.cancelled
    timedOut = summary.timedOut
  }
}
