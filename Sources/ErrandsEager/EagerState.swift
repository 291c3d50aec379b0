import Errands

/// The rules of an eager cell as a value: no lock, no side effect. Each event answers with what to do.
///
/// The cell is settled once, and tells its handlers inside the settling call; one that is registered later is told
/// inside the registering call, but for those that have to wait in a line: behind others which are being handed over to
/// the same executor, or behind a report of progress.
@usableFromInline
package struct EagerState<Value: Sendable>: Sendable {
  @usableFromInline package typealias Handler = EagerHandler<Value>

  /// What the cell unsubscribes from when it is cancelled.
  @usableFromInline package var source: (any EagerSource)?
  @usableFromInline var crowd: EagerCrowd<Value>?
  /// The first handler lies in the cell itself: most cells have no other.
  @usableFromInline var first: Handler?

  @usableFromInline var phase = EagerPhase.pending
  @usableFromInline var flags = EagerFlags()
  /// The highest priority that a waiter has lent, in terms of ``WorkPriority``; -1 for none.
  @usableFromInline var lent: Int8 = -1
  /// How many handlers and waiters need the outcome.
  @usableFromInline package private(set) var needs: Int32 = 0
  /// The place of the cell's own handler in its source.
  @usableFromInline var place = EagerPlace.first

  @inlinable
  package init() {}

  /// Spelt out, and not compared: a comparison of its own making is a call into this module.
  @inlinable
  package var isPending: Bool {
    if case .pending = phase { true } else { false }
  }

  /// The place where the handler waits; nil where it is to be told at once.
  ///
  /// Always inlined: nearly every caller knows the kind, of which most of this depends.
  @inlinable
  @inline(__always)
  package mutating func register(_ handler: Handler) -> EagerPlace? {
    guard isPending || waitsInLine(handler.kind) else { return nil }
    switch handler.kind {
    case .queued: flags.insert(.hasQueued)
    case .foreign: flags.insert(.hasForeign)
    case .step, .link, .wait: break
    }
    if handler.counts { needs += 1 }
    if flags.contains(.hasHadFirst) { return insert(handler) }
    flags.insert(.hasHadFirst)
    first = handler
    return .first
  }

  @usableFromInline
  func waitsInLine(_ kind: EagerKind) -> Bool {
    switch kind {
    case .step, .link: flags.contains(.defersHandlers)
    case .queued: flags.contains(.hasQueued)
    case .foreign: flags.contains(.hasForeign)
    case .wait: false
    }
  }

  @inlinable
  mutating func insert(_ handler: Handler) -> EagerPlace {
    if let crowd { return crowd.places.insert(handler) }
    let crowd = EagerCrowd<Value>()
    self.crowd = crowd
    return crowd.places.insert(handler)
  }

  /// The first outcome wins; nil for every later one. What is given is to be freed outside the lock.
  @inlinable
  package mutating func decide(isCancellation: Bool = false) -> EagerFormer? {
    guard isPending else { return nil }
    phase = .settled
    if isCancellation { flags.insert(.wasCancelled) }
    defer { source = nil }
    return EagerFormer(source, at: place, reason: crowd?.reason.take())
  }

  /// As ``decide(isCancellation:)`` and ``takeAll(_:_:)`` in one, for a cell without a crowd. Of one with a crowd the
  /// handlers stay: waiters are to be woken before.
  @inlinable
  mutating func end(_ ended: inout EagerEnd<Value>) -> Bool {
    guard isPending else { return false }
    phase = .settled
    swap(&ended.source, &source)
    if crowd != nil {
      ended.isCrowded = true
      return true
    }
    swap(&ended.first, &first)
    if flags.contains(.hasLine) { keepLines(of: ended.first?.kind) }
    return true
  }

  /// Gives all handlers: the only one, or a list. False where waiters are to be woken before.
  @inlinable
  mutating func takeAll(_ only: inout Handler?, _ others: inout [Handler]?) -> Bool {
    if let crowd, !crowd.waiters.isEmpty { return false }
    swap(&only, &first)
    if let crowd, crowd.places.count > 0 { others = crowd.places.all(behind: only.take()) }
    crowd = nil
    if flags.contains(.hasLine) { keepLines(of: only?.kind, others ?? []) }
    return true
  }

  /// A handler that comes from now on waits behind those that are in hand, and for no others: some may have left.
  @usableFromInline
  mutating func keepLines(of kind: EagerKind?, _ others: [Handler] = []) {
    flags.remove(.hasLine)
    if kind == .queued || others.contains(where: { $0.kind == .queued }) { flags.insert(.hasQueued) }
    if kind == .foreign || others.contains(where: { $0.kind == .foreign }) { flags.insert(.hasForeign) }
  }

  /// Gives the handlers of a kind that came while those before were handed over. None: the next one need not wait.
  @usableFromInline
  mutating func takeLined(_ kind: EagerKind) -> [Handler] {
    let lined = take { $0 == kind }
    if lined.isEmpty { flags.remove(kind == .queued ? .hasQueued : .hasForeign) }
    return lined
  }

  /// Gives the handlers that have waited for the end of a report. Others may be in the hands of another thread, and the
  /// line behind these is left to that.
  mutating func takeDeferred() -> [Handler] {
    flags.remove(.defersHandlers)
    return take { $0.waitsForReports }
  }

  /// Gives the handlers that need not wait for what is done on the spot.
  mutating func takeElsewhere() -> [Handler] {
    let taken = take { !$0.waitsForReports }
    keepLines(of: nil, taken)
    return taken
  }

  private mutating func take(where isWanted: (EagerKind) -> Bool) -> [Handler] {
    var taken: [Handler] = []
    if let kind = first?.kind, isWanted(kind), let handler = first.take() { taken.append(handler) }
    crowd?.places.take(behind: &taken, where: isWanted)
    return taken
  }

  /// The handlers of a cell that goes away unsettled.
  mutating func takeUntold() -> [Handler] { take { _ in true } }
}

/// How far an eager cell has come.
@usableFromInline
enum EagerPhase: Sendable {
  case pending
  /// There is an outcome. The handlers may still be waiting for the work to end, or for waiters to be woken.
  case settled
}

/// What is true of an eager cell. In one byte, as a cell of one word more would take the heap's next size; and no option set, whose generic functions
/// took longer than all else in a link.
@usableFromInline
struct EagerFlags: Sendable {
  @usableFromInline var bits: UInt8

  @inlinable
  init(bits: UInt8 = 0) { self.bits = bits }

  /// It was settled from outside, by a cancellation, and not by its work.
  @inlinable static var wasCancelled: EagerFlags { EagerFlags(bits: 1) }
  /// Steps and links wait for a report that was under way when the cell was settled.
  @inlinable static var defersHandlers: EagerFlags { EagerFlags(bits: 2) }
  @inlinable static var hasHadFirst: EagerFlags { EagerFlags(bits: 4) }
  /// Handlers that hand over to a queue of the system's are in the line, or in hand: another one comes behind them.
  @inlinable static var hasQueued: EagerFlags { EagerFlags(bits: 8) }
  /// The same for executors of which nothing is known.
  @inlinable static var hasForeign: EagerFlags { EagerFlags(bits: 16) }
  /// Either.
  @inlinable static var hasLine: EagerFlags { EagerFlags(bits: 24) }
  /// It has been cancelled by its owner, and still takes the outcome that comes of that.
  @inlinable static var isDetached: EagerFlags { EagerFlags(bits: 32) }
  /// So it is, and not settled, when the last one unsubscribes.
  @inlinable static var detaches: EagerFlags { EagerFlags(bits: 64) }

  @inlinable
  func contains(_ other: EagerFlags) -> Bool { bits & other.bits != 0 }

  @inlinable
  mutating func insert(_ other: EagerFlags) { bits |= other.bits }

  @inlinable
  mutating func remove(_ other: EagerFlags) { bits &= ~other.bits }
}

/// What a cell stood on until it was settled.
///
/// Not inside the generic state: what a lock's body answers with would then be of a type that has to be looked up.
@usableFromInline
package struct EagerFormer: Sendable {
  @usableFromInline package let source: (any EagerSource)?
  @usableFromInline let place: EagerPlace
  /// What its run was about to be cancelled with.
  @usableFromInline let reason: (any Error)?

  @inlinable
  init(_ source: (any EagerSource)?, at place: EagerPlace, reason: (any Error)?) {
    self.source = source
    self.place = place
    self.reason = reason
  }
}

/// What a cell gives up when it is settled: to be told, and freed, outside the lock.
@usableFromInline
struct EagerEnd<Value: Sendable>: Sendable {
  @usableFromInline var source: (any EagerSource)?
  @usableFromInline var first: EagerHandler<Value>?
  @usableFromInline var isCrowded = false

  @inlinable
  init() {}
}

extension EagerState {
  /// What becomes of a handler whose owner has unsubscribed.
  package struct Parting: Sendable {
    /// Whether nothing needs the cell any more.
    package var isLast = false
    /// What has been taken out; to be freed outside the lock.
    package var handler: Handler?
    /// Whether it is to be told of the cancellation.
    package var hears = false
  }

  /// The owner of a handler needs the outcome no more. Nothing the second time.
  ///
  /// A handler that is to hear of it, and is the last, stays: it is told with the cell.
  ///
  /// - Parameter tells: Whether the handler is told, whatever was said when it was registered.
  package mutating func unsubscribe(_ place: EagerPlace, tells: Bool) -> Parting {
    guard isPending, let handler = handler(at: place), handler.counts else { return Parting() }
    needs -= 1
    let hears = tells || handler.leaving == .hears
    let isLast = needs == 0
    if isLast && hears || handler.leaving == .stays && !hears {
      countNoMore(place)
      return Parting(isLast: isLast)
    }
    return Parting(isLast: isLast, handler: remove(place), hears: hears)
  }

  /// The cell is cancelled, and still takes the outcome that comes of that. Gives what is to be unsubscribed from.
  mutating func detach() -> EagerSubscription? {
    flags.insert(.isDetached)
    return source.take().map { EagerSubscription($0, at: place) }
  }

  /// The run that the cell stands on is about to be cancelled, and will say no more than that. The first error counts.
  mutating func keep(reason: any Error) {
    guard isPending else { return }
    let crowd = crowd ?? EagerCrowd()
    self.crowd = crowd
    if crowd.reason == nil { crowd.reason = reason }
  }

  /// A handler is of no use any more. The cell goes on, even if nothing else needs it.
  mutating func leave(_ place: EagerPlace) -> Handler? {
    guard isPending, let handler = remove(place) else { return nil }
    if handler.counts { needs -= 1 }
    return handler
  }

  private func handler(at place: EagerPlace) -> Handler? {
    place.isFirst ? first : crowd?.places[place]
  }

  private mutating func countNoMore(_ place: EagerPlace) {
    if place.isFirst { first?.leaving = .watches } else { crowd?.places[place]?.leaving = .watches }
  }

  private mutating func remove(_ place: EagerPlace) -> Handler? {
    place.isFirst ? first.take() : crowd?.places.remove(place)
  }
}

extension EagerState {
  /// True where the waiter waits, false where there is nothing to wait for, or it has given up already.
  mutating func add(_ waiter: Waiter) -> Bool {
    guard isPending else { return false }
    let crowd = crowd ?? EagerCrowd()
    self.crowd = crowd
    guard crowd.waiters.add(waiter) else { return false }
    if waiter.counts { needs += 1 }
    return true
  }

  /// Whether the waiter was waiting, so that the cell does not wake it any more, and whether nothing needs the cell now.
  ///
  /// One that has not been added yet is not to be added later. It gives the cell up all the same: of a task that was
  /// cancelled before it waited the work went on, for nobody.
  mutating func remove(_ waiter: Waiter) -> (isRemoved: Bool, isLast: Bool) {
    let isNew = waiter.isNew
    var none = Waiters()
    let isRemoved = crowd?.waiters.remove(waiter) ?? none.remove(waiter)
    guard isPending, waiter.counts, isRemoved || isNew else { return (isRemoved, false) }
    if isRemoved { needs -= 1 }
    return (isRemoved, needs == 0)
  }

  @usableFromInline
  mutating func takeWaiter() -> Waiter? { crowd?.waiters.removeFirst() }

  /// The source to lend the priority to, where that is higher than what it has been lent.
  mutating func lend(_ priority: WorkPriority) -> (any EagerSource)? {
    guard isPending, lent < Int8(truncatingIfNeeded: priority.rawValue) else { return nil }
    lent = Int8(truncatingIfNeeded: priority.rawValue)
    return source
  }
}
