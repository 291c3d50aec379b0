import Dispatch
import Errands
import ErrandsPromises
import ErrandsTesting
import Testing

private struct Chart: Sendable {
  let title = "new"
}

@MainActor
private final class Screen {
  var title = "" {
    didSet { titles.record(title) }
  }
  let titles = Events<String>()
  private let scope = Scope()

  func report(_ error: any Error) { titles.record("\(error)") }

  func load(_ newest: Errand<Chart>) {
    newest.promise(in: scope)
      .map(on: .global()) { chart in chart.title.uppercased() }
      .done { self.title = $0 }
      .catch { self.report($0) }
  }
}

@Suite("The README's promise")
struct ReadmeSnippet {
  @Test("is made of an errand, and ends on the main actor", .timeLimit(.minutes(1)))
  func promise() async throws {
    let screen = Screen()
    await screen.load(.success(Chart()))
    #expect(try await screen.titles.event(1) == "NEW")
  }
}
