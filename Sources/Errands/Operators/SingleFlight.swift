/// One piece of work for all runs that ask for the same thing at the same time.
///
/// The first run under a key begins the work. A run that begins while the work is on subscribes to it: to its
/// outcome, and to its progress from where it is. The work has the highest priority of its subscribers, as
/// they come and go; the last subscriber to leave cancels it. Once it has settled, the next run begins it
/// anew: nothing is kept. Work that joins its own key, or waits for itself by way of another key, waits for ever, but
/// does not count as a subscriber of itself: it is cancelled when all others have left.
///
/// ```swift
/// let downloads = SingleFlight<URL, Data>()
///
/// func cover(at address: URL) -> Errand<Data> {
///   downloads.share(fetch(address), for: address)
/// }
/// ```
///
/// Without it the caller would keep a dictionary of tasks, and work out when each may be cancelled.
///
/// Task-local values inside the work are those of the first run's caller. Progress is told inside the report
/// of the work: an observer on ``Delivery/immediate`` that blocks there holds up the work, and with it all
/// its subscribers.
public final class SingleFlight<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let flights = Lock<[Key: Flight]>([:])
  private let joined: (@Sendable (Value) -> Value)?

  /// A register without work.
  public init() { joined = nil }

  /// The same, whose runs have another value where they have joined what was in flight.
  ///
  /// - Parameter joined: Makes it of the value of the work, once for all of them.
  package init(joined: @escaping @Sendable (Value) -> Value) { self.joined = joined }

  /// How many pieces of work are in flight that a run may join.
  public var count: Int { flights.withLock { $0.count } }

  /// The errand as one piece of work under the key: its runs share the work in flight there, whatever errand
  /// that was begun with.
  ///
  /// A run costs about as much as any other, and a look into a dictionary under a lock, however many share
  /// the work.
  public func share(_ errand: Errand<Value>, for key: Key) -> Errand<Value> {
    Errand(label: errand.label, work: .callback { self.join(errand, for: key, $0) })
  }

  /// As ``share(_:for:)``, for runs that bring something to hear of the first one's.
  package func share(
    _ errand: Errand<Value>,
    for key: Key,
    bringing context: (any FlightContext)?
  ) -> Errand<Value> {
    Errand(label: errand.label, work: .callback { self.join(errand, for: key, $0, bringing: context) })
  }

  /// The run of the callback shares the work in flight under the key, or begins it with the errand.
  ///
  /// - Parameter context: Where the work was begun by another run, it is told what that one has brought.
  package func join(
    _ errand: Errand<Value>,
    for key: Key,
    _ callback: Callback<Value>,
    bringing context: (any FlightContext)? = nil
  ) {
    let (priority, within) = (callback.priority, FlightStorage.current)
    let (flight, joined) = flights.withLock { flights in
      // A flight that has just ended takes no subscriber; it is replaced here, or removes itself.
      if let flight = flights[key],
        let joined = flight.state.withLock({ $0.join(callback, priority, within: within) })
      {
        return (flight, joined)
      }
      let flight = Flight(of: self, under: key, for: callback.run.id, context)
      flights[key] = flight
      return (flight, flight.state.withLock { $0.begin(callback, priority, within: within) })
    }
    let subscriber = Subscriber(flight: flight, place: joined.place)
    callback.run.adopt(subscriber)
    // It may have changed before the run knew the subscriber to tell.
    if callback.priority != priority { subscriber.inherit(from: callback.run) }
    if !joined.isFirst, let context, let first = flight.context { context.follow(first) }
    if joined.isFirst { return flight.begin(errand, for: callback.run) }
    callback.run.trace(.joined(flight.beginner))
    if let progress = joined.progress { callback.report(progress) }
    if joined.raises { flight.changePriority() }
  }

  /// Closes the work under such keys to newcomers: a run that begins from now on begins it anew. The runs that share it keep it. Linear
  /// in the pieces of work.
  package func retire(where isOld: (Key) -> Bool) {
    let old = flights.withLock { Array($0.values) }.filter { isOld($0.key) }
    // Freed outside the lock, as in `remove(_:)`.
    withExtendedLifetime(old) { for flight in old { remove(flight) } }
  }

  /// The key is freed outside the lock: its deinit may come back here.
  private func remove(_ flight: Flight) {
    _ = flights.withLock { flights -> (key: Key, value: Flight)? in
      guard let index = flights.index(forKey: flight.key), flights[index].value === flight else { return nil }
      return flights.remove(at: index)
    }
  }

  /// The work under a key, from the first subscriber until it has settled, or the last subscriber has left.
  private final class Flight: Sendable {
    /// Held while the work is on, and no longer.
    private let register: SingleFlight
    let key: Key
    /// The run of the first subscriber.
    let beginner: RunID
    /// What that one has brought.
    let context: (any FlightContext)?
    private let storage = FlightStorage()

    init(of register: SingleFlight, under key: Key, for beginner: RunID, _ context: (any FlightContext)?) {
      self.register = register
      self.beginner = beginner
      self.key = key
      self.context = context
    }

    var state: Lock<FlightState> { _read { yield storage.state } }

    func begin(_ errand: Errand<Value>, for run: AnyRun) {
      FlightStorage.$current.withValue(storage) { beginInside(errand, for: run) }
    }

    private func beginInside(_ errand: Errand<Value>, for run: AnyRun) {
      errand.begin(
        childOf: run,
        entering: { run in
          run.passOnProgress { self.report($0) }
          let place = state.withLock { $0.enter(run) }
          changePriority()
          return place
        },
        handler: { _ in { self.end($0) } }
      )
    }

    func leave(_ place: FlightState.Place) {
      let left = state.withLock { $0.leave(place) }
      withExtendedLifetime(left.subscriber) {}
      let isLost = left.isInDoubt && !storage.isHeld
      if left.isLast || isLost { register.remove(self) }
      (isLost ? state.withLock { $0.close() } : left.run)?.cancel()
      if left.lowers { changePriority() }
    }

    func change(_ place: FlightState.Place, to priority: WorkPriority) {
      if state.withLock({ $0.change(place, to: priority) }) { changePriority() }
    }

    func changePriority() {
      let run = state.withLock { $0.run }
      run?.change(by: .said) { state.withLock { $0.priority } }
    }

    private func report(_ progress: RunProgress) {
      CallRound.make(state.withLock { $0.report(progress) }) { $0.report(progress) }
    }

    private func end(_ outcome: Result<Value, any Error>) {
      let (hasFirst, subscribers) = state.withLock { ($0.hasFirst, $0.end()) }
      register.remove(self)
      let signal = ErasedOutcome(outcome)
      guard let joined = register.joined, subscribers.count > (hasFirst ? 1 : 0) else {
        return CallRound.make(subscribers) { $0.receive(signal) }
      }
      let other = ErasedOutcome(outcome.map(joined))
      let told = subscribers.indices.map { (subscribers[$0], hasFirst && $0 == 0 ? signal : other) }
      CallRound.make(told) { callback, signal in callback.receive(signal) }
    }
  }

  /// A run that shares the work.
  private final class Subscriber: Children {
    private let flight: Flight
    private let place: FlightState.Place

    init(flight: Flight, place: FlightState.Place) {
      self.flight = flight
      self.place = place
    }

    func cancel() { flight.leave(place) }
    func inherit(from parent: AnyRun) { flight.change(place, to: parent.priority) }
  }
}

/// What a run brings to work that it may share: notes about the work, which the first run keeps for all.
package protocol FlightContext: AnyObject, Sendable {
  /// The work in flight is the one that was begun with `first`, which is of the same type.
  func follow(_ first: any FlightContext)
}
