import Errands

/// A batch of fetches on its way.
public final class FetchRun: Sendable {
  private let work: FetchWork
  private let run: Run<FetchSummary>

  init(_ work: FetchWork, fetching: Errand<Void>) {
    self.work = work
    run = work.summary(after: fetching).run()
  }

  /// Cancels what has not ended; each is told of, and then the batch has ended. What has come of the files stays for
  /// the next run. No effect on a batch that has ended.
  public func cancel() { work.cancel() }

  /// How it ended, once it has: all has been told, and no file is written to any more, unless its disk takes longer than 1.5
  /// seconds to close it. A waiting task that is cancelled waits on: cancel the batch instead, and it ends soon.
  public var summary: FetchSummary {
    get async { (try? await run.settled.get()) ?? work.summary }
  }
}
