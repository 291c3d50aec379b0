extension SettlementState {
  /// Those who are told: handlers, and before them waiters. A cell of one word more would cost a fifth more
  /// memory, so both lie in one place, and most cells have no more than one of either.
  @usableFromInline
  enum Handlers: Sendable {
    case none
    case one(Handler)
    case many([Handler])
    case waiters(Waiters)
    case both(Both)

    /// What few cells have.
    @usableFromInline
    final class Both: @unchecked Sendable {
      // Sendable: only touched under the lock of the cell.
      var waiters: Waiters
      var handlers: Handlers

      init(_ waiters: Waiters, _ handlers: Handlers) {
        self.waiters = waiters
        self.handlers = handlers
      }
    }

    @inlinable
    var isEmpty: Bool {
      if case .none = self { true } else { false }
    }

    @inlinable
    var hasWaiters: Bool {
      switch self {
      case .waiters, .both: true
      case .none, .one, .many: false
      }
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
      case .waiters, .both: appendBehindWaiters(handler)
      }
    }

    @usableFromInline
    mutating func appendBehindWaiters(_ handler: @escaping Handler) {
      switch self {
      case .waiters(let waiters): self = .both(Both(waiters, .one(handler)))
      case .both(let both): both.handlers.append(handler)
      case .none, .one, .many: append(handler)
      }
    }

    mutating func add(_ waiter: Waiter) -> Bool {
      changeWaiters { $0.add(waiter) }
    }

    mutating func remove(_ waiter: Waiter) -> Bool {
      changeWaiters { $0.remove(waiter) }
    }

    mutating func removeFirstWaiter() -> Waiter? {
      hasWaiters ? changeWaiters { $0.removeFirst() } : nil
    }

    private mutating func changeWaiters<Answer>(_ change: (inout Waiters) -> Answer) -> Answer {
      var (waiters, handlers) = (Waiters(), self)
      switch self {
      case .none, .one, .many: break
      case .waiters(let former): (waiters, handlers) = (former, .none)
      case .both(let both): (waiters, handlers) = (both.waiters, both.handlers)
      }
      let answer = change(&waiters)
      if waiters.first == nil {
        self = handlers
      } else if handlers.isEmpty {
        self = .waiters(waiters)
      } else if case .both(let both) = self {
        both.waiters = waiters
      } else {
        self = .both(Both(waiters, handlers))
      }
      return answer
    }

    /// How many handlers there are, the waiters not counted.
    var count: Int {
      switch self {
      case .none, .waiters: 0
      case .one: 1
      case .many(let handlers): handlers.count
      case .both(let both): both.handlers.count
      }
    }

    /// How many waiters there are because of whom the cell is needed; takes time.
    var waiterCount: Int { waiters.count }

    /// Whether there is one of these.
    var isWaitedFor: Bool { waiters.areCounted }

    private var waiters: Waiters {
      switch self {
      case .none, .one, .many: Waiters()
      case .waiters(let waiters): waiters
      case .both(let both): both.waiters
      }
    }

    /// Calls them in the order in which they were registered. Waiters have been woken by then.
    @inlinable
    func callAsFunction(_ outcome: Result<Value, any Error>) {
      switch self {
      case .none, .waiters, .both: break
      case .one(let handler): handler(outcome)
      case .many(let handlers): for handler in handlers { handler(outcome) }
      }
    }
  }
}
