/// What an errand does when it is run.
@usableFromInline
enum Work<Value: Sendable>: Sendable {
  case function(WorkFunction<Value>)
  /// Nothing: the outcome is known.
  case settled(ValueBox<Value>)
  /// An operator on another errand.
  case step(Step)

  /// Whether it begins with a task, so that no user code runs inside the beginning.
  @inlinable
  var beginsWithTask: Bool {
    switch self {
    case .function(let function): function.isTask
    case .settled: false
    case .step(let step): AnyErrand.step(step).beginsWithTask
    }
  }

  /// What it does, where it is an asynchronous function and nothing else: it has no use for its run.
  @inlinable
  var asyncFunction: (@Sendable () async throws -> Value)? {
    guard case .function(let function) = self, case .task(let operation) = function.kind else { return nil }
    return operation
  }

  /// Hands a callback to code that settles it. What the code throws settles the run too.
  @inlinable
  static func callback(_ start: @escaping @Sendable (Callback<Value>) throws -> Void) -> Work {
    .function(WorkFunction(.callback(start)))
  }

  /// Hands the run to code that starts its work, now or later; the trace hears of the start only then.
  @inlinable
  static func deferred(_ start: @escaping @Sendable (Run<Value>) -> Void) -> Work {
    .function(WorkFunction(.deferred(start)))
  }

  /// Runs an asynchronous function in a task of its own.
  @inlinable
  static func task(_ operation: @escaping @Sendable () async throws -> Value) -> Work {
    .function(WorkFunction(.task(operation)))
  }

  /// The same, with the run's callback, to report and to deliver with.
  @inlinable
  static func reportingTask(_ operation: @escaping @Sendable (Callback<Value>) async throws -> Value) -> Work
  {
    .function(WorkFunction(.reportingTask(operation)))
  }
}

/// The function that begins an errand's work.
///
/// It may hold errands, which hold other errands. Freeing a hundred thousand of them inside one another would
/// overflow the stack, so this object, of which each level has one, frees what it holds in a loop where the
/// stack is nearly used up.
@usableFromInline
final class WorkFunction<Value: Sendable>: @unchecked Sendable {
  // Sendable: nothing changes but in the deinit.
  @usableFromInline
  enum Kind: Sendable {
    case callback(@Sendable (Callback<Value>) throws -> Void)
    case deferred(@Sendable (Run<Value>) -> Void)
    case task(@Sendable () async throws -> Value)
    case reportingTask(@Sendable (Callback<Value>) async throws -> Value)
    case freed
  }

  @exclusivity(unchecked) @usableFromInline private(set) var kind: Kind

  @inlinable
  init(_ kind: Kind) { self.kind = kind }

  /// Whether the work is done in a task of its own.
  @inlinable
  var isTask: Bool {
    switch kind {
    case .task, .reportingTask: true
    case .callback, .deferred, .freed: false
    }
  }

  deinit {
    if Trampoline.hasRoom { return }
    var held = Kind.freed
    swap(&held, &kind)
    Trampoline.free(consume held)
  }
}

/// An outcome that needs no run; also what a step of a chain hands to the next.
///
/// It asks for no room on the stack when it is freed, as ``WorkFunction`` does: each step of a chain frees one. So errands
/// of which each is the value of the next are freed by recursion.
@usableFromInline
final class ValueBox<Value: Sendable>: SettlementStorage<Result<Value, any Error>>, @unchecked Sendable {
  // Sendable: what is stored does not change.
  @inlinable
  override init(_ outcome: Result<Value, any Error>) {
    super.init(outcome)
  }

  @inlinable
  var outcome: Result<Value, any Error> { stored }
}
