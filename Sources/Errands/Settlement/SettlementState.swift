/// The exactly-once rule as a value: no lock, no side effect. Each event answers with what to do.
///
/// It knows that there is an outcome, and not which: so its layout is the same for every value, and neither
/// making nor freeing a cell has to look one up at run time.
@usableFromInline
package struct SettlementState<Value: Sendable>: Sendable {
  @usableFromInline package typealias Handler = @Sendable (Result<Value, any Error>) -> Void

  @usableFromInline
  enum Phase: Sendable {
    /// Not settled. Waiters and handlers wait.
    case pending
    /// The outcome is known, and the waiters are being woken, or are about to be.
    case decided
    /// The waiters have been woken, and the handlers are being called. A handler that is registered now is
    /// called behind those of its kind; a stranger at once.
    case announcing
    /// Every handler has been called.
    case settled
  }

  @usableFromInline private(set) var phase = Phase.pending
  /// Whether one of the handlers was, or is, to be called on the spot.
  @usableFromInline private(set) var isToldOnTheSpot = false
  /// Whether handlers that hand over to an executor are being called. Another one that comes now is told
  /// behind them; else it need not wait for handlers of other kinds, one of which may block.
  @usableFromInline private(set) var areQueuedInHand = false
  @usableFromInline package private(set) var handlers = Handlers.none

  @inlinable
  package init() {}

  /// Spelt out, and not compared: a comparison of its own making is a call into this module.
  @inlinable
  package var isPending: Bool {
    if case .pending = phase { true } else { false }
  }

  /// Whether waiters have been woken.
  @inlinable
  var isAnnounced: Bool {
    switch phase {
    case .pending, .decided: false
    case .announcing, .settled: true
    }
  }

  /// The first outcome wins; false for every later one.
  @inlinable
  package mutating func decide() -> Bool {
    guard isPending else { return false }
    phase = .decided
    return true
  }

  /// True where the waiter waits, false where there is nothing to wait for, or it has given up already.
  @inlinable
  package mutating func add(_ waiter: Waiter) -> Bool {
    isAnnounced ? false : handlers.add(waiter)
  }

  /// True where the waiter was waiting, and the caller has to wake it.
  @inlinable
  package mutating func remove(_ waiter: Waiter) -> Bool { handlers.remove(waiter) }

  /// The next waiter to wake. A ``WaitingHandler`` becomes one of the handlers.
  @inlinable
  package mutating func takeWaiter() -> Waiter? {
    let waiter = handlers.removeFirstWaiter()
    if let waiter, waiter.isHandler { lineUp(waiter) }
    return waiter
  }

  @usableFromInline
  mutating func lineUp(_ waiter: Waiter) {
    let waiting = unsafeDowncast(waiter, to: WaitingHandler<Value>.self)
    handlers.append(waiting.handler, .stranger)
  }

  /// True where the handler waits, false where it is to be called at once.
  @inlinable
  package mutating func register(_ handler: @escaping Handler, as kind: HandlerKind = .queued) -> Bool {
    // Where all have been told, too: a report may still wait on the spot, before the handler that comes now.
    if kind.isOnTheSpot { isToldOnTheSpot = true }
    switch phase {
    case .pending, .decided: break
    case .announcing: if kind.isToldAtOnce(areQueuedInHand: areQueuedInHand) { return false }
    case .settled: return false
    }
    handlers.append(handler, kind)
    return true
  }

  /// Gives the first handlers to call. False where waiters are to be woken before.
  @inlinable
  mutating func announce(_ next: inout Handlers) -> Bool {
    if handlers.hasWaiters { return false }
    phase = .announcing
    takeHandlers(&next)
    return true
  }

  /// Gives the next handlers to call, or none when all have been called.
  ///
  /// Exchanged and not copied, which would retain them once more.
  @inlinable
  mutating func takeHandlers(_ next: inout Handlers) {
    if handlers.isEmpty { phase = .settled } else { areQueuedInHand = handlers.areQueued }
    swap(&next, &handlers)
  }

  /// Gives the next handlers that hand over to an executor, to the thread that has told the ones before.
  mutating func takeQueued() -> [Handlers.Entry] {
    let queued = handlers.remove { $0 == .queued }
    areQueuedInHand = !queued.isEmpty
    return queued
  }

  /// The handlers of a cell that goes away unsettled.
  @inlinable
  package mutating func takeUntold() -> Handlers {
    defer { handlers = .none }
    return isPending ? handlers : .none
  }
}

/// How a handler relates to the others of its outcome: handlers of different kinds must not hold up one
/// another.
@usableFromInline
package enum HandlerKind: Sendable {
  /// Called on the spot. All of these count as one executor's, and so are told in order.
  case spot
  /// The same for an owner, who may have gone: it takes its turn by itself.
  case owned
  /// Hands over to an executor; in order, as two handlers may hand over to the same one.
  case queued
  /// Continues other work: what depends on the outcome, or was made of it. Independent of others of its kind,
  /// too.
  case stranger

  /// Spelt out, and not compared: a comparison of its own making is a call into this module.
  @inlinable
  package var isOnTheSpot: Bool {
    switch self {
    case .spot, .owned: true
    case .queued, .stranger: false
    }
  }

  @inlinable
  var isOwned: Bool {
    if case .owned = self { true } else { false }
  }

  /// Whether a handler that comes while others are being told need not wait behind them.
  @usableFromInline
  package func isToldAtOnce(areQueuedInHand: Bool) -> Bool {
    self == .stranger || self == .queued && !areQueuedInHand
  }

  /// Makes the calls of handlers of these kinds; those that keep an order are one call.
  ///
  /// - Parameter call: Gets the places of the handlers to call. A list of the handlers themselves would be of
  ///   a type that has to be looked up at run time, which took as long as the rest of a link in a chain of
  ///   dependents.
  @usableFromInline
  package static func tell(_ kinds: [HandlerKind], _ call: @escaping @Sendable (_ places: [Int]) -> Void) {
    CallRound.make(calls(kinds), call)
  }

  /// First the handlers that only hand over, and those on the spot last: where no thread may help with the
  /// round, they hold up none of the others.
  private static func calls(_ kinds: [HandlerKind]) -> [[Int]] {
    var (queued, strangers, spot): ([Int], [[Int]], [Int]) = ([], [], [])
    for (place, kind) in kinds.enumerated() {
      switch kind {
      case .queued: queued.append(place)
      case .stranger: strangers.append([place])
      case .spot, .owned: spot.append(place)
      }
    }
    return ([queued] + strangers + [spot]).filter { !$0.isEmpty }
  }
}
