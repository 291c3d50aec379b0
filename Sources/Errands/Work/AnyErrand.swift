/// A type-erased errand, as a chain of operators handles it. What goes in and what comes out is cast by the
/// operators, whose signatures make sure that the types fit.
@usableFromInline
enum AnyErrand: Sendable {
  /// Already there: an object of class ``ValueBox``.
  case value(AnyObject & Sendable)
  case failure(any Error)
  /// An operator on another errand.
  case step(Step)
  case root(Root)

  /// An errand that is no operator on another one.
  @usableFromInline
  final class Root: Sendable {
    let label: Label
    /// Whether its work is a task, in which it settles.
    let isTask: Bool
    let begin: @Sendable (ErasedObserver) -> Void

    @usableFromInline
    init(label: Label, isTask: Bool, begin: @escaping @Sendable (ErasedObserver) -> Void) {
      self.label = label
      self.isTask = isTask
      self.begin = begin
    }
  }

  /// Whether the first errand of the chain is a task.
  @usableFromInline
  var beginsWithTask: Bool {
    var errand = self
    while case .step(let step) = errand { errand = step.upstream }
    if case .root(let root) = errand { return root.isTask }
    return false
  }

  /// Begins a run for the observer, where there is anything to run.
  func begin(_ sink: ErasedObserver) {
    switch self {
    case .value(let value): sink.receive(.value(value))
    case .failure(let error): sink.receive(.failure(error))
    case .step(let step): step.begin(step, sink)
    case .root(let root): root.begin(sink)
    }
  }

  /// Begins a run that does the work of another one, and ends with it.
  ///
  /// - Parameter settle: Settles that one.
  @usableFromInline
  func begin(
    for run: AnyRun,
    settle: @escaping @Sendable (ErasedOutcome) -> Void,
    begins: @escaping @Sendable (AnyRun) -> Void = { _ in }
  ) {
    begin(
      ErasedObserver(
        parent: run,
        places: run.places,
        begins: { work in
          begins(work)
          run.adopt(work)
          return work.isRunning
        },
        report: { run.report($0) },
        // What was stopped because the run has ended is no second settlement of it.
        receive: { if run.isRunning { settle($0) } }
      )
    )
  }

  /// What the first errand of the chain is called.
  var label: Label {
    var errand = self
    while case .step(let step) = errand {
      if case .around(let around) = step.role { return around.label }
      errand = step.upstream
    }
    if case .root(let root) = errand { return root.label }
    return Label(name: "value", origin: SourceLocation())
  }
}

/// A type-erased outcome.
@usableFromInline
enum ErasedOutcome: Sendable {
  /// An object of class ``ValueBox``.
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
    case .success: self = .value(ValueBox(outcome))
    case .failure(let error): self = .failure(error)
    }
  }

  /// The outcome, of the type that the caller knows it to have.
  @inlinable
  func outcome<Value: Sendable>(of type: Value.Type) -> Result<Value, any Error> {
    switch self {
    case .value(let value): unsafeDowncast(value, to: ValueBox<Value>.self).outcome
    case .failure(let error): .failure(error)
    }
  }
}

/// The observer of a run, without the type of its value.
@usableFromInline
struct ErasedObserver: Sendable {
  /// The parent of the observed run.
  @usableFromInline let parent: AnyRun
  /// The queues in which the parent has a place, as it does nothing but wait.
  @usableFromInline let places: WorkPlaces
  /// Is told of the run before its work starts, so that a cancellation finds it however long its beginning
  /// takes. False where the work must not begin, as the run has been cancelled by then.
  @usableFromInline let begins: @Sendable (AnyRun) -> Bool
  @usableFromInline let report: @Sendable (RunProgress) -> Void
  @usableFromInline let receive: @Sendable (ErasedOutcome) -> Void
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
    case .function(let function):
      .root(AnyErrand.Root(label: label, isTask: function.isTask) { sink in begin(for: sink) })
    }
  }

  /// Runs the errand as the child of another run.
  @inlinable
  func begin(for sink: ErasedObserver) {
    let run = Run<Value>(label: label, registry: nil, parent: sink.parent)
    run.places = sink.places
    run.passOnProgress(to: sink.report)
    run.settlement.whenSettled { [receive = sink.receive] in receive(ErasedOutcome($0)) }
    guard sink.begins(run) else { return }
    run.keepUp(with: sink.parent)
    run.begin(work)
  }
}
