#if !ERRANDS_EXPLORED
  import Errands
  import ErrandsTesting
  import Testing

  @Suite("The explorer in a program that is not built for it")
  struct ExplorerUnavailableTests {
    /// A test that seemed to hold, of which nothing was tried, would be worse than none.
    @Test("refuses, without having begun, and says with which flag to build")
    func refuses() async throws {
      let failure = try await #require(throws: ExplorationFailure.self) {
        try await Explorer.explore { _ in Issue.record("the scenario is prepared") }
      }
      #expect(failure.reason == .unavailable)
      #expect("\(failure)".contains("-DERRANDS_EXPLORED"))
    }

    // Preemptions below zero had no bound at all, and choices below zero trapped somewhere inside.
    @Test("takes neither preemptions nor choices below zero", .timeLimit(.minutes(1)))
    func belowZero() async {
      await #expect(processExitsWith: .failure) {
        _ = try? await Explorer.explore(preemptions: -1) { _ in }
      }
      await #expect(processExitsWith: .failure) {
        _ = try? await Explorer.explore(replaying: [0, -1]) { _ in }
      }
    }

    @Test("tells every other reason in a sentence")
    func sentences() {
      let reasons: [ExplorationFailure.Reason] = [
        .check("It holds."), .deadlock(["a"]), .stillAlive(["b (1)"]), .leftExplorer("c"), .diverged,
        .endless, .stuck("d"), .tooManyBodies, .tooMany(limit: 3), .cancelled,
      ]
      #expect(reasons.allSatisfy { $0.description.hasSuffix(".") })
    }
  }
#endif
