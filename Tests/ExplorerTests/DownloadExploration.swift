import Errands
import ErrandsTesting
import Foundation
import Testing

@testable import ErrandsLoading

@Suite("In every interleaving, downloads of one file", .timeLimit(.minutes(2)))
struct DownloadExploration {
  /// A download that tells when it has the file open.
  private static func download(_ open: OpenDownloads<String>, _ scenario: Scenario) async {
    do {
      try await open.follow("film") {
        scenario.record("in")
        // Another one has its chance here.
        _ = open.count
        scenario.record("open \(scenario.count(of: "in") - scenario.count(of: "out"))")
        scenario.record("out")
      }
      scenario.record("done")
    } catch {
      scenario.record("gave up")
    }
  }

  @Test("have it open one after the other, also where one gives up waiting")
  func oneAfterTheOther() async throws {
    try await everyInterleaving { scenario in
      let open = OpenDownloads<String>()
      scenario.task("first") { await Self.download(open, scenario) }
      let second = scenario.task("second") { await Self.download(open, scenario) }
      scenario.task("third") { await Self.download(open, scenario) }
      scenario.body("cancel") { second.cancel() }
      scenario.check {
        try scenario.expect(
          scenario.count(of: "done") + scenario.count(of: "gave up") == 3,
          "All of them end."
        )
        try scenario.expect(scenario.count(of: "done") >= 2, "Only the cancelled one gives up.")
        try scenario.expect(!scenario.events.contains("open 2"), "Never two at once.")
        try scenario.expect(open.count == 0, "Nothing is left behind.")
      }
    }
  }
}
