import Errands

/// A piece of work for a thread of the worker. Its run is settled by its end or by its cancellation,
/// whichever comes first.
final class ImageJob<Value: Sendable>: PerformableJob {
  typealias Work = @Sendable (Interruption) throws -> Value

  private let callback: Callback<Value>
  /// Taken by the thread that does it, or thrown away with all that it captured when it is cancelled before.
  private let work: Lock<Work?>
  private let interruption = Interruption()

  init(callback: Callback<Value>, work: @escaping Work) {
    self.callback = callback
    self.work = Lock(work)
  }

  func perform() {
    guard let work = takeWork() else { return }
    callback(Result { try work(interruption) })
  }

  /// Work that has not begun never begins, and work that runs is stopped where it stands.
  func cancel() {
    interruption.interrupt()
    _ = takeWork()
  }

  private func takeWork() -> Work? {
    work.withLock { work in
      defer { work = nil }
      return work
    }
  }
}
