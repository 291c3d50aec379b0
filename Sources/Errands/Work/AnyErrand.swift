/// An errand whose type has been forgotten, as a chain of operators handles it. What goes in and what comes out
/// is cast by the operators, whose signatures saw to it that the types fit.
@usableFromInline
enum AnyErrand: Sendable {
  /// Already there: an object of class ``Settled``.
  case value(AnyObject & Sendable)
  case failure(any Error)
  /// An operator on another errand.
  case step(Step)
  case root(Root)

  /// An errand that is no operator on another one.
  @usableFromInline
  final class Root: Sendable {
    let label: Label
    let begin: @Sendable (Sink) -> AnyRun

    @usableFromInline
    init(label: Label, begin: @escaping @Sendable (Sink) -> AnyRun) {
      self.label = label
      self.begin = begin
    }
  }

  /// Begins a run for the sink; nil where there is nothing to run.
  func begin(_ sink: Sink) -> AnyRun? {
    switch self {
    case .value(let value): sink.receive(.value(value))
    case .failure(let error): sink.receive(.failure(error))
    case .step(let step): return step.begin(step, sink)
    case .root(let root): return root.begin(sink)
    }
    return nil
  }

  /// Begins a run that does the work of the callback's, and ends with it.
  ///
  /// - Parameter receive: Told of the outcome; by default the callback is.
  func begin(
    for callback: any ErasedCallback,
    receive: (@Sendable (Signal) -> Void)? = nil
  ) -> AnyRun? {
    let run = begin(
      Sink(
        parent: callback.runID,
        report: { callback.report($0) },
        receive: receive ?? { callback.receive($0) }
      )
    )
    if let run { callback.onCancel { run.cancel() } }
    return run
  }

  /// What the first errand of the chain is called.
  var label: Label {
    var errand = self
    while case .step(let step) = errand { errand = step.upstream }
    if case .root(let root) = errand { return root.label }
    return Label(name: "value", origin: SourceLocation())
  }
}

/// Who waits for the end of a run whose type has been forgotten.
@usableFromInline
struct Sink: Sendable {
  /// The run on whose behalf the other one is.
  @usableFromInline let parent: RunID
  @usableFromInline let report: @Sendable (RunProgress) -> Void
  @usableFromInline let receive: @Sendable (Signal) -> Void
}

/// An outcome whose type has been forgotten.
@usableFromInline
enum Signal: Sendable {
  /// An object of class ``Settled``.
  case value(AnyObject & Sendable)
  case failure(any Error)

  var errand: AnyErrand {
    switch self {
    case .value(let value): .value(value)
    case .failure(let error): .failure(error)
    }
  }

  @inlinable
  init<Value: Sendable>(_ outcome: Result<Value, any Error>) {
    switch outcome {
    case .success: self = .value(Settled(outcome))
    case .failure(let error): self = .failure(error)
    }
  }

  /// The outcome, by one who knows its type.
  @inlinable
  func outcome<Value: Sendable>(of type: Value.Type) -> Result<Value, any Error> {
    switch self {
    case .value(let value): unsafeDowncast(value, to: Settled<Value>.self).outcome
    case .failure(let error): .failure(error)
    }
  }
}

extension Errand {
  /// The same errand without its type.
  @inlinable
  var erased: AnyErrand {
    switch work {
    case .settled(let settled):
      switch settled.outcome {
      case .success: .value(settled)
      case .failure(let error): .failure(error)
      }
    case .step(let step): .step(step)
    default: .root(AnyErrand.Root(label: label) { sink in begin(for: sink) })
    }
  }

  /// Runs the errand on behalf of another run.
  @inlinable
  func begin(for sink: Sink) -> AnyRun {
    begin(in: nil as ScopeRegistry?, parent: sink.parent) { run in
      run.onProgress(on: .immediate, sink.report)
      run.settlement.whenSettled { sink.receive(Signal($0)) }
    }
  }
}
