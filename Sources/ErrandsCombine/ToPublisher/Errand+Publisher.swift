public import Errands

extension Errand {
  /// The errand as a publisher, for chains of operators.
  ///
  /// ```swift
  /// let subscription = errand.publisher().map { $0.count }.sink(
  ///   receiveCompletion: { completion in print(completion) },
  ///   receiveValue: { count in print(count) }
  /// )
  /// ```
  ///
  /// - Parameter scope: The lifetime to tie each run to; the publisher does not keep it alive. Where the
  ///   scope has ended, the publisher fails with `CancellationError` and the work never starts.
  @inlinable
  public func publisher(in scope: Scope? = nil) -> ErrandPublisher<Value> {
    if scope == nil, case .success(let value)? = readyOutcome {
      return ErrandPublisher { receiver in
        // There is nothing to run, unless a trace is to see it run.
        if Trace.isObserved { return begin(tiedTo: nil, for: receiver) }
        receiver.receive(value)
      }
    }
    let scope = scope.map(ScopeReference.init)
    return ErrandPublisher { receiver in begin(tiedTo: scope, for: receiver) }
  }

  /// Compiled where the publisher is made, which knows the type of its value. In the subscription, which does
  /// not, the type of each object that a run is made of was looked up at run time: half of what a run took.
  @inlinable
  func begin(tiedTo scope: ScopeReference?, for receiver: OutcomeReceiver<Value>) {
    _ = begin(tiedTo: scope) { run in
      run.whenSettled(on: .immediate) { outcome in
        switch outcome {
        case .success(let value): receiver.receive(value)
        case .failure(let error): receiver.fail(error)
        }
      }
      receiver.keep(run)
    }
  }
}
