extension Errand {
  /// The same work, tried again where it fails.
  ///
  /// Each try is a run of its own, so the trace shows them one by one; progress is that of the current try,
  /// as far as it exceeds what was reported before. A run that is cancelled is not tried again, neither
  /// during the work nor in the wait between two tries.
  ///
  /// - Parameters:
  ///   - policy: How many tries, and how long between them; by default that of
  ///     ``RetryPolicy/init(retries:base:cap:)``.
  ///   - clock: What measures the waits; the continuous clock by default.
  ///   - condition: Whether an error is worth another try; by default every one is. Cancellation never is.
  ///   - generator: Makes the random numbers that the waits are drawn with; for tests that want the same
  ///     waits each time.
  @inlinable
  public func retry(
    _ policy: RetryPolicy = RetryPolicy(),
    clock: any Clock<Duration> = ContinuousClock(),
    where condition: @escaping @Sendable (any Error) -> Bool = { _ in true },
    using generator: @escaping @Sendable () -> any RandomNumberGenerator & Sendable = {
      SystemRandomNumberGenerator()
    }
  ) -> Errand {
    around { upstream, callback in
      let tries = RetryLoop(
        upstream: upstream,
        run: callback.run,
        policy: policy,
        clock: clock,
        generator: generator(),
        condition: condition,
        settle: { callback.receive($0) }
      )
      callback.run.adopt(tries)
      tries.begin()
    }
  }
}

/// One run's tries, one after the other.
@usableFromInline
final class RetryLoop: Children {
  private let upstream: AnyErrand
  private let run: AnyRun
  /// Settles the run.
  private let settle: @Sendable (ErasedOutcome) -> Void
  private let policy: RetryPolicy
  private let clock: any Clock<Duration>
  private let condition: @Sendable (any Error) -> Bool
  private let state = Lock(RetryState())
  private let generator: Lock<any RandomNumberGenerator & Sendable>

  @usableFromInline
  init(
    upstream: AnyErrand,
    run: AnyRun,
    policy: RetryPolicy,
    clock: any Clock<Duration>,
    generator: any RandomNumberGenerator & Sendable,
    condition: @escaping @Sendable (any Error) -> Bool,
    settle: @escaping @Sendable (ErasedOutcome) -> Void
  ) {
    self.upstream = upstream
    self.run = run
    self.settle = settle
    self.policy = policy
    self.clock = clock
    self.condition = condition
    self.generator = Lock(generator)
  }

  @usableFromInline
  func begin() {
    guard let number = state.withLock({ $0.begin() })?.number else { return }
    // A try may end on any thread, and the next one has the context of the caller that ran the errand.
    let context = TaskContext()
    let sink = ErasedObserver(
      parent: run,
      places: run.places,
      begins: { attempt in
        self.keep(attempt, forTry: number)
        return attempt.isRunning
      },
      report: { self.run.report($0) },
      receive: { self.receive($0, ofTry: number, context) }
    )
    upstream.begin(sink)
  }

  private func receive(_ signal: ErasedOutcome, ofTry number: Int, _ context: TaskContext) {
    guard !state.withLock({ $0.isCancelled }) else { return }
    guard case .failure(let error) = signal, !(error is CancellationError), number <= policy.retries
    else { return settle(signal) }
    context.call { decide(on: error, ofTry: number) }
  }

  private func decide(on error: any Error, ofTry number: Int) {
    guard condition(error) else { return settle(.failure(error)) }
    // Not under the lock: the generator is user code. One try ends at a time.
    var generator = generator.withLock { $0 }
    let wait = policy.wait(afterTry: number, using: &generator)
    self.generator.withLock { $0 = generator }
    let context = TaskContext()
    let nextTry = clock.call(after: wait) { context.call { self.begin() } }
    keep(nextTry, forTry: number)
  }

  private func keep(_ current: any Cancellable, forTry number: Int) {
    switch state.withLock({ $0.keep(current, forTry: number) }) {
    case .kept, .isOver: break
    case .cancelled: current.cancel()
    }
  }

  @usableFromInline
  func inherit(from parent: AnyRun) {
    let current = state.withLock { $0.current as? AnyRun }
    current?.inherit(from: parent)
  }

  @usableFromInline
  func cancel() {
    state.withLock { $0.cancel() }?.cancel()
  }
}

/// Which try it is, and what is in flight: a try, or the wait for the next one; a value. What it gives away is freed
/// outside the lock.
struct RetryState: Sendable {
  enum Keeping: Sendable {
    /// In the place of this one, which was in flight before.
    case kept(former: (any Cancellable)?)
    /// The wait is over already, and the next try has begun.
    case isOver
    /// It is to be cancelled.
    case cancelled
  }

  private var number = 0
  private(set) var current: (any Cancellable)?
  private(set) var isCancelled = false

  init() {}

  /// The next try; nil where there is to be none.
  mutating func begin() -> (number: Int, former: (any Cancellable)?)? {
    guard !isCancelled else { return nil }
    number += 1
    return (number, current.take())
  }

  mutating func keep(_ current: any Cancellable, forTry number: Int) -> Keeping {
    guard !isCancelled else { return .cancelled }
    guard number == self.number else { return .isOver }
    defer { self.current = current }
    return .kept(former: self.current)
  }

  /// What is in flight, to be cancelled.
  mutating func cancel() -> (any Cancellable)? {
    isCancelled = true
    return current.take()
  }
}
