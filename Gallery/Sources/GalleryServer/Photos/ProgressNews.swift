import GalleryJobs

/// The event `photos`: how far a batch has come.
struct ProgressNews: Encodable {
  let batch: String
  let progress: PhotoBatchProgress

  /// The event.
  var draft: EventDraft {
    EventDraft(name: "photos", data: JSONText.line(self), topic: .photos, batch: batch)
  }
}
