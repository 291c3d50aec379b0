import Foundation
import GalleryJobs

/// The batches there are, and what can be asked of them.
struct BatchesAnswer: Encodable {
  struct Entry: Encodable {
    let batch: String
    let started: Date
    let progress: PhotoBatchProgress
    /// How it ended; `null` while it has not.
    let done: EndNews?

    init(_ batch: StoredBatch, progress: PhotoBatchProgress) {
      self.batch = batch.id
      self.started = batch.started
      self.progress = progress
      done = batch.ended.map { _ in EndNews(batch) }
    }

    private enum CodingKeys: String, CodingKey { case batch, started, progress, done }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(batch, forKey: .batch)
      try container.encode(started.formatted(.iso8601), forKey: .started)
      try container.encode(progress, forKey: .progress)
      try container.encode(done, forKey: .done)
    }
  }

  /// The latest first, those that have ended lately among them, whichever process began them.
  let batches: [Entry]
  /// Whether there are photos to try it with, at addresses such as `/photos/7.jpg`.
  let samples: Bool
  /// How many addresses a batch may have.
  let most: Int
}
