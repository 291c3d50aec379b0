import BoltsSwift
import Testing

/// A screen as it is written in Swift 5 mode: a main-actor class whose continuations touch it.
///
/// With `@Sendable` in the types of the continuations, each of these lines was a warning.
@MainActor
private class Screen {
  var title = ""
  var failures = 0

  func load(_ task: BoltsSwift.Task<String>) -> BoltsSwift.Task<Void> {
    task.continueOnSuccessWith(.mainThread) { self.title = $0 }
      .continueOnErrorWith(.mainThread) { (_: Error) in self.failures += 1 }
      .continueWith(.mainThread) { _ in self.title += "." }
  }

  func loadAgain(_ task: BoltsSwift.Task<String>) -> BoltsSwift.Task<String> {
    task.continueOnSuccessWithTask(.mainThread) { BoltsSwift.Task(self.title + $0) }
      .continueOnErrorWithTask(.mainThread) { (_: CancelledError) in BoltsSwift.Task(self.title) }
      .continueWithTask(.mainThread) { [weak self] _ in BoltsSwift.Task(self?.title ?? "") }
  }
}

@Suite("A main-actor class in Swift 5 mode")
struct MainActorCode {
  @Test("touches itself in its continuations", .timeLimit(.minutes(1)))
  func touches() async throws {
    let screen = await Screen()
    try await screen.load(BoltsSwift.Task("chart")).value
    #expect(await screen.title == "chart.")
    try await screen.load(BoltsSwift.Task(error: CancelledError())).value
    #expect(await screen.failures == 1)
    #expect(try await screen.loadAgain(BoltsSwift.Task("!")).value == "chart..")
  }

  @Test("begins work of its own", .timeLimit(.minutes(1)))
  func begins() async throws {
    var calls = 0
    let task = BoltsSwift.Task<Int>.execute {
      calls += 1; return calls
    }
    let other = BoltsSwift.Task<Int>.executeWithTask { task }
    #expect(task.result == 1 && other.result == 1)
  }
}
