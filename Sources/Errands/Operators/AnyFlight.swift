/// A piece of shared work, whatever its key and its value: its subscribers, and what they do to it.
///
/// What does not depend on the types lies here, and is compiled once.
@usableFromInline
class AnyFlight: @unchecked Sendable {
  // Sendable: what changes lies behind the lock of the storage.

  /// A run that asks for the work.
  @usableFromInline
  struct Newcomer: Sendable {
    let callback: any ErasedCallback
    let priority: WorkPriority
    /// The shared work in which it was begun; nil where it was begun outside of any.
    let within: FlightStorage?
    let context: (any FlightContext)?

    var run: AnyRun { callback.anyRun }

    @usableFromInline
    init(_ callback: any ErasedCallback, _ context: (any FlightContext)?) {
      self.callback = callback
      self.context = context
      priority = callback.anyRun.priority
      within = FlightStorage.current
    }
  }

  /// The run of the first subscriber.
  private final let beginner: RunID
  /// What that one has brought.
  private final let context: (any FlightContext)?
  private final let storage = FlightStorage()

  @usableFromInline
  init(_ beginner: Newcomer) {
    self.beginner = beginner.run.id
    context = beginner.context
  }

  /// Nobody finds the work by its key any more.
  @usableFromInline
  func leaveRegister() {}

  // MARK: Subscribers

  /// One more subscriber; nil where the work is over.
  @usableFromInline
  final func join(_ newcomer: Newcomer) -> FlightState.Joined? {
    storage.state.withLock { $0.join(newcomer.callback, newcomer.priority, within: newcomer.within) }
  }

  /// The first subscriber.
  @usableFromInline
  final func begin(_ newcomer: Newcomer) -> FlightState.Joined {
    storage.state.withLock { $0.begin(newcomer.callback, newcomer.priority, within: newcomer.within) }
  }

  /// What follows for one that has joined, outside the lock of the register.
  @usableFromInline
  final func settleIn(_ newcomer: Newcomer, _ joined: FlightState.Joined) {
    let run = newcomer.run
    let subscriber = Subscriber(flight: self, place: joined.place)
    run.adopt(subscriber)
    // It may have changed before the run knew the subscriber to tell.
    if run.priority != newcomer.priority { subscriber.inherit(from: run) }
    if joined.isFirst { return }
    if let ours = newcomer.context, let first = context { ours.follow(first) }
    run.trace(.joined(beginner))
    if let progress = joined.progress { newcomer.callback.report(progress) }
    if joined.raises { changePriority() }
  }

  private func leave(_ place: FlightState.Place) {
    let left = storage.state.withLock { $0.leave(place) }
    withExtendedLifetime(left.subscriber) {}
    let mayBeLost = left.isInDoubt && !storage.isHeld
    if left.isLast || mayBeLost { leaveRegister() }
    // Somebody may have joined in between, whom nobody has cancelled. From here on nobody does.
    let isLost = mayBeLost && !storage.isHeld
    (isLost ? storage.state.withLock { $0.close() } : left.run)?.cancel()
    if left.lowers { changePriority() }
  }

  /// - Parameter priority: Asked for inside the lock: of two changes at once, the last one has seen the other.
  private func change(_ place: FlightState.Place, to priority: () -> WorkPriority) {
    if storage.state.withLock({ $0.change(place, to: priority()) }) { changePriority() }
  }

  private func changePriority() {
    let run = storage.state.withLock { $0.run }
    run?.change(by: .said) { storage.state.withLock { $0.priority } }
  }

  // MARK: The work

  /// Calls what begins the work: what is made in there is known to be part of it.
  @usableFromInline
  final func callInside(_ begin: () -> Void) {
    FlightStorage.$current.withValue(storage) { begin() }
  }

  /// The run of the work enters; nil where all subscribers have left before it could begin.
  @usableFromInline
  final func enter(_ run: AnyRun) -> InFlight.Place? {
    run.passOnProgress { self.report($0) }
    let place = storage.state.withLock { $0.enter(run) }
    changePriority()
    return place
  }

  /// Who hears of it is no part of the work: what a handler begins is begun where the run was that it observes.
  private func report(_ progress: RunProgress) {
    CallRound.make(storage.state.withLock { $0.report(progress) }) { subscriber in
      FlightStorage.$current.withValue(subscriber.within) { subscriber.callback.report(progress) }
    }
  }

  /// The work has settled: the subscribers to tell, and whether the one that began it is the first of them.
  @usableFromInline
  final func takeSubscribers() -> (callbacks: [any ErasedCallback], hasFirst: Bool) {
    storage.state.withLock {
      let hasFirst = $0.hasFirst
      return ($0.end(), hasFirst)
    }
  }

  /// A run that shares the work.
  private final class Subscriber: Children {
    private let flight: AnyFlight
    private let place: FlightState.Place

    init(flight: AnyFlight, place: FlightState.Place) {
      self.flight = flight
      self.place = place
    }

    func cancel() { flight.leave(place) }
    func inherit(from parent: AnyRun) { flight.change(place) { parent.priority } }
  }
}
