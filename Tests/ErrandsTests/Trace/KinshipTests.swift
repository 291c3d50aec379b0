import ErrandsTesting
import Synchronization
import Testing

@testable import Errands

/// A server's timeline showed loads below nothing: the request that had asked for them was another run, whose work was a
/// function, and of what a function runs nothing was known.
@Suite("Whose a run is, in the trace", .timeLimit(.minutes(1)))
struct KinshipTests {
  private let seen = Events<TraceEvent>()
  private let observation: Trace.Observation

  init() { observation = Trace.observe { [seen] in seen.record($0) } }

  private func kinds(of id: RunID) -> [TraceEvent.Kind] { seen.all.filter { $0.run == id }.map(\.kind) }

  /// What the trace says of the run named `name`: the run in whose work it was made.
  private func origin(of name: String) throws -> RunID? {
    let id = try #require(seen.all.first { $0.name == name }).run
    return kinds(of: id).firstNonNil { if case .madeWithin(let other) = $0 { other } else { nil } }
  }

  @Test("A run that a function begins is made within that one's run, however deep the call")
  func functions() async throws {
    let outer = Errand("outer") {
      let inner = Errand("inner") { try await Errand("innermost") { 1 }.value() }
      return try await inner.value()
    }
    let run = outer.run()
    _ = try await run.value
    #expect(try origin(of: "inner") == run.id)
    let inner = try #require(seen.all.first { $0.name == "inner" })
    #expect(try origin(of: "innermost") == inner.run)
    #expect(try origin(of: "outer") == nil)
    withExtendedLifetime(observation) {}
  }

  @Test("and so is one that a callback's function begins, or a task of that, or an awaited errand")
  func otherWork() async throws {
    let callback = Errand<Int>.fromCallback("callback") { callback in
      Errand("in a callback") { 1 }.run()
      Task {
        Errand("in its task") { 2 }.run()
        callback.succeed(3)
      }
    }.run()
    _ = try await callback.value
    #expect(try origin(of: "in a callback") == callback.id)
    #expect(try origin(of: "in its task") == callback.id)
    _ = try await Errand("awaited") { Errand("in an awaited one") { 4 }.run() }.value()
    let awaited = try #require(seen.all.first { $0.name == "awaited" })
    #expect(try origin(of: "in an awaited one") == awaited.run)
    withExtendedLifetime(observation) {}
  }

  /// A part is waited for, and has its place in a dump by that.
  @Test("A part of an operator has its parent, and is not made within it besides")
  func parts() async throws {
    let run = Errand<[Int]>.all([1, 2].map { number in Errand("part \(number)") { number } }).run()
    _ = try await run.value
    let part = try #require(seen.all.first { $0.name == "part 1" })
    guard case .made(let parent) = part.kind else { throw Unexpected() }
    #expect(parent == run.id)
    #expect(try origin(of: "part 1") == nil)
    withExtendedLifetime(observation) {}
  }

  @Test("Of two that share work the second says with whom, also when that one has left")
  func joined() async throws {
    let gate = Gate()
    let shared = Errand("work") { try await gate.wait() }.shared()
    let (first, second) = (shared.run(), shared.run())
    first.cancel()
    let third = shared.run()
    gate.open()
    _ = try await (second.value, third.value)
    for run in [second, third] {
      let joined = kinds(of: run.id).compactMap { if case .joined(let other) = $0 { other } else { nil } }
      #expect(joined == [first.id])
    }
    #expect(!kinds(of: first.id).contains { if case .joined = $0 { true } else { false } })
    withExtendedLifetime(observation) {}
  }

  @Test("Both stand in a dump's lines, and in a saved trace")
  func shown() throws {
    let timeline = Timeline()
    let run = timeline.run(
      7,
      heard: (.madeWithin(RunID(rawValue: 3)), 0),
      (.started, 1),
      (.joined(RunID(rawValue: 5)), 1)
    )
    #expect(run.madeWithin == RunID(rawValue: 3) && run.joined == RunID(rawValue: 5))
    #expect(timeline.dump([run]).text().contains("  made in #3  shares the work of #5"))
    let json = ChromeTrace.json([
      timeline.event(.made(parent: nil), at: 0), timeline.event(.madeWithin(RunID(rawValue: 3)), at: 0),
      timeline.event(.joined(RunID(rawValue: 5)), at: 1),
    ])
    #expect(json.contains(##""name":"made within""##) && json.contains(##""run":"#3""##))
    #expect(json.contains(##""name":"joined""##) && json.contains(##""run":"#5""##))
  }
}

private struct Unexpected: Error {}

extension Array {
  fileprivate func firstNonNil<Found>(_ find: (Element) -> Found?) -> Found? {
    for element in self { if let found = find(element) { return found } }
    return nil
  }
}
