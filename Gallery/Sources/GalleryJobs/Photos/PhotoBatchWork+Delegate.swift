import Errands

extension PhotoBatchWork {
  /// Delegates: each member's run tells its own, which tells that of the batch. When that has heard of all, it is
  /// done.
  func byDelegate() -> Errand<Void> {
    .fromCallback("photos by delegate") { [self] callback in
      guard !indices.isEmpty else { return _ = callback.succeed(()) }
      let delegate = BatchDelegate(work: self, callback: callback)
      for index in indices {
        let member = MemberDelegate(index: index, batch: delegate)
        // A run holds its delegate weakly.
        callback.keepAlive(member)
        photo(index).run(delegate: member, on: .immediate)
      }
    }
  }
}

private final class MemberDelegate: RunDelegate {
  private let index: Int
  private let batch: BatchDelegate

  init(index: Int, batch: BatchDelegate) {
    self.index = index
    self.batch = batch
  }

  func run(_ run: Run<Photo>, didSettle outcome: Result<Photo, any Error>) {
    batch.member(index, didSettle: outcome)
  }
}

private final class BatchDelegate: Sendable {
  private let work: PhotoBatchWork
  private let callback: Callback<Void>
  /// Not those that the roster has: another thread may not have told the one it has just put there.
  private let missing: Countdown

  init(work: PhotoBatchWork, callback: Callback<Void>) {
    self.work = work
    self.callback = callback
    missing = Countdown(from: work.indices.count)
  }

  func member(_ index: Int, didSettle outcome: Result<Photo, any Error>) {
    work.settle(index, outcome)
    if missing.countsLast() { callback.succeed(()) }
  }
}
