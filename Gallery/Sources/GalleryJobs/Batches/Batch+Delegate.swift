import Errands

extension Batch {
  /// Delegates: each member's run tells its own, which tells that of the batch. When that has heard of all, it is
  /// done.
  func allByDelegate() -> Errand<Void> {
    .fromCallback("\(name) by delegate") { callback in
      guard !members.isEmpty else { return _ = callback.succeed(()) }
      let scope = Scope()
      callback.onCancel { scope.cancel() }
      let delegate = BatchDelegate(batch: self, callback: callback)
      for (index, member) in members.enumerated() {
        let memberDelegate = MemberDelegate(index: index, batch: delegate)
        let run = member.run(delegate: memberDelegate, in: scope, on: .immediate)
        // A run holds its delegate weakly. This handler, behind it in line, holds it until it has been told.
        run.whenSettled(on: .immediate) { _ in withExtendedLifetime(memberDelegate) {} }
      }
    }
  }
}

private final class MemberDelegate<Value: Sendable>: RunDelegate {
  private let index: Int
  private let batch: BatchDelegate<Value>

  init(index: Int, batch: BatchDelegate<Value>) {
    self.index = index
    self.batch = batch
  }

  func run(_ run: Run<Value>, didSettle outcome: Result<Value, any Error>) {
    batch.member(index, didSettle: outcome)
  }
}

private final class BatchDelegate<Value: Sendable>: Sendable {
  private let batch: Batch<Value>
  private let callback: Callback<Void>
  private let missing: Countdown

  init(batch: Batch<Value>, callback: Callback<Void>) {
    self.batch = batch
    self.callback = callback
    missing = Countdown(from: batch.members.count)
  }

  func member(_ index: Int, didSettle outcome: Result<Value, any Error>) {
    batch.tell(index, outcome)
    if missing.countsLast() { callback.succeed(()) }
  }
}
