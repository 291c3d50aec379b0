import Errands

/// A batch of animations that is being downloaded.
public final class GifsBatch: Sendable {
  private let work: GifsBatchWork
  private let run: Run<GifsSummary>

  init(_ work: GifsBatchWork, loading: Errand<Void>) {
    self.work = work
    run = work.summary(after: loading).run()
  }

  /// Cancels the downloads that are not done; each is told, and then the batch is done. No effect on a batch
  /// that is.
  public func cancel() { work.cancel() }

  /// The hits that are done so far, in the order of the hits.
  public var results: [GifResult] { work.done }

  /// How it ended, once it has. A waiting task that is cancelled waits on: cancel the batch instead, and it
  /// ends soon.
  public var summary: GifsSummary {
    get async {
      (try? await run.settled.get()) ?? work.summary
    }
  }
}
