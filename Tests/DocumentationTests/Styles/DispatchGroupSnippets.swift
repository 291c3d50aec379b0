import Dispatch
import Errands
import ErrandsTesting
import Testing

@Suite("The snippets of dispatch groups", .timeLimit(.minutes(1)))
struct DispatchGroupSnippets {
  @Test("A dispatch group is awaited")
  func waysIn() async throws {
    let group = DispatchGroup()
    let heard = Events<Int>()

    group.enter()
    Legacy.count { number in
      heard.record(number)
      group.leave()
    }
    try await Errand.waiting(for: group).value()

    #expect(heard.all == [7])
  }

  @Test("Errands are members of a dispatch group")
  func waysOut() async throws {
    let (scope, queue, heard) = (Scope(), DispatchQueue(label: "snippet"), Events<String>())
    let charts = [Errand.success(Chart()), Errand { throw Legacy.Refusal() }]

    let group = DispatchGroup()
    for chart in charts {
      chart.run(entering: group, in: scope, on: .queue(queue)) { _ in heard.record("chart") }
    }
    group.notify(queue: queue) { @Sendable in heard.record("all") }

    _ = try await heard.event(3)
    #expect(heard.all == ["chart", "chart", "all"])
  }

  @Test("A group takes a dispatch group's place")
  func group() async throws {
    let (queue, heard) = (DispatchQueue(label: "snippet"), Events<String>())
    let chart = Errand { Chart() }

    let group = Group<Chart>("charts")
    let callback = group.enter()
    Legacy.loadPair { chart, error in callback(chart, error) }
    group.add(chart)
    group.notify(on: .queue(queue)) { outcomes in heard.record("\(outcomes.count) charts") }

    #expect(try await heard.event(1) == "2 charts")
    #expect(try await group.outcomes().count == 2)
    #expect(try await group.all().value() == [Chart(), Chart()])
  }

  @Test("A thread that has nothing better to do waits")
  func blocking() async throws {
    let group = Group<Chart>()
    let answered = Events<Bool>()
    group.add(.success(Chart()))
    DispatchQueue.global().async {
      switch group.wait(timeout: .seconds(30)) {
      case .completed: answered.record(true)
      case .timedOut: answered.record(false)
      }
    }
    #expect(try await answered.event(1))
  }
}
