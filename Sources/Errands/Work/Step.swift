/// An operator on an errand: part of a chain.
///
/// A chain is held by its last step, and is as deep as it is long. So it must not be walked, run or let go of
/// by recursion: 512 KiB of stack have to do for a million steps.
@usableFromInline
final class Step: @unchecked Sendable {
  // Sendable: nothing changes, but that the last owner takes the chain apart when it lets go of it.

  /// What the step does.
  @usableFromInline
  enum Role: Sendable {
    /// Goes on with a value, which is an object of class ``ValueBox``; failures pass by.
    case value(@Sendable (AnyObject) -> AnyErrand)
    /// Goes on with an error; values pass by.
    case failure(@Sendable (any Error) -> AnyErrand)
    /// Looks on at the end, however it comes, cancellation too.
    case ending(@Sendable () -> Void)
    /// Runs the errand before it by itself, as a deadline or a retry does.
    case around(Around)
  }

  /// How a step runs the errand before it.
  @usableFromInline
  final class Around: Sendable {
    /// The name of the whole, so that none of a thousand deadlines around one another has to walk to the
    /// chain's beginning for it.
    let label: Label
    let begin: @Sendable (AnyErrand, any ErasedCallback) -> Void

    @usableFromInline
    init(label: Label, begin: @escaping @Sendable (AnyErrand, any ErasedCallback) -> Void) {
      self.label = label
      self.begin = begin
    }
  }

  @exclusivity(unchecked) private(set) var upstream: AnyErrand
  @exclusivity(unchecked) private(set) var role: Role
  /// Runs the errand that ends with this step, as the child of another run.
  let begin: @Sendable (Step, ErasedObserver) -> Void

  @usableFromInline
  init(
    _ upstream: AnyErrand,
    role: Role,
    begin: @escaping @Sendable (Step, ErasedObserver) -> Void
  ) {
    self.upstream = upstream
    self.role = role
    self.begin = begin
  }

  /// Stands for an upstream that has been taken away. One for all steps: an error for each would cost an
  /// allocation.
  private static let taken = AnyErrand.failure(CancellationError())
  private static let nothing = Role.ending {}

  deinit {
    var last = takeUpstream()
    while last != nil, isKnownUniquelyReferenced(&last) {
      // Freed here, one after the other, each without anything behind it.
      last = last?.takeUpstream()
    }
    // The closure of a step may hold errands, whose steps hold others.
    if Trampoline.hasRoom { return }
    var held = Self.nothing
    swap(&held, &role)
    Trampoline.free(consume held)
  }

  private func takeUpstream() -> Step? {
    guard case .step(let step) = upstream else { return nil }
    upstream = Self.taken
    return step
  }

  /// Begins the errand that ends with this step.
  @usableFromInline
  func start(_ callback: any ErasedCallback) {
    guard case .around(let around) = role else { return Chain(callback).start(self) }
    // Each of a thousand deadlines around one errand begins the next: not inside one another.
    Trampoline.run(Beginning { around.begin(self.upstream, callback) }) { $0.body() }
  }

  private final class Beginning: Sendable {
    let body: @Sendable () -> Void

    init(body: @escaping @Sendable () -> Void) {
      self.body = body
    }
  }
}

extension Errand {
  /// This errand with one step more.
  @inlinable
  func step<Next>(_ role: Step.Role, to type: Next.Type = Next.self) -> Errand<Next> {
    let step = Step(erased, role: role) { step, sink in
      Errand<Next>(label: step.label, work: .step(step)).begin(for: sink)
    }
    return Errand<Next>(label: label, work: .step(step))
  }
}

extension Errand {
  /// An errand that runs this one in its own way: `begin` is given it, and the callback to settle.
  @inlinable
  func around(_ begin: @escaping @Sendable (AnyErrand, Callback<Value>) -> Void) -> Errand {
    step(.around(Step.Around(label: label) { begin($0, unsafeDowncast($1, to: Callback<Value>.self)) }))
  }
}

extension Step {
  @usableFromInline var label: Label { AnyErrand.step(self).label }
}
