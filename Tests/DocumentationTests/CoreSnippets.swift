import Dispatch
import Errands
import ErrandsTesting
import Testing

struct Chart: Sendable, Equatable, Decodable {}

private struct LegacyRequest: Sendable {
  func stop() {}
}

/// Somebody's older code, which calls back.
private func legacyLoad(_ completion: @escaping @Sendable (Chart?, (any Error)?) -> Void) -> LegacyRequest {
  DispatchQueue.global().async { completion(Chart(), nil) }
  return LegacyRequest()
}

private func fetchGreeting() async throws -> String { "hello" }

final class ChartScreen: Sendable {
  private let scope = Scope()

  func load(_ chart: Errand<Chart>) {
    chart.run(for: self, in: scope, on: .mainActor) { screen, outcome in screen.show(outcome) }
  }

  func show(_ outcome: Result<Chart, any Error>) {}
}

private final class Listener: RunDelegate {
  let outcomes = Events<Result<Chart, any Error>>()

  func run(_ run: Run<Chart>, didSettle outcome: Result<Chart, any Error>) { outcomes.record(outcome) }
}

@Suite("The core's snippets")
struct CoreSnippets {
  @Test("make an errand of an asynchronous function", .timeLimit(.minutes(1)))
  func greeting() async throws {
    let scope = Scope()
    let greeting = Errand { try await fetchGreeting() }

    let text = try await greeting.value()
    greeting.run(in: scope) { outcome in print(outcome) }
    for await event in greeting.events() { print(event) }
    #expect(text == "hello")
  }

  @Test("make an errand of a callback, and run it in every style", .timeLimit(.minutes(1)))
  func chart() async throws {
    let (scope, queue) = (Scope(), DispatchQueue(label: "snippet"))
    let (screen, listener) = (ChartScreen(), Listener())
    let shown = Events<Bool>()
    let show: @MainActor @Sendable (Result<Chart, any Error>) -> Void = { outcome in
      shown.record((try? outcome.get()) != nil)
    }
    let follow: (RunEvent<Chart>) -> Void = { _ in shown.record(true) }

    let chart = Errand<Chart>.fromCallback { callback in
      let request = legacyLoad { chart, error in callback(chart, error) }
      callback.onCancel { request.stop() }
    }

    let value = try await chart.value()

    chart.run(in: scope) { outcome in show(outcome) }

    chart.run(for: screen, on: .queue(queue)) { screen, outcome in screen.show(outcome) }

    chart.run(delegate: listener, in: scope, on: .mainActor)

    for await event in chart.events() { follow(event) }

    screen.load(chart)
    #expect(value == Chart())
    #expect(try await shown.event(2))
    #expect(try await listener.outcomes.event(1).get() == Chart())
  }

  @Test("look at what happens")
  func trace() async throws {
    let observation = Trace.observe { event in print(event.run, event.name, event.kind) }
    _ = try await Errand("observed") { 1 }.value()
    observation.cancel()
  }
}
