import Dispatch

/// Tells what becomes of the covers, one after the other, and adds it up.
final class CoverLedger: Sendable {
  /// Never a thread that a load or a filter needs.
  private let line = DispatchQueue(label: "covers")
  private let onCover: @Sendable (CoverEvent) -> Void
  private let total = Lock(CoversSummary())
  /// The covers that are worked on, until they have been told.
  private let untold = DispatchGroup()

  init(onCover: @escaping @Sendable (CoverEvent) -> Void) {
    self.onCover = onCover
  }

  /// Tells what becomes of a cover that is worked on.
  func follow(_ work: CoverWork) {
    untold.enter()
    work.cover.whenSettled(on: .immediate) { [self] outcome in
      tell(work.event(outcome))
      untold.leave()
    }
  }

  func tell(_ event: CoverEvent) {
    line.async { [self] in
      total.withLock { $0.add(event.result) }
      onCover(event)
    }
  }

  /// What it adds up to, once the outcome of every cover, and everything else so far, has been told.
  ///
  /// To wait for the covers themselves would not do: a task that awaits one goes on before its handlers are called.
  var summary: CoversSummary {
    get async {
      await withCheckedContinuation { continuation in
        untold.notify(queue: line) { [self] in continuation.resume(returning: total.withLock { $0 }) }
      }
    }
  }
}
