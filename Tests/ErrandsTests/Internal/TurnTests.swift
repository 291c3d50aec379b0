import Testing

@testable import Errands

@Suite("A turn")
struct TurnTests {
  @Test("is one thread's at a time, and is over when nobody has come meanwhile")
  func alone() {
    var turn = Turn()
    let answers = [turn.begin(), turn.goOn(), turn.begin(), turn.goOn()]
    #expect(answers == [true, false, true, false])
  }

  @Test("goes on once for all that came meanwhile, however many")
  func meanwhile() {
    var turn = Turn()
    var answers = [turn.begin(), turn.begin(), turn.begin(), turn.goOn(), turn.goOn()]
    #expect(answers == [true, false, false, true, false])
    answers = [turn.begin(), turn.goOn()]
    #expect(answers == [true, false], "it is free again")
  }
}
