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
  @usableFromInline let flights = Lock<[Key: Flight]>([:])
  @usableFromInline let joined: (@Sendable (Value) -> Value)?

  /// A register without work.
  @inlinable
  public init() { joined = nil }

  /// The same, whose runs have another value where they have joined what was in flight.
  ///
  /// - Parameter joined: Makes it of the value of the work, once for all of them.
  @inlinable
  package init(joined: @escaping @Sendable (Value) -> Value) { self.joined = joined }

  /// How many pieces of work are in flight that a run may join.
  @inlinable
  public var count: Int { flights.withLock { $0.count } }

  /// The errand as one piece of work under the key: its runs share the work in flight there, whatever errand
  /// that was begun with.
  ///
  /// A run costs about as much as any other, and a look into a dictionary under a lock, however many share
  /// the work.
  @inlinable
  public func share(_ errand: Errand<Value>, for key: Key) -> Errand<Value> {
    Errand(label: errand.label, work: .callback { self.join(errand, for: key, $0) })
  }

  /// As ``share(_:for:)``, for runs that bring something to hear of the first one's.
  @inlinable
  package func share(
    _ errand: Errand<Value>,
    for key: Key,
    bringing context: (any FlightContext)?
  ) -> Errand<Value> {
    Errand(label: errand.label, work: .callback { self.join(errand, for: key, $0, bringing: context) })
  }

  /// The run of the callback shares the work in flight under the key, or begins it with the errand.
  ///
  /// Compiled into its callers, as is all of a flight that knows the types: looking them up at run time took as long as the rest.
  ///
  /// - Parameter context: Where the work was begun by another run, it is told what that one has brought.
  @inlinable
  package func join(
    _ errand: Errand<Value>,
    for key: Key,
    _ callback: Callback<Value>,
    bringing context: (any FlightContext)? = nil
  ) {
    let newcomer = AnyFlight.Newcomer(callback, context)
    let (flight, joined) = flights.withLock { flights in
      // A flight that has just ended takes no subscriber; it is replaced here, or removes itself.
      if let flight = flights[key], let joined = flight.join(newcomer) { return (flight, joined) }
      let flight = Flight(of: self, under: key, for: newcomer)
      flights[key] = flight
      return (flight, flight.begin(newcomer))
    }
    flight.settleIn(newcomer, joined)
    if joined.isFirst { flight.begin(errand, for: callback.run) }
  }

  /// Closes the work under such keys to newcomers: a run that begins from now on begins it anew. The runs that share it keep it. Linear
  /// in the pieces of work.
  package func retire(where isOld: (Key) -> Bool) {
    let old = flights.withLock { Array($0.values) }.filter { isOld($0.key) }
    // Freed outside the lock, as in `remove(_:)`.
    withExtendedLifetime(old) { for flight in old { remove(flight) } }
  }

  /// The same under one key.
  package func retire(_ key: Key) {
    // Freed outside the lock, as below.
    _ = flights.withLock { $0.removeValue(forKey: key) }
  }

  /// The key is freed outside the lock: its deinit may come back here.
  @inlinable
  func remove(_ flight: Flight) {
    _ = flights.withLock { flights -> (key: Key, value: Flight)? in
      guard let index = flights.index(forKey: flight.key), flights[index].value === flight else { return nil }
      return flights.remove(at: index)
    }
  }

  /// The work under a key, from the first subscriber until it has settled, or the last subscriber has left.
  @usableFromInline
  final class Flight: AnyFlight, @unchecked Sendable {
    // Sendable: adds nothing that changes.
    /// Held while the work is on, and no longer.
    @usableFromInline let register: SingleFlight
    @usableFromInline let key: Key

    @inlinable
    init(of register: SingleFlight, under key: Key, for beginner: Newcomer) {
      self.register = register
      self.key = key
      super.init(beginner)
    }

    @usableFromInline
    override func leaveRegister() { register.remove(self) }

    @inlinable
    func begin(_ errand: Errand<Value>, for run: AnyRun) {
      callInside {
        errand.begin(childOf: run, entering: { self.enter($0) }, handler: { _ in { self.end($0) } })
      }
    }

    @inlinable
    func end(_ outcome: Result<Value, any Error>) {
      let (subscribers, hasFirst) = takeSubscribers()
      register.remove(self)
      var other = outcome
      if let joined = register.joined, subscribers.count > (hasFirst ? 1 : 0) { other = outcome.map(joined) }
      // All of them have come by `join`, which takes callbacks for this type alone.
      CallRound.make(count: subscribers.count) { [other] number in
        let callback = unsafeDowncast(subscribers[number], to: Callback<Value>.self)
        callback(hasFirst && number == 0 ? outcome : other)
      }
    }
  }
}

/// What a run brings to work that it may share: notes about the work, which the first run keeps for all.
@usableFromInline
package protocol FlightContext: AnyObject, Sendable {
  /// The work in flight is the one that was begun with `first`, which is of the same type.
  func follow(_ first: any FlightContext)
}
