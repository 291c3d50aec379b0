import Errands
import Foundation

/// A batch of photos that is being loaded.
public final class PhotoBatchRun: Sendable {
  private let work: PhotoBatchWork
  private let run: Run<PhotoBatchSummary>

  init(_ work: PhotoBatchWork, loading: Errand<Void>) {
    self.work = work
    run = work.summary(after: loading).run()
  }

  /// That of the batch, by which the trace knows it.
  public var id: RunID { run.id }

  /// Cancels the members that are not done; each is told, and then the batch is done. No effect on a batch that
  /// is.
  public func cancel() { work.end(.cancelled) }

  /// The members that are done so far, in the order of the addresses.
  public var members: [PhotoMember] { work.roster.members }

  /// How far it has come.
  public var progress: PhotoBatchProgress { work.roster.progress }

  /// How it ended, or `nil` while it has not.
  public var result: PhotoBatchSummary? { try? run.outcome?.get() }

  /// How it ended, once it has. A waiting task that is cancelled waits on: cancel the batch instead, and it ends
  /// soon.
  public var summary: PhotoBatchSummary {
    get async {
      (try? await run.settled.get()) ?? work.roster.summary
    }
  }
}
