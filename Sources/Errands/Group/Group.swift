/// Many runs as one.
///
/// A group completes when every member that has entered it has settled, never before, and gives every
/// member's outcome in the order of entering. Like a dispatch group it may be used again after that; outcomes
/// add up. Unlike a dispatch group it cannot be left too often, which would crash, nor too seldom, which
/// would hang.
///
/// ```swift
/// let covers = Group<Picture>()
/// for album in albums { covers.add(cover(of: album)) }
/// let outcomes = try await covers.outcomes()
/// ```
///
/// A group keeps nothing of a settled member but its outcome. Members in flight keep the group alive: letting
/// go of it neither stops them nor loses a notification.
public final class Group<Value: Sendable>: Sendable {
  /// How a member ended.
  public typealias Outcome = Result<Value, any Error>

  /// What the group is called in the trace; its source line where it was given no name.
  public var name: String { label.description }

  let state = Lock(GroupState<Value>())
  let label: Label

  /// An empty group.
  ///
  /// - Parameter name: What it is called in the trace; by default its source line.
  public init(_ name: String? = nil, fileID: String = #fileID, line: UInt = #line) {
    label = Label(name: name, origin: SourceLocation(fileID: fileID, line: line))
  }

  /// How many members have entered.
  public var memberCount: Int { state.withLock { $0.members.count } }

  /// How many members have not settled.
  public var pendingCount: Int { state.withLock { $0.members.pendingCount } }

  /// Whether ``cancel()`` has been called, or the group has failed fast.
  public var isCancelled: Bool { state.withLock { $0.isCancelled } }

  /// Members settled, of members entered; the total grows with every member that enters.
  public var progress: RunProgress { state.withLock { $0.members.progress } }

  /// The error of the member that failed first in time, or nil while none has.
  var firstFailure: (any Error)? { state.withLock { $0.members.firstFailure } }

  /// Starts the work as a member of the group.
  ///
  /// - Parameter scope: The lifetime to tie the member to. Where it has ended, or the group has been
  ///   cancelled, the member settles as cancelled and the work never starts.
  @discardableResult
  public func add(_ errand: Errand<Value>, in scope: Scope? = nil) -> Run<Value> {
    let place = takePlace()
    return errand.begin(in: scope) { run in follow(run, at: place) }
  }

  /// Enters a member by hand; settling the callback is how it leaves.
  ///
  /// A second call changes nothing and is recorded in the trace, where a second `leave()` crashes. A callback
  /// that is dropped without having been called settles the member with ``AbandonedError``, which names the
  /// line of this call, where a missing `leave()` hangs.
  ///
  /// In a cancelled group the member has settled already, and hooks of ``Callback/onCancel(_:)`` are called
  /// when they are registered.
  public func enter(fileID: String = #fileID, line: UInt = #line) -> Callback<Value> {
    let member = Run<Value>(name: nil, origin: SourceLocation(fileID: fileID, line: line))
    member.trace(.started)
    follow(member, at: takePlace())
    return Callback(run: member)
  }

  /// Cancels every member in flight, oldest first, and every later one before its work starts. No effect the
  /// second time.
  public func cancel() {
    CallRound.make(state.withLock { $0.cancel() }) { $0.cancel() }
  }

  private func takePlace() -> Int {
    let (place, followers, over) = state.withLock { $0.enter() }
    CallRound.make(followers) { $0() }
    withExtendedLifetime(over) {}
    return place
  }

  /// By the settlement itself, not by the run's delivery queue: there the group would wait behind the
  /// member's own handlers, for ever where they belong on the thread that waits for the group.
  private func follow(_ run: Run<Value>, at place: Int) {
    run.settlement.whenSettled(as: .stranger) { outcome in self.settle(outcome, at: place) }
    let (begins, lent) = state.withLock { ($0.begin(run, at: place), $0.lentPriority) }
    if let lent { run.escalate(to: lent) }
    if !begins { run.cancel() }
  }

  private func settle(_ outcome: Outcome, at place: Int) {
    let departure = state.withLock { $0.settle(outcome, at: place) }
    for waiter in departure.waiters { waiter(departure.outcomes) }
    CallRound.make(departure.followers) { $0() }
    CallRound.make(departure.listeners) { [outcomes = departure.outcomes] in $0.hear(outcomes) }
  }

  /// Calls `completion` once with every outcome when no member is in flight: now, where none is.
  ///
  /// - Returns: What ``stopWaiting(_:)`` takes, or nil where it has been called.
  func whenEmpty(
    following follower: GroupState<Value>.Follower? = nil,
    _ completion: @escaping GroupState<Value>.Waiter
  ) -> Int? {
    switch state.withLock({ $0.wait(completion, following: follower) }) {
    case .began(let number): return number
    case .completed(let outcomes):
      completion(outcomes)
      return nil
    }
  }

  /// The members are raised to the priority of the run that waits for them: those in flight, and until it waits no more
  /// also those to come.
  ///
  /// - Parameter number: What ``whenEmpty(following:_:)`` has answered with.
  func lendPriority<Answer>(of callback: Callback<Answer>, as number: Int?) {
    guard let number else { return }
    callback.onPriorityChange { self.lend($0, by: number) }
  }

  private func lend(_ priority: WorkPriority, by number: Int) {
    for member in state.withLock({ $0.lend(priority, by: number) }) { member.escalate(to: priority) }
  }

  func stopWaiting(_ number: Int?) {
    guard let number else { return }
    // Handed out of the lock: what the closures captured may come back to the group when it is freed.
    _ = state.withLock { $0.stopWaiting(number) }
  }
}

extension Group: Cancellable {}
