import ErrandsBolts
import ErrandsTesting
import Testing

/// From Swift 6 on, `.mainThread` gives closures that belong to the main actor: these touch its state without a
/// word more, which is checked when the test is compiled.
@Suite("The main thread in Swift 6", .timeLimit(.minutes(1)))
@MainActor
struct MainThreadTests {
  @MainActor
  private final class Screen {
    var lines: [String] = []

    nonisolated init() {}

    func show(_ line: String) -> String {
      lines.append(line)
      return line
    }
  }

  private let screen = Screen()

  @Test("Results, errors and tasks come to the main actor at once, where it is there that they come from")
  func inline() {
    let failed = Task<String>(error: Failure())
    Task("a").continueWith(.mainThread) { screen.show($0.result ?? "") }
    Task("b").continueWithTask(.mainThread) { Task(screen.show($0.result ?? "")) }
    Task("c").continueOnSuccessWith(.mainThread) { screen.show($0) }
    Task("d").continueOnSuccessWithTask(.mainThread) { Task(screen.show($0)) }
    failed.continueOnErrorWith(.mainThread) { (_: any Error) in screen.show("e") }
    failed.continueOnErrorWith(.mainThread) { (_: Failure) in screen.show("f") }
    failed.continueOnErrorWithTask(.mainThread) { (_: any Error) in Task(screen.show("g")) }
    failed.continueOnErrorWithTask(.mainThread) { (_: Failure) in Task(screen.show("h")) }
    _ = Task(.mainThread) { screen.show("i") }
    _ = Task.execute(.mainThread) { screen.show("j") }
    _ = Task.executeWithTask(.mainThread) { Task(screen.show("k")) }
    #expect(screen.lines == ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k"])
  }

  @Test("They come to the main actor from elsewhere")
  func fromElsewhere() async throws {
    let source = TaskCompletionSource<String>()
    let shown = source.task.continueOnSuccessWith(.mainThread) { screen.show($0) }
    await onThread { source.set(result: "title") }
    #expect(try await shown.value == "title")
    #expect(screen.lines == ["title"])
  }

  @Test("A token goes with them")
  func token() {
    let token = CancellationTokenSource()
    token.cancel()
    let shown = Task("a").continueOnSuccessWith(.mainThread, cancellationToken: token.token) {
      screen.show($0)
    }
    #expect(shown.cancelled)
    #expect(screen.lines.isEmpty)
  }

  @Test("Whoever asks from elsewhere is on the main actor, too")
  nonisolated func nonisolatedCaller() async throws {
    let screen = Screen()
    let shown = Task("a").continueOnSuccessWith(.mainThread) { screen.show($0) }
    #expect(try await shown.value == "a")
    #expect(await screen.lines == ["a"])
  }
}
