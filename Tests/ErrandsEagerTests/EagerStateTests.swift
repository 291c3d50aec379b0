import Errands
import ErrandsTesting
import Testing

@testable import ErrandsEager

@Suite("The rules of an eager cell, as a value")
struct EagerStateTests {
  private typealias State = EagerState<Int>

  private let heard = Events<Int>()

  private func handler(
    _ number: Int,
    as kind: EagerKind = .link,
    leaving: EagerLeaving = .goes
  ) -> EagerHandler<Int> {
    EagerHandler(as: kind, leaving: leaving) { [heard] _ in heard.record(number) }
  }

  private func waits(_ handler: EagerHandler<Int>, in state: inout State) throws -> EagerPlace {
    let place = state.register(handler)
    return try #require(place)
  }

  /// Tells all that the cell has when it is settled.
  private func settle(_ state: inout State) {
    _ = state.decide()
    tell(&state)
  }

  private func tell(_ state: inout State) {
    var only: EagerHandler<Int>?
    var others: [EagerHandler<Int>]?
    let isReady = state.takeAll(&only, &others)
    #expect(isReady)
    only?.call(.success(1))
    for other in others ?? [] { other.call(.success(1)) }
  }

  @Test("The first outcome wins, and gives up what the cell stood on")
  func decides() {
    var state = State()
    let work = StoppableWork {}
    state.source = work
    let (first, second) = (state.decide(), state.decide(isCancellation: true))
    #expect(first?.source === work && second == nil)
    #expect(state.source == nil && !state.flags.contains(.wasCancelled))
  }

  @Test("Handlers are told in the order of their registration, whichever have left", arguments: 1...5)
  func order(leaver: Int) {
    var state = State()
    var places: [EagerPlace?] = []
    for number in 1...5 { places.append(state.register(handler(number))) }
    for place in [places[leaver - 1], places[leaver % 5]] {
      _ = place.map { state.unsubscribe($0, tells: false) }
    }
    _ = state.register(handler(6))
    settle(&state)
    #expect(heard.all == (1...6).filter { $0 != leaver && $0 != leaver % 5 + 1 })
  }

  @Test("The last to unsubscribe cancels, and nobody counts twice")
  func last() throws {
    var state = State()
    let first = try waits(handler(1), in: &state)
    let second = try waits(handler(2), in: &state)
    var partings = [first, first, second].map { state.unsubscribe($0, tells: false) }
    #expect(partings.map(\.isLast) == [false, false, true])
    #expect(partings.map { $0.handler != nil } == [true, false, true])
    partings = [first, second].map { state.unsubscribe($0, tells: false) }
    #expect(!partings.contains { $0.isLast || $0.handler != nil })
  }

  @Test("One that stays counts once, however often its owner leaves")
  func stays() throws {
    var state = State()
    let first = try waits(handler(1, leaving: .stays), in: &state)
    let second = try waits(handler(2, leaving: .stays), in: &state)
    let partings = [first, first, second].map { state.unsubscribe($0, tells: false) }
    #expect(partings.map(\.isLast) == [false, false, true] && partings.allSatisfy { $0.handler == nil })
    settle(&state)
    #expect(heard.all == [1, 2])
  }

  @Test("A handler that cleans up hears of it, by itself or with the cell")
  func hears() throws {
    var state = State()
    let first = try waits(handler(1, leaving: .hears), in: &state)
    let second = try waits(handler(2, leaving: .hears), in: &state)
    let early = state.unsubscribe(first, tells: false)
    #expect(early.hears && early.handler != nil && !early.isLast)
    let late = state.unsubscribe(second, tells: false)
    #expect(late.isLast && late.handler == nil)
    settle(&state)
    #expect(heard.all == [2])
  }

  @Test("One who only watches keeps nothing needed, and one who waits does")
  func needs() throws {
    var state = State()
    _ = state.register(handler(1, leaving: .watches))
    let place = try waits(handler(2), in: &state)
    let (waiter, watcher) = (WaitingCall { _ in }, WaitingCall(counts: false) { _ in })
    let waits = [state.add(waiter), state.add(watcher)]
    #expect(waits == [true, true] && state.needs == 2)
    let parting = state.unsubscribe(place, tells: false)
    let (one, other) = (state.remove(watcher), state.remove(waiter))
    #expect(!parting.isLast && one == (true, false) && other == (true, true))
    let again = state.remove(waiter)
    #expect(again == (false, false))
  }

  @Test("A waiter that has given up before it was added does not wait")
  func givenUp() {
    var state = State()
    let waiter = WaitingCall { _ in }
    let removed = state.remove(waiter)
    let waits = state.add(waiter)
    #expect(!removed.isRemoved && !waits)
  }

  // The work of a promise went on, for nobody.
  @Test("A waiter that has given up before it was added is the last where nothing else waits, and once")
  func givenUpLast() throws {
    var state = State()
    // With other waiters, and without.
    for hasCrowd in [false, true] {
      if hasCrowd { _ = state.add(WaitingCall(counts: false) { _ in }) }
      let (waiter, watcher) = (WaitingCall { _ in }, WaitingCall(counts: false) { _ in })
      let partings = [watcher, waiter, waiter].map { state.remove($0).isLast }
      #expect(partings == [false, true, false])
    }
    let place = try waits(handler(1), in: &state)
    let early = state.remove(WaitingCall { _ in })
    #expect(early == (false, false))
    let parting = state.unsubscribe(place, tells: false)
    #expect(parting.isLast)
  }

  @Test("One that hands over waits behind those of its kind that are in hand", arguments: [true, false])
  func lines(isQueued: Bool) {
    let (kind, other): (EagerKind, EagerKind) = isQueued ? (.queued, .foreign) : (.foreign, .queued)
    var state = State()
    _ = state.register(handler(1, as: kind))
    settle(&state)
    let waits = state.register(handler(2, as: kind)) != nil
    let othersWait = [other, .step, .link, .wait].map { state.register(handler(3, as: $0)) != nil }
    #expect(waits && !othersWait.contains(true))
    var lined = state.takeLined(kind)
    #expect(lined.count == 1)
    lined = state.takeLined(kind)
    let waitsLater = state.register(handler(4, as: kind)) != nil
    #expect(lined.isEmpty && !waitsLater)
  }

  // Nobody would ever have told the next one.
  @Test("Behind handlers that have left nobody waits", arguments: [EagerKind.queued, .foreign], [1, 2])
  func emptyLines(kind: EagerKind, count: Int) {
    var state = State()
    for number in 1...count {
      if let place = state.register(handler(number, as: kind)) {
        state.unsubscribe(place, tells: false).use()
      }
    }
    settle(&state)
    let waits = state.register(handler(3, as: kind)) != nil
    #expect(!waits && heard.count == 0)
  }

  @Test("A higher priority is lent once, and a lower one never")
  func lends() {
    var state = State()
    let work = StoppableWork {}
    state.source = work
    let lent = [WorkPriority.normal, .normal, .low, .high].map { state.lend($0) != nil }
    #expect(lent == [true, false, false, true])
    _ = state.decide()
    let late = state.lend(.veryHigh)
    #expect(late == nil)
  }
}

@Suite("The places of an eager cell's handlers")
struct EagerPlacesTests {
  private static let handler = EagerHandler<Int>(as: .link) { _ in }

  // Each that left looked through all that were left: ten thousand took a second, and four times as many sixteen.
  @Test("A place is left in one step: all others stay where they are, and the next comer takes the slot")
  func constantTime() {
    var places = EagerPlaces<Int>()
    let all = (0..<10_000).map { _ in places.insert(Self.handler) }
    let leavers = all.enumerated().filter { $0.offset % 3 != 1 }.map(\.element)
    let stayers = all.enumerated().filter { $0.offset % 3 == 1 }.map(\.element)
    for place in leavers { _ = places.remove(place) }
    #expect(places.count == stayers.count && places.slots.count == 10_000)
    #expect(stayers.allSatisfy { places[$0] != nil } && leavers.allSatisfy { places[$0] == nil })
    let comers = leavers.map { _ in places.insert(Self.handler) }
    #expect(comers.map(\.slot) == leavers.reversed().map(\.slot) && places.slots.count == 10_000)
  }

  @Test("A place that has been left finds nothing, though another handler stands there")
  func stale() {
    var places = EagerPlaces<Int>()
    let former = places.insert(Self.handler)
    let removals = [places.remove(former), places.remove(former)].map { $0 != nil }
    let next = places.insert(Self.handler)
    #expect(removals == [true, false] && next.slot == former.slot)
    let late = places.remove(former)
    #expect(late == nil && places[former] == nil && places[next] != nil)
  }
}

extension EagerState.Parting {
  fileprivate func use() {}
}
