import ErrandsTesting
import Testing

@testable import Errands

@Suite("The settlement's state")
struct SettlementStateTests {
  @Test("The first decision wins")
  func firstDecision() {
    var state = SettlementState<Int>()
    #expect(state.outcome == nil)
    var answers = [state.decide(.success(1)), state.decide(.success(2))]
    #expect(state.outcome?.label == "value 1")
    while state.takeHandlers() != nil {}
    answers.append(state.decide(.success(3)))
    #expect(answers == [true, false, false])
    #expect(state.outcome?.label == "value 1")
  }

  @Test("Nobody is told before the decision")
  func nothingBefore() {
    var state = SettlementState<Int>()
    let answer = state.register { _ in }
    #expect(answer == nil)
    #expect(Self.take(from: &state) == nil)
  }

  @Test("Handlers wait, in order, and are taken once")
  func waitInOrder() throws {
    var state = SettlementState<Int>()
    let heard = Events<Int>()
    for number in 1...3 {
      let answer = state.register { _ in heard.record(number) }
      #expect(answer == nil)
    }
    _ = state.decide(.success(1))
    let taken = state.takeHandlers()
    let (outcome, handlers) = try #require(taken)
    for handler in handlers { handler(outcome) }
    #expect(heard.all == [1, 2, 3])
    #expect(Self.take(from: &state) == nil)
  }

  @Test("Who registers while the others are being told waits behind them")
  func registersWhileTelling() {
    var state = SettlementState<Int>()
    _ = state.register { _ in }
    _ = state.decide(.success(1))
    _ = state.register { _ in }
    #expect(Self.take(from: &state) == 2)
    _ = state.register { _ in }
    #expect(Self.take(from: &state) == 1)
    #expect(Self.take(from: &state) == nil)
    let late = state.register { _ in }
    #expect(late?.label == "value 1")
  }

  @Test("Only an unsettled cell has handlers that nobody told")
  func untold() {
    var pending = SettlementState<Int>()
    _ = pending.register { _ in }
    let counts = [pending.takeUntold().count, pending.takeUntold().count]
    #expect(counts == [1, 0])
    var settled = SettlementState<Int>()
    _ = settled.register { _ in }
    _ = settled.decide(.success(1))
    let untold = settled.takeUntold()
    #expect(untold.isEmpty)
  }

  private static func take(from state: inout SettlementState<Int>) -> Int? {
    state.takeHandlers()?.handlers.count
  }
}
