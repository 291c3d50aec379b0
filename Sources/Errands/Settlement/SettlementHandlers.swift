extension SettlementState {
  /// What is told the outcome: handlers, and before them waiters. A cell of one word more would cost a fifth
  /// more memory, so both lie in one place, and most cells have no more than one of either.
  @usableFromInline
  package enum Handlers: Sendable {
    case none
    case one(Handler)
    /// A handler on the spot, called in its turn: only ``Run`` knows whether another delivery is before it.
    case spot(Handler)
    case stranger(Handler)
    case owned(Handler)
    case many([Entry])
    case waiters(Waiters)
    case both(Both)

    /// One of many.
    @usableFromInline
    package struct Entry: Sendable {
      @usableFromInline let handler: Handler
      @usableFromInline let kind: HandlerKind

      @usableFromInline
      init(_ handler: @escaping Handler, _ kind: HandlerKind) {
        self.handler = handler
        self.kind = kind
      }
    }

    /// What few cells have.
    @usableFromInline
    package final class Both: @unchecked Sendable {
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
    package var isEmpty: Bool {
      if case .none = self { true } else { false }
    }

    @inlinable
    var hasWaiters: Bool {
      switch self {
      case .waiters, .both: true
      case .none, .one, .spot, .stranger, .owned, .many: false
      }
    }

    @inlinable
    mutating func append(_ handler: @escaping Handler, _ kind: HandlerKind) {
      guard isEmpty else { return append(Entry(handler, kind)) }
      switch kind {
      case .queued: self = .one(handler)
      case .spot: self = .spot(handler)
      case .stranger: self = .stranger(handler)
      case .owned: self = .owned(handler)
      }
    }

    @usableFromInline
    mutating func append(_ entry: Entry) {
      switch self {
      case .none: append(entry.handler, entry.kind)
      case .one, .spot, .stranger, .owned: if let only { self = .many([only, entry]) }
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
      case .none, .one, .spot, .stranger, .owned, .many: break
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

    /// Whether some of the handlers hand over to an executor.
    @inlinable
    var areQueued: Bool {
      switch self {
      case .none, .spot, .stranger, .owned, .waiters: false
      case .one: true
      case .many(let entries): entries.contains { $0.kind == .queued }
      case .both(let both): both.handlers.areQueued
      }
    }

    /// Takes out the handlers of these kinds. There are no waiters any more by then.
    mutating func remove(where isWanted: (HandlerKind) -> Bool) -> [Entry] {
      let all = entries
      let removed = all.filter { isWanted($0.kind) }
      guard !removed.isEmpty else { return [] }
      self = .none
      for entry in all where !isWanted(entry.kind) { append(entry) }
      return removed
    }

    private var entries: [Entry] {
      if case .many(let entries) = self { entries } else { only.map { [$0] } ?? [] }
    }

    /// The handler, where there is one and no other.
    private var only: Entry? {
      switch self {
      case .none, .many, .waiters, .both: nil
      case .one(let handler): Entry(handler, .queued)
      case .spot(let handler): Entry(handler, .spot)
      case .stranger(let handler): Entry(handler, .stranger)
      case .owned(let handler): Entry(handler, .owned)
      }
    }

    /// How many handlers there are, the waiters not counted.
    @inlinable
    package var count: Int {
      switch self {
      case .none, .waiters: 0
      case .one, .spot, .stranger, .owned: 1
      case .many(let handlers): handlers.count
      case .both(let both): both.handlers.count
      }
    }

    /// Whether a waiter needs the cell; linear time.
    var isWaitedFor: Bool {
      switch self {
      case .none, .one, .spot, .stranger, .owned, .many: false
      case .waiters(let waiters): waiters.areCounted
      case .both(let both): both.waiters.areCounted
      }
    }

    /// Calls the handlers, those of one kind in the order in which they were registered. Waiters have been
    /// woken by then.
    ///
    /// - Parameter run: The run in whose delivery queue the handlers on the spot take their turns.
    @inlinable
    consuming func tell(_ outcome: Result<Value, any Error>, of run: Run<Value>?) {
      switch consume self {
      case .none, .waiters, .both: break
      case .one(let handler), .stranger(let handler), .owned(let handler):
        handler(outcome)
      case .spot(let handler): Self.tellOnTheSpot(handler, outcome, of: run)
      case .many(let entries): Self.tell(entries, outcome, of: run)
      }
    }

    @inlinable
    static func tell(_ entries: [Entry], _ outcome: Result<Value, any Error>, of run: Run<Value>?) {
      // A key path would be looked up at run time, each time.
      HandlerKind.tell(entries.map { $0.kind }) { places in
        let kind = entries[places[0]].kind
        if let run, kind.isOnTheSpot { return run.tellOnTheSpot(entries, places, outcome) }
        for place in places { entries[place].handler(outcome) }
        if case .queued = kind { run?.settlement.tellQueued(outcome) }
      }
    }

    @inlinable
    static func tellOnTheSpot(
      _ handler: @escaping Handler,
      _ outcome: Result<Value, any Error>,
      of run: Run<Value>?
    ) {
      if let run { run.tellOnTheSpot(handler, outcome) } else { handler(outcome) }
    }

    /// Calls the handlers of a cell that belongs to no run.
    @inlinable
    package consuming func callAsFunction(_ outcome: Result<Value, any Error>) { tell(outcome, of: nil) }
  }
}
