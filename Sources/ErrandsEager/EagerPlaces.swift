import Errands

/// Where a handler stands among those of its cell.
@usableFromInline
package struct EagerPlace: Sendable, Equatable {
  /// -1 in the cell itself, where the first handler lies; else a slot of ``EagerPlaces``.
  @usableFromInline let slot: Int32
  /// How often the slot has been taken, so that a place which is used too late finds nothing.
  @usableFromInline let turn: UInt32

  @inlinable
  init(slot: Int32, turn: UInt32) {
    self.slot = slot
    self.turn = turn
  }

  /// The place of the first handler, which no other is ever given.
  @inlinable package static var first: EagerPlace { EagerPlace(slot: -1, turn: 0) }
  /// The place of a handler that was told at once.
  @inlinable package static var none: EagerPlace { EagerPlace(slot: -2, turn: 0) }

  @inlinable var isFirst: Bool { slot == -1 }
}

/// The handlers of a cell behind the first, in the order in which they were registered.
///
/// Each is linked to its neighbours, so that it leaves in constant time: ten thousand that left a promise which went on
/// looked through one another, and took a second. Slots that have been given back are used again.
@usableFromInline
package struct EagerPlaces<Value: Sendable>: Sendable {
  @usableFromInline package typealias Handler = EagerHandler<Value>

  @usableFromInline
  struct Slot: Sendable {
    @usableFromInline var handler: Handler?
    /// The neighbours, or -1. Of a free slot `next` is the next free one.
    @usableFromInline var previous: Int32
    @usableFromInline var next: Int32 = -1
    @usableFromInline var turn: UInt32 = 0

    @inlinable
    init(_ handler: Handler, behind previous: Int32) {
      self.handler = handler
      self.previous = previous
    }
  }

  @usableFromInline var slots: [Slot] = []
  @usableFromInline var first: Int32 = -1
  @usableFromInline var last: Int32 = -1
  @usableFromInline var free: Int32 = -1
  @usableFromInline package private(set) var count = 0

  @inlinable
  package init() {}

  @inlinable
  package mutating func insert(_ handler: Handler) -> EagerPlace {
    let slot: Int32
    if free < 0 {
      slot = Int32(truncatingIfNeeded: slots.count)
      slots.append(Slot(handler, behind: last))
    } else {
      slot = free
      reuse(slot, for: handler)
    }
    if last < 0 { first = slot } else { slots[Int(last)].next = slot }
    last = slot
    count += 1
    return EagerPlace(slot: slot, turn: slots[Int(slot)].turn)
  }

  @usableFromInline
  mutating func reuse(_ slot: Int32, for handler: Handler) {
    let turn = slots[Int(slot)].turn
    free = slots[Int(slot)].next
    slots[Int(slot)] = Slot(handler, behind: last)
    slots[Int(slot)].turn = turn
  }

  /// The handler in a place; nil where it has left.
  package subscript(place: EagerPlace) -> Handler? {
    get { isTaken(place) ? slots[Int(place.slot)].handler : nil }
    set { if isTaken(place) { slots[Int(place.slot)].handler = newValue } }
  }

  private func isTaken(_ place: EagerPlace) -> Bool {
    place.slot >= 0 && Int(place.slot) < slots.count && slots[Int(place.slot)].turn == place.turn
  }

  package mutating func remove(_ place: EagerPlace) -> Handler? {
    isTaken(place) ? remove(slot: Int(place.slot)) : nil
  }

  private mutating func remove(slot: Int) -> Handler? {
    guard let handler = slots[slot].handler.take() else { return nil }
    let (previous, next) = (slots[slot].previous, slots[slot].next)
    if previous < 0 { first = next } else { slots[Int(previous)].next = next }
    if next < 0 { last = previous } else { slots[Int(next)].previous = previous }
    slots[slot].turn &+= 1
    slots[slot].next = free
    free = Int32(truncatingIfNeeded: slot)
    count -= 1
    return handler
  }

  /// All handlers, in their order, behind the one in the cell itself.
  @inlinable
  func all(behind first: Handler?) -> [Handler] {
    var handlers: [Handler] = []
    handlers.reserveCapacity(count + 1)
    if let first { handlers.append(first) }
    var slot = self.first
    while slot >= 0 {
      if let handler = slots[Int(slot)].handler { handlers.append(handler) }
      slot = slots[Int(slot)].next
    }
    return handlers
  }

  /// Takes out the handlers of some kinds, in their order.
  mutating func take(behind handlers: inout [Handler], where isWanted: (EagerKind) -> Bool) {
    var slot = first
    while slot >= 0 {
      let next = slots[Int(slot)].next
      if let kind = slots[Int(slot)].handler?.kind, isWanted(kind), let handler = remove(slot: Int(slot)) {
        handlers.append(handler)
      }
      slot = next
    }
  }
}

/// What few cells have: handlers behind the first one, waiters, and what is remembered of their run until they have ended.
@usableFromInline
package final class EagerCrowd<Value: Sendable>: @unchecked Sendable {
  // Sendable: only touched under the lock of the cell, or by its deinit.
  @exclusivity(unchecked) @usableFromInline var places = EagerPlaces<Value>()
  @exclusivity(unchecked) @usableFromInline var waiters = Waiters()
  /// At the end of the cell, the run of which an observer is still to be told a report on the spot.
  @exclusivity(unchecked) @usableFromInline var reporting: AnyRun?
  /// What the cell's run is about to be cancelled with.
  @exclusivity(unchecked) @usableFromInline var reason: (any Error)?

  @inlinable
  init() {}
}
