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
        callback: callback,
        policy: policy,
        clock: clock,
        generator: generator(),
        condition: condition
      )
      callback.run.adopt(tries)
      tries.begin()
    }
  }
}

/// One run's tries, one after the other.
private final class RetryLoop: Children {
  private struct State {
    var number = 0
    var generator: any RandomNumberGenerator & Sendable
    /// In flight: a try, or the wait for the next one.
    var current: (any Cancellable)?
    var isCancelled = false
  }

  private let upstream: AnyErrand
  private let callback: any ErasedCallback
  private let policy: RetryPolicy
  private let clock: any Clock<Duration>
  private let condition: @Sendable (any Error) -> Bool
  private let state: Lock<State>

  init(
    upstream: AnyErrand,
    callback: any ErasedCallback,
    policy: RetryPolicy,
    clock: any Clock<Duration>,
    generator: any RandomNumberGenerator & Sendable,
    condition: @escaping @Sendable (any Error) -> Bool
  ) {
    self.upstream = upstream
    self.callback = callback
    self.policy = policy
    self.clock = clock
    self.condition = condition
    state = Lock(State(generator: generator))
  }

  func begin() {
    let (number, former) = state.withLock { state -> (Int?, (any Cancellable)?) in
      guard !state.isCancelled else { return (nil, nil) }
      state.number += 1
      return (state.number, state.current.take())
    }
    withExtendedLifetime(former) {}
    guard let number else { return }
    // A try may end on any thread, and the next one has the context of the caller that ran the errand.
    let context = TaskContext()
    let sink = ErasedObserver(
      parent: callback.anyRun,
      places: callback.anyRun.places,
      begins: { self.keep($0, forTry: number) },
      report: { self.callback.report($0) },
      receive: { self.receive($0, ofTry: number, context) }
    )
    upstream.begin(sink)
  }

  private func receive(_ signal: ErasedOutcome, ofTry number: Int, _ context: TaskContext) {
    guard !state.withLock({ $0.isCancelled }) else { return }
    guard case .failure(let error) = signal, !(error is CancellationError), number <= policy.retries
    else { return callback.receive(signal) }
    context.call { decide(on: error, ofTry: number) }
  }

  private func decide(on error: any Error, ofTry number: Int) {
    guard condition(error) else { return callback.receive(.failure(error)) }
    // Not under the lock: the generator is user code. One try ends at a time.
    var generator = state.withLock { $0.generator }
    let wait = policy.wait(afterTry: number, using: &generator)
    state.withLock { $0.generator = generator }
    let context = TaskContext()
    let nextTry = clock.call(after: wait) { context.call { self.begin() } }
    keep(nextTry, forTry: number)
  }

  /// A wait may be over, and the next try begun, before it is kept.
  private func keep(_ current: any Cancellable, forTry number: Int) {
    let (former, isCancelled) = state.withLock { state -> ((any Cancellable)?, Bool) in
      guard !state.isCancelled, state.number == number else { return (nil, state.isCancelled) }
      defer { state.current = current }
      return (state.current, false)
    }
    withExtendedLifetime(former) {}
    if isCancelled { current.cancel() }
  }

  func inherit(from parent: AnyRun) {
    let current = state.withLock { $0.current as? AnyRun }
    current?.inherit(from: parent)
  }

  func cancel() {
    let current = state.withLock { state in
      state.isCancelled = true
      defer { state.current = nil }
      return state.current
    }
    current?.cancel()
  }
}
