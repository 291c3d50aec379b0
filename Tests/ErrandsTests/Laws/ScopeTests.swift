import ErrandsTesting
import Testing

@testable import Errands

@Suite("Law 3: scopes")
struct ScopeTests {
  @Test(
    "In a scope that has ended the work never starts, in every style",
    .timeLimit(.minutes(1)),
    arguments: Style.allCases
  )
  func endedScope(style: Style) async throws {
    let name = "ended scope, \(style)"
    let log = TraceLog(of: name)
    let scope = Scope()
    scope.cancel()
    let work = ManualWork<Int>(name)
    let listener = style.listen(to: work.errand, in: scope)
    #expect(try await listener.outcome().label == "cancelled")
    #expect(work.startCount == 0)
    #expect(log.labels.contains("started") == false)
    #expect(scope.runCount == 0)
  }

  @Test(
    "Cancelling a scope cancels its runs, in every style",
    .timeLimit(.minutes(1)),
    arguments: Style.allCases
  )
  func cancel(style: Style) async throws {
    let scope = Scope()
    let work = ManualWork<Int>()
    let listener = style.listen(to: work.errand, in: scope)
    _ = try await work.callback()
    #expect(scope.runCount == 1)
    scope.cancel()
    #expect(try await listener.outcome().label == "cancelled")
    #expect(work.cancellations.count == 1)
    #expect(scope.isEnded)
    #expect(scope.runCount == 0)
  }

  @Test("Letting go of a scope cancels its runs", arguments: [Style.closure, .delegate, .actionDelegate])
  func letGo(style: Style) async throws {
    let work = ManualWork<Int>()
    let live = LiveObjects()
    let heard = Events<String>()
    let screen = Screen(live, heard)
    do {
      let scope = Scope()
      screen.load(work.errand, style, in: scope, on: .immediate)
      #expect(work.startCount == 1)
    }
    #expect(heard.all == ["cancelled"])
    #expect(work.cancellations.count == 1)
  }

  // The sequence held its scope, so that an owner who went away left the run behind.
  @Test("A sequence of events does not keep its scope alive", .timeLimit(.minutes(1)))
  func eventsDoNotKeepScope() async throws {
    let work = ManualWork<Int>()
    var scope: Scope? = Scope()
    let events = work.errand.events(in: scope)
    var iterator = events.makeAsyncIterator()
    #expect(work.startCount == 1)
    scope = nil
    #expect(work.cancellations.count == 1)
    #expect(await iterator.next()?.label == "cancelled")
    var late = events.makeAsyncIterator()
    #expect(await late.next()?.label == "cancelled")
    #expect(work.startCount == 1)
  }

  @Test("Runs are cancelled oldest first")
  func oldestFirst() {
    let scope = Scope()
    let heard = Events<Int>()
    let work = ManualWork<Int>()
    for number in 0..<100 { work.errand.run(in: scope, on: .immediate) { _ in heard.record(number) } }
    scope.cancel()
    #expect(heard.all == Array(0..<100))
  }

  @Test("Ending a scope twice has no effect the second time")
  func twice() {
    let scope = Scope()
    let work = ManualWork<Int>()
    work.errand.run(in: scope)
    #expect(!scope.isEnded)
    scope.cancel()
    scope.cancel()
    #expect(work.cancellations.count == 1)
  }

  @Test("A run leaves its scope when it settles, however it settles")
  func leavesWhenSettled() async throws {
    let scope = Scope()
    let work = ManualWork<Int>()
    work.errand.run(in: scope)
    try await work.callback().succeed(1)
    #expect(scope.runCount == 0)
    work.errand.run(in: scope).cancel()
    #expect(scope.runCount == 0)
    work.errand.run(in: scope)
    work.letGo()
    #expect(scope.runCount == 0)
    scope.cancel()
    #expect(work.cancellations.count == 2)
  }

  @Test("A scope does not keep a settled run alive", .timeLimit(.minutes(1)))
  func settledRunIsReleased() async throws {
    try await withLiveObjects { live in
      let scope = Scope()
      for _ in 0..<100 {
        Errand<LiveObjects.Object>.fromCallback { $0.succeed(live.object("value")) }.run(in: scope)
      }
      #expect(live.count == 0)
      withExtendedLifetime(scope) {}
    }
  }

  @Test("A scope that ends while the work begins stops it", .timeLimit(.minutes(1)))
  func endsInsideStart() {
    let scope = Scope()
    let hooks = Events<Int>()
    let run = Errand<Int>.fromCallback { callback in
      scope.cancel()
      callback.onCancel { hooks.record(1) }
    }.run(in: scope)
    #expect(run.outcome?.label == "cancelled")
    #expect(hooks.count == 1)
  }

  @Test("A hundred thousand runs end with their scope", .timeLimit(.minutes(1)))
  func many() {
    let scope = Scope()
    let work = ManualWork<Int>()
    for _ in 0..<Sizes.chain { work.errand.run(in: scope) }
    #expect(scope.runCount == Sizes.chain)
    scope.cancel()
    #expect(scope.runCount == 0)
    #expect(work.cancellations.count == Sizes.chain)
  }

  @Test("Running races with ending: no run outlives the scope", .timeLimit(.minutes(1)))
  func raceWithRunning() async {
    let rounds = Sizes.raceRounds
    let scopes = (0..<rounds).map { _ in Scope() }
    let work = ManualWork<Int>()
    let ended = Events<String>()
    await race(rounds: rounds) { round in
      work.errand.run(in: scopes[round], on: .immediate) { ended.record($0.label) }
    } _: { round in
      scopes[round].cancel()
    }
    #expect(ended.count == rounds)
    #expect(ended.all.allSatisfy { $0 == "cancelled" })
    #expect(work.cancellations.count == work.startCount)
    #expect(scopes.allSatisfy { $0.runCount == 0 })
  }
}
