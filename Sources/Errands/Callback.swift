/// The way in for code that reports its result by a callback: call it once, from any thread.
///
/// The first call settles the run. A later one changes nothing, answers false and is recorded in the trace.
/// Letting go of the last reference without having called it settles the run with ``AbandonedError``.
///
/// ```swift
/// let chart = Errand<Chart>.fromCallback { callback in
///   let request = legacyLoad { chart, error in callback(chart, error) }
///   callback.onCancel { request.stop() }
/// }
/// ```
public final class Callback<Value: Sendable>: Sendable {
  @usableFromInline package let run: Run<Value>

  @inlinable
  init(run: Run<Value>) {
    self.run = run
  }

  @inlinable
  deinit { run.abandon() }

  /// Settles with a result; for callbacks of the shape `(Result)`.
  @inlinable
  @discardableResult
  public func callAsFunction(_ outcome: Result<Value, any Error>) -> Bool {
    run.settle(outcome)
  }

  /// Settles with a value; for callbacks of the shape `(Value)`.
  @inlinable
  @discardableResult
  public func succeed(_ value: Value) -> Bool {
    run.settle(.success(value))
  }

  /// Settles with an error; `CancellationError` settles as cancelled.
  @inlinable
  @discardableResult
  public func fail(_ error: any Error) -> Bool {
    run.settle(.failure(error))
  }

  /// Settles from the shape `(Value?, Error?)`. Where both are given the error counts; where neither is, the
  /// run fails with ``EmptyCallbackError``.
  @inlinable
  @discardableResult
  public func callAsFunction(_ value: Value?, _ error: (any Error)?) -> Bool {
    if let error { return fail(error) }
    guard let value else { return fail(EmptyCallbackError(origin: run.label.origin)) }
    return succeed(value)
  }

  /// Calls the hook when the run is cancelled before it has settled; now, if it has been cancelled already.
  /// Stop the work in it. It is also called where a deadline passes or the callback is dropped, and it is let
  /// go of when the run settles.
  ///
  /// It is called by the thread that cancels. Where several runs are cancelled together, a hook that takes
  /// longer than a millisecond does not hold up the hooks of the others: another thread calls those then,
  /// unless it is the main thread that cancels.
  ///
  /// Handlers of the outcome are called after it: a hook that blocks until they have been called would wait
  /// for ever.
  ///
  /// A hook keeps alive what it captures. Where that in turn holds this callback and may forget to call it,
  /// capture it weakly, or dropping the callback is never noticed.
  @inlinable
  public func onCancel(_ hook: @escaping @Sendable () -> Void) {
    run.onCancel(hook)
  }

  /// Reports how far the work has come. Less than before, more than the total, and anything after the outcome
  /// is not passed on.
  public func report(completed: Int64, total: Int64?) {
    run.report(RunProgress(completed: completed, total: total))
  }

  /// The same, as another run tells it: `run.onProgress(on: .immediate) { callback.report($0) }`.
  public func report(_ progress: RunProgress) {
    run.report(progress)
  }

  /// Tells the trace that the work enters a phase, until it enters the next one or the run settles. Observers show it: as a
  /// slice within the run's, as a span below its span, as a word in a dump.
  ///
  /// ```swift
  /// let cover = Errand<Cover>.fromCallback { callback in
  ///   callback.enter(phase: "decoding")
  ///   callback(Result { try decode(bytes) })
  /// }
  /// ```
  ///
  /// Costs one relaxed load where nobody observes; the name is not made then.
  ///
  /// - Parameter name: One of a few words: each is a time series of its own in metrics.
  @inlinable
  public func enter(phase name: @autoclosure () -> String) {
    run.enter(phase: name())
  }

  /// Hands something to the run's owner on the way to the outcome, in the run's delivery queue, and waits
  /// until it has been taken: the outcome cannot overtake it, and the work cannot run ahead of its owner.
  ///
  /// - Throws: `CancellationError` where the run has settled, the waiting task is cancelled, or the executor
  ///   throws the work away.
  package func deliver(on delivery: Delivery, _ call: @escaping @Sendable () -> Void) async throws {
    let taken = Settlement<Void>()
    let refuse: @Sendable () -> Void = { taken.settle(.failure(CancellationError())) }
    let item = DeliveryQueue.Item.handler(
      delivery,
      call: {
        call()
        taken.settle(.success(()))
      },
      dropped: refuse
    )
    guard run.enqueueBeforeOutcome(item) else { throw CancellationError() }
    try await taken.settled(onCancel: refuse).get()
  }

  /// Keeps an object alive until the run settles: a delegate, say, that its caller holds weakly. No effect
  /// where the run has settled.
  public func keepAlive(_ object: some AnyObject & Sendable) {
    run.keep(object)
  }
}

/// A type-erased callback.
@usableFromInline
protocol ErasedCallback: AnyObject, Sendable {
  var anyRun: AnyRun { get }
  func report(_ progress: RunProgress)
}

extension Callback: ErasedCallback {
  @usableFromInline var anyRun: AnyRun { run }
}

extension Callback {
  /// Settles from an outcome without its type.
  @inlinable
  func receive(_ signal: ErasedOutcome) {
    run.settle(signal.outcome(of: Value.self))
  }
}

extension Callback where Value == Void {
  /// Settles from the shape `(Error?)`.
  @inlinable
  @discardableResult
  public func callAsFunction(_ error: (any Error)?) -> Bool {
    run.settle(error.map { .failure($0) } ?? .success(()))
  }
}

/// A callback of the shape `(Value?, Error?)` was called with neither.
public struct EmptyCallbackError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The line that made the callback.
  public let origin: SourceLocation

  @usableFromInline
  init(origin: SourceLocation) {
    self.origin = origin
  }

  /// A sentence with the line that made the callback.
  public var description: String {
    "The callback made at \(origin) was called with neither a value nor an error."
  }
}
