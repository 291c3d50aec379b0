import GalleryJobs

/// The event `photos-done`: how a batch ended. The errors have been told with their members.
struct EndNews: Encodable {
  let batch: String
  let succeeded: Int
  let failed: Int
  let cancelled: Int
  let timedOut: Bool

  init(_ batch: StoredBatch) {
    self.batch = batch.id
    succeeded = batch.succeeded
    failed = batch.failed
    cancelled = batch.cancelled
    timedOut = batch.timedOut
  }
}
