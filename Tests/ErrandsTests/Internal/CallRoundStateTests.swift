import Testing

@testable import Errands

@Suite("What is left of a round of calls")
struct CallRoundStateTests {
  @Test("Calls are given in order, each one once")
  func order() {
    var state = CallRoundState(count: 3)
    var given: [Int] = []
    var next = state.next().number
    while let member = next {
      given.append(member)
      next = state.next(afterAnother: true).number
    }
    #expect(given == [0, 1, 2])
  }

  @Test("It needs help where none was begun since the last look, and there are more")
  func looks() {
    var state = CallRoundState(count: 3)
    _ = state.next()
    var needs = [state.look()]
    #expect(needs == [false], "It has begun one since it was made.")
    needs = [state.look(), state.look()]
    #expect(needs == [true, true])
    _ = state.next()
    needs = [state.look(), state.look()]
    #expect(needs == [false, true])
    _ = state.next()
    needs = [state.look(), state.look()]
    #expect(needs == [false, false], "The last one may take as long as it likes.")
    let isLeft = state.isLeft
    #expect(!isLeft, "Nobody has to look any more.")
  }

  @Test("Who began it waits for those who help, and is woken by the last of them")
  func waiting() {
    var state = CallRoundState(count: 3)
    for _ in 0..<3 { _ = state.next() }
    var isWoken = state.next(afterAnother: true).waiting != nil
    #expect(!isWoken, "Nobody waits as yet.")
    let mustWait = state.leave() != nil
    #expect(mustWait)
    isWoken = state.next(afterAnother: true).waiting != nil
    #expect(!isWoken, "One is being made.")
    isWoken = state.next(afterAnother: true).waiting != nil
    #expect(isWoken)
    isWoken = state.next().waiting != nil
    #expect(!isWoken, "One who comes to help when all is done wakes nobody a second time.")
  }

  @Test("Nor does anybody wait where all calls have returned")
  func noWaiting() {
    var state = CallRoundState(count: 1)
    _ = (state.next(), state.next(afterAnother: true))
    let mustWait = state.leave() != nil
    #expect(!mustWait)
  }
}
