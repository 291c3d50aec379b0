import Dispatch

extension Group {
  /// Blocks the calling thread until every member has settled, or the limit has passed. A limit that passes
  /// leaves the work as it is.
  ///
  /// Members whose work needs the blocked thread do not settle meanwhile. Do not call it on the main thread
  /// of an application; in asynchronous code the compiler does not let you.
  ///
  /// - Parameter limit: How long to wait; nil for as long as it takes, zero or less to look and not wait.
  @available(*, noasync, message: "Blocks a thread of the cooperative pool; await outcomes(within:) instead.")
  public func wait(timeout limit: Duration? = nil) -> GroupWait<Value> {
    let completion = Settlement<[Outcome]>()
    let isDone = BlockingSemaphore(value: 0)
    let number = whenEmpty { outcomes in
      completion.settle(.success(outcomes))
      isDone.signal()
    }
    Trampoline.handOver()
    _ = isDone.wait(timeout: limit.map(DispatchTime.after) ?? .distantFuture)
    if case .success(let outcomes) = completion.outcome { return .completed(outcomes) }
    stopWaiting(number)
    return standing
  }

  /// Waits until every member has settled, and gives their outcomes in the order of entering. The members are raised to
  /// the priority of the waiting task; where nobody waits at that priority yet, in time linear in those that have entered
  /// since all had settled.
  ///
  /// - Throws: `CancellationError`, at once, where the waiting task is cancelled. The wait ends; the work
  ///   goes on.
  public func outcomes() async throws -> [Outcome] {
    try await completion.value()
  }

  /// Waits until every member has settled, or the limit has passed. A limit that passes leaves the work as it
  /// is.
  ///
  /// - Throws: `CancellationError`, at once, where the waiting task is cancelled. The wait ends; the work
  ///   goes on.
  public func outcomes<C: Clock>(
    within limit: C.Duration,
    clock: C = ContinuousClock()
  ) async throws -> GroupWait<Value> where C.Duration: Sendable {
    do {
      return .completed(try await completion.timeout(after: limit, clock: clock).value())
    } catch is TimeoutError {
      return standing
    }
  }

  /// A wait as an errand: cancelling its run ends the wait and leaves the members alone.
  private var completion: Errand<[Outcome]> {
    Errand(name: label.name, origin: label.origin) { callback in
      let number = self.whenEmpty { callback.succeed($0) }
      callback.onCancel { self.stopWaiting(number) }
      self.lendPriority(of: callback, as: number)
    }
  }

  /// The answer once the limit has passed. The last member may have settled in that very moment.
  private var standing: GroupWait<Value> {
    state.withLock { state in
      let members = state.members
      guard members.pendingCount > 0 else { return .completed(members.outcomes) }
      return .timedOut(settled: members.count - members.pendingCount, of: members.count)
    }
  }
}

extension DispatchTime {
  /// The time when a duration from now has passed; `.distantFuture` for more than 200 years, which the
  /// nanoseconds of a dispatch time cannot count.
  static func after(_ duration: Duration) -> DispatchTime {
    let (seconds, attoseconds) = duration.components
    guard seconds < 6_000_000_000 else { return .distantFuture }
    guard seconds >= 0, attoseconds >= 0 else { return .now() }
    return .now() + .nanoseconds(Int(seconds * 1_000_000_000 + attoseconds / 1_000_000_000))
  }
}

/// How a wait with a time limit ended.
public enum GroupWait<Value: Sendable>: Sendable {
  /// Every member has settled: their outcomes, in the order of entering.
  case completed([Result<Value, any Error>])
  /// The limit passed first. `settled` members of those that had entered were done; the others go on.
  case timedOut(settled: Int, of: Int)
}
