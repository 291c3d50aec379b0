import Dispatch
import Errands
import ErrandsTesting
import Testing

@Suite("The snippets of law 2", .timeLimit(.minutes(1)))
struct WhereYouAskedSnippets {
  @Test("Handlers on three executors are called, each on its own")
  func executors() async throws {
    let heard = Events<String>()
    let queue = DispatchQueue(label: "snippet")
    let log: @Sendable (Result<Int, any Error>) -> Void = { _ in heard.record("log") }
    let show: @Sendable (Result<Int, any Error>) -> Void = { _ in heard.record("show") }
    let count: @Sendable (Result<Int, any Error>) -> Void = { _ in heard.record("count") }
    let errand = Errand { 1 }

    let run = errand.run()
    run.whenSettled(on: .queue(queue)) { outcome in log(outcome) }
    run.whenSettled(on: .mainActor) { outcome in show(outcome) }
    run.whenSettled(on: .concurrent) { outcome in count(outcome) }

    _ = try await heard.event(3)
    #expect(heard.all.sorted() == ["count", "log", "show"])
  }

  @Test("A delivery of one's own")
  func own() async throws {
    let heard = Events<Int>()
    let queue = DispatchQueue(label: "snippet")
    let log: @Sendable (Result<Int, any Error>) -> Void = { heard.record((try? $0.get()) ?? 0) }
    let errand = Errand { 1 }

    let background = Delivery { work in queue.async(qos: .background, execute: work) }
    errand.run(on: background) { outcome in log(outcome) }

    #expect(try await heard.event(1) == 1)
  }
}
