import Errands

extension EagerSettlement {
  /// Wakes those who wait, and tells the handlers.
  @inlinable
  final func tell() {
    guard let outcome = storedValue else { return }
    var only: EagerHandler<Value>?
    var others: [EagerHandler<Value>]?
    while !lock.withLock({ _ in state.takeAll(&only, &others) }) {
      if let run = wakeWaiters(outcome) { return tell(outcome, behind: run) }
    }
    if let only = only.take() { tell(only, outcome) } else if let others { tell(others, outcome) }
  }

  /// No waiter waits for a handler, or for a report.
  ///
  /// - Returns: The run of which an observer of this cell is still to be told a report on the spot.
  @usableFromInline
  @discardableResult
  final func wakeWaiters(_ outcome: Outcome) -> AnyRun? {
    while true {
      let (waiter, run) = lock.withLock { _ in
        let waiter = state.takeWaiter()
        return (waiter, waiter == nil ? state.crowd?.reporting.take() : nil)
      }
      guard let waiter else { return run }
      waiter.wake(outcome.failure)
    }
  }

  @inlinable
  final func tell(_ only: EagerHandler<Value>, _ outcome: Outcome) {
    only.call(outcome)
    switch only.kind {
    case .queued, .foreign: handOverOthers(only.kind, outcome)
    case .step, .link, .wait: break
    }
  }

  @inlinable
  final func tell(_ handlers: [EagerHandler<Value>], _ outcome: Outcome) {
    let row = EagerRow(handlers)
    CallRound.make(count: row.callCount) { number in
      let call = row.call(number)
      for place in call { row.handlers[place].call(outcome) }
      switch row.handlers[call.lowerBound].kind {
      case .queued: self.handOverOthers(.queued, outcome)
      case .foreign: self.handOverOthers(.foreign, outcome)
      case .step, .link, .wait: break
      }
    }
  }

  /// Tells the handlers that came while those before them were handed over to executors of their kind: told at once, they
  /// overtook these.
  @usableFromInline
  final func handOverOthers(_ kind: EagerKind, _ outcome: Outcome) {
    var lined = lock.withLock { _ in state.takeLined(kind) }
    while !lined.isEmpty {
      for handler in lined { handler.call(outcome) }
      lined = lock.withLock { _ in state.takeLined(kind) }
    }
  }

  /// To be called by the deinit: all that waits is told that nothing will come.
  @usableFromInline
  final func abandon() {
    while let waiter = state.takeWaiter() { waiter.wake(Abandonment(origin: nil)) }
    let handlers = state.takeUntold()
    if !handlers.isEmpty { Trampoline.run(EagerUntold(handlers)) { $0.tell() } }
    // A long chain of cells, each of which is the source of the next, would be freed by recursion.
    if state.source != nil, !Trampoline.hasRoom { Trampoline.free(state.source.take()) }
  }
}

/// The handlers of one outcome in the order in which they are told.
///
/// First those that only hand over, and those on the spot last: where no thread may help with the round, they hold up
/// none of the others. What keeps an order is one call of the round; each link is one of its own, as nobody is to wait
/// for what stands on another.
@usableFromInline
struct EagerRow<Value: Sendable>: Sendable {
  @usableFromInline let handlers: [EagerHandler<Value>]
  @usableFromInline let queued: Int
  @usableFromInline let foreign: Int
  @usableFromInline let apart: Int

  @inlinable
  init(_ handlers: [EagerHandler<Value>]) {
    var (queued, foreign, apart) = (0, 0, 0)
    for handler in handlers {
      switch handler.kind {
      case .queued: queued += 1
      case .foreign: foreign += 1
      case .link, .wait: apart += 1
      case .step: break
      }
    }
    (self.queued, self.foreign, self.apart) = (queued, foreign, apart)
    let ofOneKind = max(queued, foreign, apart, handlers.count - queued - foreign - apart)
    self.handlers = ofOneKind == handlers.count ? handlers : Self.ordered(handlers)
  }

  @inlinable
  static func ordered(_ handlers: [EagerHandler<Value>]) -> [EagerHandler<Value>] {
    var ordered: [EagerHandler<Value>] = []
    ordered.reserveCapacity(handlers.count)
    for rank in 0...3 {
      for handler in handlers where rank == Self.rank(handler.kind) { ordered.append(handler) }
    }
    return ordered
  }

  @inlinable
  static func rank(_ kind: EagerKind) -> Int {
    switch kind {
    case .queued: 0
    case .foreign: 1
    case .link, .wait: 2
    case .step: 3
    }
  }

  @inlinable
  var callCount: Int {
    (queued > 0 ? 1 : 0) + (foreign > 0 ? 1 : 0) + apart + (queued + foreign + apart < handlers.count ? 1 : 0)
  }

  /// The handlers that a call of the round tells.
  @inlinable
  func call(_ number: Int) -> Range<Int> {
    var number = number
    if queued > 0 {
      if number == 0 { return 0..<queued }
      number -= 1
    }
    if foreign > 0 {
      if number == 0 { return queued..<queued + foreign }
      number -= 1
    }
    let place = queued + foreign + number
    return number < apart ? place..<place + 1 : place..<handlers.count
  }
}

/// The handlers that an unsettled cell leaves behind. They are freed when they have been told: what they hold may be the
/// next cell.
private final class EagerUntold<Value: Sendable>: @unchecked Sendable {
  // Sendable: only the thread that frees the cell ever sees it.
  private var handlers: [EagerHandler<Value>]

  init(_ handlers: [EagerHandler<Value>]) {
    self.handlers = handlers
  }

  func tell() {
    let row = EagerRow(handlers)
    handlers = []
    CallRound.make(count: row.callCount) { number in
      for place in row.call(number) { row.handlers[place].call(.failure(Abandonment(origin: nil))) }
    }
  }
}
