/// Where the spans of the trace meet the spans of others: an HTTP client's, say, whose requests are sent by a run.
extension Trace {
  /// The run in whose work the task at hand is; nil where it is in none's, or where nobody observes.
  @TaskLocal package static var caller: RunID?

  /// Does a part of the run's work: what is made in there is known to be made within that run. For where the trace is
  /// observed: out of line, so that what stays in the caller is a load and a branch.
  @usableFromInline
  @inline(never)
  static func calling<Answer>(for run: RunID, _ work: () throws -> Answer) rethrows -> Answer {
    try $caller.withValue(run, operation: work)
  }

  /// The same with work that is done inside a task that waits for it.
  @usableFromInline
  @inline(never)
  static func calling<Answer: Sendable>(
    for run: RunID,
    _ work: @Sendable () async throws -> Answer
  ) async rethrows -> Answer {
    try await $caller.withValue(run, operation: work)
  }

  /// A giver of contexts, which ends when it is let go of.
  package final class SpanContexts: Sendable {
    private let id: UInt64

    fileprivate init(id: UInt64) {
      self.id = id
    }

    deinit {
      // Handed out of the lock: what the giver captured may come back here.
      let former = givers.withLock { givers in
        givers.entries.firstIndex { $0.id == id }.map { givers.entries.remove(at: $0) }
      }
      withExtendedLifetime(former) {}
    }
  }

  /// The context of a run's span, for a tracer that has to understand it; nil where the run has no span of that tracer's.
  /// Both are of types that the core does not know.
  package typealias SpanContextGiver = @Sendable (_ run: RunID, _ tracer: any Sendable) -> (any Sendable)?

  private struct Givers: Sendable {
    var lastID: UInt64 = 0
    var entries: [(id: UInt64, give: SpanContextGiver)] = []
  }

  private static let givers = Lock(Givers())

  /// Asks the giver for the contexts of spans, for as long as what is returned is kept.
  package static func giveSpanContexts(_ give: @escaping SpanContextGiver) -> SpanContexts {
    givers.withLock { givers in
      givers.lastID += 1
      givers.entries.append((givers.lastID, give))
      return SpanContexts(id: givers.lastID)
    }
  }

  /// The context of the span of the run for which the task at hand calls, for this tracer.
  package static func spanContext(for tracer: any Sendable) -> (any Sendable)? {
    guard let caller else { return nil }
    for entry in givers.withLock({ $0.entries }).reversed() {
      if let context = entry.give(caller, tracer) { return context }
    }
    return nil
  }
}
