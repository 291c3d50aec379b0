import ErrandsTesting
import Testing

@testable import Errands

@Suite("The settlement's state")
struct SettlementStateTests {
  @Test("The first decision wins")
  func firstDecision() {
    var state = SettlementState<Int>()
    var answers = [state.decide(), state.decide()]
    _ = Self.take(from: &state)
    #expect(state.phase == .settled)
    answers.append(state.decide())
    #expect(answers == [true, false, false])
  }

  @Test(
    "Handlers wait, in order of their kind, and are taken once, on the spot or not",
    arguments: 1...4,
    [1, 2, 3]
  )
  func waitInOrder(_ count: Int, every: Int) {
    var state = SettlementState<Int>()
    let heard = Events<Int>()
    for number in 1...count {
      let waits = state.register(
        { _ in heard.record(number) },
        as: number.isMultiple(of: every) ? .spot : .queued
      )
      #expect(waits)
    }
    _ = state.decide()
    Self.handlers(of: &state)(.success(1))
    let onTheSpot = (1...count).filter { $0.isMultiple(of: every) }
    let others = (1...count).filter { !$0.isMultiple(of: every) }
    #expect(heard.all == (every == 1 ? onTheSpot + others : others + onTheSpot))
    #expect(Self.take(from: &state) == 0)
  }

  @Test("Who registers while the others are being told waits behind them")
  func registersWhileTelling() {
    var state = SettlementState<Int>()
    _ = state.register { _ in }
    _ = state.decide()
    _ = state.register { _ in }
    #expect(Self.take(from: &state) == 2)
    _ = state.register { _ in }
    #expect(Self.take(from: &state) == 1)
    #expect(Self.take(from: &state) == 0)
    let waits = state.register { _ in }
    #expect(!waits)
  }

  @Test("Only an unsettled cell has handlers that nobody told")
  func untold() {
    var pending = SettlementState<Int>()
    _ = pending.register { _ in }
    let left = Self.count(pending.takeUntold())
    #expect(left == 1)
    var settled = SettlementState<Int>()
    _ = settled.register { _ in }
    _ = settled.decide()
    let untold = Self.count(settled.takeUntold())
    #expect(untold == 0)
  }

  @Test("A cell gives its outcome to those before, during and after the settlement")
  func cell() {
    let cell = Settlement<Int>()
    let heard = Events<String>()
    cell.whenSettled { outcome in
      heard.record("before: \(outcome.label)")
      cell.whenSettled { heard.record("during: \($0.label)") }
    }
    #expect(cell.outcome == nil && !cell.isDecided)
    let answers = [cell.settle(.success(1)), cell.settle(.success(2))]
    cell.whenSettled { heard.record("after: \($0.label)") }
    #expect(answers == [true, false])
    #expect(heard.all == ["before: value 1", "during: value 1", "after: value 1"])
    #expect(cell.outcome?.label == "value 1" && cell.isDecided)
  }

  private static func take(from state: inout SettlementState<Int>) -> Int { count(handlers(of: &state)) }

  private static func handlers(of state: inout SettlementState<Int>) -> SettlementState<Int>.Handlers {
    var handlers = SettlementState<Int>.Handlers.none
    state.takeHandlers(&handlers)
    return handlers
  }

  private static func count(_ handlers: SettlementState<Int>.Handlers) -> Int {
    handlers.count
  }
}
