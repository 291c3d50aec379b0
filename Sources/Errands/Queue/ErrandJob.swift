/// A run that waits for its turn, and the work to start it with when the turn has come.
final class ErrandJob<Value: Sendable>: QueuedJob {
  /// Let go of at the start: the queue knows who runs, and must not keep alive what only the start needs.
  private let work: Lock<Work<Value>?>
  private let run: Run<Value>

  init(_ work: Work<Value>, _ run: Run<Value>) {
    self.work = Lock(work)
    self.run = run
  }

  /// A run that was cancelled after it was taken from the line never starts, and gives its place back at once.
  func start(settled: @escaping @Sendable () -> Void) {
    guard let work = work.withLock({ $0.take() }) else { return }
    run.settlement.whenSettled { _ in settled() }
    run.start(work)
  }

  func stop(with error: any Error) {
    run.stop(with: error)
  }
}
