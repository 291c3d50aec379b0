import GalleryJobs

/// The event `photos`: how far a batch has come.
struct ProgressNews: Encodable {
  let batch: String
  let progress: PhotoBatchProgress
}
