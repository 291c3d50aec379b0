import Testing

@Suite("The conformance matrix", .serialized, .reportsMatrix)
struct ConformanceTests {
  @Test("Every style keeps every law", .timeLimit(.minutes(2)), arguments: Trial.all)
  func keeps(trial: Trial) async {
    do {
      try await trial.scenario.play(trial.style)
      MatrixReport.record(trial, passed: true)
    } catch {
      MatrixReport.record(trial, passed: false)
      Issue.record("\(trial.testDescription): \(error)")
    }
  }
}
