extension SettlementState {
  /// Those who are told: handlers, and before them waiters. A cell of one word more would cost a fifth more
  /// memory, so both lie in one place, and most cells have no more than one of either.
  @usableFromInline
  enum Handlers: Sendable {
    case none
    case one(Handler)
    /// One that is told on the spot, in its turn: only ``Run`` knows whether somebody is before it.
    case spot(Handler)
    case many([Entry])
    case waiters(Waiters)
    case both(Both)

    /// One of many.
    @usableFromInline
    struct Entry: Sendable {
      @usableFromInline let handler: Handler
      @usableFromInline let isOnTheSpot: Bool

      @usableFromInline
      init(_ handler: @escaping Handler, isOnTheSpot: Bool) {
        self.handler = handler
        self.isOnTheSpot = isOnTheSpot
      }

      @inlinable
      static func areOfOneKind(_ entries: [Entry]) -> Bool {
        entries.allSatisfy { $0.isOnTheSpot == entries[0].isOnTheSpot }
      }
    }

    /// What few cells have.
    @usableFromInline
    final class Both: @unchecked Sendable {
      // Sendable: only touched under the lock of the cell.
      @usableFromInline var waiters: Waiters
      @usableFromInline var handlers: Handlers

      @inlinable
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
      case .none, .one, .spot, .many: false
      }
    }

    @inlinable
    mutating func append(_ handler: @escaping Handler, isOnTheSpot: Bool) {
      if isEmpty {
        self = isOnTheSpot ? .spot(handler) : .one(handler)
      } else {
        append(Entry(handler, isOnTheSpot: isOnTheSpot))
      }
    }

    @usableFromInline
    mutating func append(_ entry: Entry) {
      switch self {
      case .none: append(entry.handler, isOnTheSpot: entry.isOnTheSpot)
      case .one(let first): self = .many([Entry(first, isOnTheSpot: false), entry])
      case .spot(let first): self = .many([Entry(first, isOnTheSpot: true), entry])
      case .many(var all):
        self = .none
        all.append(entry)
        self = .many(all)
      case .waiters(let waiters):
        let both = Both(waiters, .none)
        both.handlers.append(entry)
        self = .both(both)
      case .both(let both): both.handlers.append(entry)
      }
    }

    @inlinable
    mutating func add(_ waiter: Waiter) -> Bool {
      changeWaiters { $0.add(waiter) }
    }

    @inlinable
    mutating func remove(_ waiter: Waiter) -> Bool {
      changeWaiters { $0.remove(waiter) }
    }

    @inlinable
    mutating func removeFirstWaiter() -> Waiter? {
      hasWaiters ? changeWaiters { $0.removeFirst() } : nil
    }

    @inlinable
    mutating func changeWaiters<Answer>(_ change: (inout Waiters) -> Answer) -> Answer {
      var (waiters, handlers) = (Waiters(), self)
      switch self {
      case .none, .one, .spot, .many: break
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

    /// Whether some are not on the spot.
    @inlinable
    var haveOthers: Bool {
      switch self {
      case .none, .spot, .waiters: false
      case .one: true
      case .many(let entries): entries.contains { !$0.isOnTheSpot }
      case .both(let both): both.handlers.haveOthers
      }
    }

    /// Takes out those that are not on the spot. There are no waiters any more by then.
    mutating func removeOthers() -> [Entry] {
      switch self {
      case .none, .spot, .waiters, .both: return []
      case .one(let handler):
        self = .none
        return [Entry(handler, isOnTheSpot: false)]
      case .many(let entries):
        self = .none
        for entry in entries where entry.isOnTheSpot { append(entry) }
        return entries.filter { !$0.isOnTheSpot }
      }
    }

    /// How many handlers there are, the waiters not counted.
    var count: Int {
      switch self {
      case .none, .waiters: 0
      case .one, .spot: 1
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
      case .none, .one, .spot, .many: Waiters()
      case .waiters(let waiters): waiters
      case .both(let both): both.waiters
      }
    }

    /// Calls them in the order in which they were registered. Waiters have been woken by then.
    ///
    /// - Parameter run: Whose turns those take who are told on the spot.
    @inlinable
    func tell(_ outcome: Result<Value, any Error>, of run: Run<Value>?) {
      switch self {
      case .none, .waiters, .both: break
      case .one(let handler), .spot(let handler): tell(handler, isOnTheSpot: hasSpot, outcome, of: run)
      case .many(let entries):
        if Entry.areOfOneKind(entries) {
          for entry in entries { tell(entry.handler, isOnTheSpot: entry.isOnTheSpot, outcome, of: run) }
        } else {
          tellApart(entries, outcome, of: run)
        }
      }
    }

    /// Handlers on the spot are strangers to what else is done with the outcome: neither is to hold up the other.
    @usableFromInline
    func tellApart(_ entries: [Entry], _ outcome: Result<Value, any Error>, of run: Run<Value>?) {
      let isFirstOnTheSpot = entries[0].isOnTheSpot
      CallRound.make([isFirstOnTheSpot, !isFirstOnTheSpot]) { kind in
        for entry in entries where entry.isOnTheSpot == kind {
          tell(entry.handler, isOnTheSpot: kind, outcome, of: run)
        }
        if kind == false { run?.settlement.tellOthers(outcome) }
      }
    }

    @inlinable
    func tell(
      _ handler: @escaping Handler,
      isOnTheSpot: Bool,
      _ outcome: Result<Value, any Error>,
      of run: Run<Value>?
    ) {
      if isOnTheSpot, let run { run.tellOnTheSpot(handler, outcome) } else { handler(outcome) }
    }

    /// Of a cell that is no run's.
    @inlinable
    func callAsFunction(_ outcome: Result<Value, any Error>) { tell(outcome, of: nil) }

    @inlinable
    var hasSpot: Bool {
      if case .spot = self { true } else { false }
    }
  }
}
