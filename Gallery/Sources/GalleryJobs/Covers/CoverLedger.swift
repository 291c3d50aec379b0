import Dispatch

/// Tells what becomes of the covers, one after the other, and adds it up.
final class CoverLedger: Sendable {
  /// Never a thread that a load or a filter needs.
  private let line = DispatchQueue(label: "covers")
  private let onCover: @Sendable (CoverEvent) -> Void
  private let total = Lock(CoversSummary())

  init(onCover: @escaping @Sendable (CoverEvent) -> Void) {
    self.onCover = onCover
  }

  /// Tells what becomes of a cover that is worked on.
  func follow(_ work: CoverWork) {
    work.cover.whenSettled(on: .immediate) { [self] in tell(work.event($0)) }
  }

  func tell(_ event: CoverEvent) {
    line.async { [self] in
      total.withLock { $0.add(event.result) }
      onCover(event)
    }
  }

  /// What it adds up to, once everything so far has been told.
  var summary: CoversSummary {
    get async {
      await withCheckedContinuation { continuation in
        line.async { [self] in continuation.resume(returning: total.withLock { $0 }) }
      }
    }
  }
}
