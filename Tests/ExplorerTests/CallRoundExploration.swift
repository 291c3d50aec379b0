import Errands
import ErrandsTesting
import Testing

@Suite("In every interleaving, a round of calls", .timeLimit(.minutes(2)))
struct CallRoundExploration {
  @Test("makes each call once, whoever helps, and ends when all have returned", arguments: [1, 2])
  func helped(helpers: Int) async throws {
    try await everyInterleaving(preemptions: 3) { scenario in
      let round = CallRound(3) { number in
        scenario.record("begins \(number)")
        scenario.record("returns \(number)")
      }
      scenario.body("make") {
        round.makeAll(patience: nil)
        scenario.record("all are made")
      }
      for helper in 1...helpers { scenario.body("help \(helper)") { round.goOn() } }
      scenario.check {
        for number in 0..<3 {
          try scenario.expectOne(of: "begins", among: number)
          try scenario.expect("returns \(number)", before: "all are made")
        }
      }
    }
  }
}

extension Scenario {
  fileprivate func expectOne(of name: String, among number: Int) throws {
    try expect(outcomes(of: name).filter { $0 == "\(number)" }.count == 1, "Call \(number) is made once.")
  }
}
