import Errands
import GalleryJobs

/// Says what happens in a batch of photos: JSON lines for scripts; a line of progress, and how many there were, for people.
/// What went wrong is said to people in any case.
struct PhotosTeller: Sendable {
  private let json: Bool
  private let line: ProgressLine

  init(json: Bool, showsProgress: Bool) {
    self.json = json
    line = ProgressLine(label: "Loading photos", isShown: showsProgress)
  }

  @Sendable func tell(_ event: PhotoBatchEvent) {
    switch event {
    case .progress(let progress):
      line.show(JobProgress(settled: progress.settled, of: progress.total, bytes: progress.bytes))
    case .member(let member):
      if json { Output.line(member) }
    case .done(let summary):
      line.clear()
      if json { Output.line(Done(done: summary)) } else { Output.write(PhotosTable(summary: summary).text) }
      for failure in summary.errors { Output.complain(failure.error.plain) }
      if summary.timedOut {
        Output.complain("The time for all of them was over; allow more with --group-timeout.")
      }
    }
  }

  /// The last line.
  private struct Done: Encodable {
    let done: PhotoBatchSummary
  }
}
