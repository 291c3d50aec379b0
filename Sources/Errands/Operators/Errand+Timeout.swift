extension Errand {
  /// The same work with a deadline: once `limit` has passed, the run fails with the error that `error` makes,
  /// at once, and the work is cancelled. Where the beginning of the work blocks, observers and handlers are told in
  /// time all the same, but not one who awaits the run on the very thread that it blocks.
  ///
  /// - Parameters:
  ///   - limit: Counted from before the beginning of the work, which may take long itself. More than 200
  ///     years count as 200.
  ///   - clock: What measures the limit; the continuous clock by default.
  ///   - error: Called on a thread that may block, when the limit has passed; gives a ``TimeoutError`` by
  ///     default.
  @inlinable
  public func timeout<C: Clock>(
    after limit: C.Duration,
    clock: C = ContinuousClock(),
    error: @escaping @Sendable () -> any Error = { TimeoutError() }
  ) -> Errand where C.Duration: Sendable {
    around { upstream, callback in
      let limited = Limited(callback.run) { callback.receive($0) }
      let deadline = clock.call(after: limit) { limited.expire(error) }
      callback.run.settlement.whenSettled { _ in deadline.cancel() }
      limited.begin(upstream)
    }
  }
}

extension Callback {
  /// Fails the run with the error that `error` makes once `limit` has passed, and stops its work, unless it has settled by then.
  /// For work that is begun in the run itself, where ``Errand/timeout(after:clock:error:)`` would begin a second one. The error
  /// is made without the task-local values of the caller.
  ///
  /// Compiled into its callers: behind a clock of any type, the value's would have to be looked up at run time.
  @inlinable @inline(__always)
  package func fail<C: Clock>(
    after limit: C.Duration,
    clock: C,
    error: @escaping @Sendable () -> any Error
  ) where C.Duration: Sendable {
    let deadline = clock.call(after: limit) { [run] in
      if run.isRunning { run.stop(with: error()) }
    }
    run.settlement.whenSettled { _ in deadline.cancel() }
  }
}

/// Work that is stopped when its time has passed, which may be before its beginning has come to its end.
@usableFromInline
final class Limited: Sendable {
  private let run: AnyRun
  /// Settles the run.
  private let settle: @Sendable (ErasedOutcome) -> Void
  private let context = TaskContext()
  private let work = Lock<AnyRun?>(nil)

  @usableFromInline
  init(_ run: AnyRun, settle: @escaping @Sendable (ErasedOutcome) -> Void) {
    self.run = run
    self.settle = settle
  }

  @usableFromInline
  func begin(_ upstream: AnyErrand) {
    guard run.isRunning else { return }
    upstream.begin(for: run, settle: settle) { work in self.work.withLock { $0 = work } }
  }

  @usableFromInline
  func expire(_ makeError: () -> any Error) {
    guard run.isRunning else { return }
    let work = work.withLock { $0 }
    // What follows has the context of the caller that ran the errand.
    context.call {
      let error = makeError()
      _ = work?.stop(with: error) ?? run.stop(with: error)
    }
  }
}

/// The work did not end in time.
public struct TimeoutError: Error, Sendable, Equatable, CustomStringConvertible {
  /// An error for work that did not end in time.
  public init() {}

  /// A sentence without details.
  public var description: String { "The work did not end within its time limit." }
}
