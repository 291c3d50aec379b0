/// The exactly-once rule as a value: no lock, no side effect. Each event answers with what to do.
///
/// It knows that there is an outcome, and not which: so its layout is the same for every value, and neither
/// making nor freeing a cell has to look one up at run time.
@usableFromInline
struct SettlementState<Value: Sendable>: Sendable {
  @usableFromInline typealias Handler = @Sendable (Result<Value, any Error>) -> Void

  @usableFromInline
  enum Phase: Sendable {
    /// Nobody has settled it. Waiters and handlers wait.
    case pending
    /// The outcome is known, and the waiters are being woken, or are about to be.
    case decided
    /// The waiters have been woken, and the handlers are being called. A handler that is registered now is
    /// called behind those that were there before.
    case announcing
    /// Every handler has been called.
    case settled
  }

  @usableFromInline private(set) var phase = Phase.pending
  @usableFromInline private(set) var handlers = Handlers.none
  @usableFromInline private(set) var waiters = Waiters()
  /// Whether one of the handlers is somebody's on the spot.
  @usableFromInline private(set) var isToldOnTheSpot = false

  @inlinable
  init() {}

  /// Spelt out, and not compared: a comparison of its own making is a call into this module.
  @inlinable
  var isPending: Bool {
    if case .pending = phase { true } else { false }
  }

  @inlinable
  var isSettled: Bool {
    if case .settled = phase { true } else { false }
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
  mutating func decide() -> Bool {
    guard isPending else { return false }
    phase = .decided
    return true
  }

  /// True where the waiter waits, false where there is nothing to wait for, or it has given up already.
  @usableFromInline
  mutating func add(_ waiter: Waiter) -> Bool {
    isAnnounced ? false : waiters.add(waiter)
  }

  /// True where the waiter was waiting, and whoever asks has to wake it.
  @usableFromInline
  mutating func remove(_ waiter: Waiter) -> Bool { waiters.remove(waiter) }

  @usableFromInline
  mutating func takeWaiter() -> Waiter? { waiters.removeFirst() }

  /// True where the handler waits, false where it is to be called at once.
  @inlinable
  mutating func register(_ handler: @escaping Handler, isOnTheSpot: Bool = false) -> Bool {
    guard !isSettled else { return false }
    if isOnTheSpot { isToldOnTheSpot = true }
    handlers.append(handler)
    return true
  }

  /// The first handlers to call, or nil where waiters are to be woken before.
  @inlinable
  mutating func announce() -> Handlers? {
    guard waiters.first == nil else { return nil }
    phase = .announcing
    return takeHandlers()
  }

  /// The next handlers to call, or none when all have been called.
  @inlinable
  mutating func takeHandlers() -> Handlers {
    let next = handlers
    handlers = .none
    if case .none = next { phase = .settled }
    return next
  }

  /// The handlers that were there when the outcome was decided, for a cell that tells those who come later at
  /// once.
  @inlinable
  mutating func takeAllHandlers() -> Handlers {
    let all = handlers
    handlers = .none
    return all
  }

  /// The handlers of a cell that goes away unsettled.
  @inlinable
  mutating func takeUntold() -> Handlers {
    isPending ? handlers : .none
  }

  /// Most cells have one handler; it needs no array.
  @usableFromInline
  enum Handlers: Sendable {
    case none
    case one(Handler)
    case many([Handler])

    @inlinable
    var isEmpty: Bool {
      if case .none = self { true } else { false }
    }

    @inlinable
    mutating func append(_ handler: @escaping Handler) {
      switch self {
      case .none: self = .one(handler)
      case .one(let first): self = .many([first, handler])
      case .many(var all):
        self = .none
        all.append(handler)
        self = .many(all)
      }
    }

    var all: [Handler] {
      switch self {
      case .none: []
      case .one(let handler): [handler]
      case .many(let handlers): handlers
      }
    }

    var count: Int {
      switch self {
      case .none: 0
      case .one: 1
      case .many(let handlers): handlers.count
      }
    }

    /// Calls them in the order in which they were registered.
    @inlinable
    func callAsFunction(_ outcome: Result<Value, any Error>) {
      switch self {
      case .none: break
      case .one(let handler): handler(outcome)
      case .many(let handlers): for handler in handlers { handler(outcome) }
      }
    }
  }
}
