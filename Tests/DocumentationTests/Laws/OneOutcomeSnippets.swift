import Errands
import ErrandsTesting
import Testing

@Suite("The snippets of law 1", .timeLimit(.minutes(1)))
struct OneOutcomeSnippets {
  @Test("A callback that is called twice settles once")
  func twice() async throws {
    let twice = Errand<Int>.fromCallback { callback in
      callback.succeed(1)
      callback.succeed(2)
    }
    let value = try await twice.value()
    #expect(value == 1)
  }

  @Test("A callback that is dropped fails the run, and says where it was made")
  func dropped() async throws {
    let named = Events<String>()
    let print: @Sendable (AbandonedError) -> Void = { named.record($0.description) }
    let cached: Chart? = nil

    let chart = Errand<Chart>.fromCallback { callback in
      guard let cached else { return }
      callback.succeed(cached)
    }
    do {
      _ = try await chart.value()
    } catch let error as AbandonedError {
      print(error)
    }
    #expect(named.all.first?.contains("OneOutcomeSnippets.swift:") == true)
  }
}
