import Dispatch
import ErrandsTesting
import Testing

@testable import Errands

@Suite("Law 3: never to the dead")
struct OwnerTests {
  @Test("A run does not keep its owner alive", arguments: [Style.closure, .delegate, .actionDelegate])
  func runDoesNotKeepOwner(style: Style) async throws {
    try await withLiveObjects { live in
      let work = ManualWork<Int>()
      var owner: Screen? = Screen(live, Events())
      let run = owner?.load(work.errand, style, on: .immediate)
      withExtendedLifetime(owner) {}
      owner = nil
      #expect(live.names == [:])
      #expect(run?.outcome == nil)
      work.letGo()
    }
  }

  // An actor is the natural owner of what is delivered on it.
  @Test("A run does not keep an actor alive that is both owner and executor", .timeLimit(.minutes(1)))
  func actorAsOwnerAndExecutor() async throws {
    actor Desk {
      let probe: LiveObjects.Object
      init(_ live: LiveObjects) { probe = live.object("desk") }
    }
    let log = TraceLog(of: "desk")
    let live = LiveObjects()
    let work = ManualWork<Int>("desk")
    let heard = Events<Int>()
    var desk: Desk? = Desk(live)
    if let desk {
      work.errand.run(for: desk, on: .actor(desk)) { _, _ in heard.record(1) }
    }
    desk = nil
    #expect(live.names == [:])
    try await work.callback().succeed(1)
    try await log.event("owner gone")
    #expect(heard.count == 0)
  }

  @Test(
    "An owner that is gone is not called, and the trace says so",
    arguments: [Style.closure, .delegate, .actionDelegate]
  )
  func ownerGone(style: Style) async throws {
    let name = "owner gone, \(style)"
    let log = TraceLog(of: name)
    let work = ManualWork<Int>(name)
    let heard = Events<String>()
    let live = LiveObjects()
    do {
      let owner = Screen(live, heard)
      owner.load(work.errand, style, on: .immediate)
    }
    let callback = try await work.callback()
    callback.report(completed: 1, total: 2)
    callback.succeed(1)
    #expect(heard.all == [])
    #expect(log.labels == ["made", "started", "progress 1/2", "settled succeeded", "owner gone"])
  }

  @Test(
    "An owner that goes between the settlement and its delivery is not called",
    .timeLimit(.minutes(1)),
    arguments: [Style.closure, .delegate, .actionDelegate]
  )
  func goneBeforeDelivery(style: Style) async throws {
    let log = TraceLog(of: "gone before delivery, \(style)")
    let work = ManualWork<Int>("gone before delivery, \(style)")
    let works = Events<@Sendable () -> Void>()
    let heard = Events<String>()
    let live = LiveObjects()
    var owner: Screen? = Screen(live, heard)
    owner?.load(work.errand, style, on: .collecting(in: works))
    try await work.callback().succeed(1)
    withExtendedLifetime(owner) {}
    owner = nil
    #expect(live.count == 0)
    try await works.event(1)()
    #expect(heard.all == [])
    #expect(log.labels == ["made", "started", "settled succeeded", "owner gone"])
  }

  @Test("An owner that lives is called with itself", .timeLimit(.minutes(1)))
  func ownerLives() async throws {
    let log = TraceLog(of: "owner lives")
    let live = LiveObjects()
    let owner = live.object("owner")
    let heard = Events<Bool>()
    let errand = Errand<Int>.fromCallback("owner lives") { $0.succeed(1) }
    errand.run(for: owner, on: .immediate) { who, _ in heard.record(who === owner) }
    #expect(heard.all == [true])
    #expect(log.labels == ["made", "started", "settled succeeded", "delivered"])
    errand.run(for: owner) { who, _ in
      MainActor.assertIsolated()
      heard.record(who === owner)
    }
    #expect(try await heard.event(2))
    errand.run().whenSettled(for: owner) { who, _ in
      MainActor.assertIsolated()
      heard.record(who === owner)
    }
    #expect(try await heard.event(3))
  }

  @Test("A handler may drop the last reference to its owner and to its run")
  func dropsLastReference() async throws {
    let live = LiveObjects()
    let owner = Lock<LiveObjects.Object?>(live.object("owner"))
    let heard = Events<Int>()
    let work = ManualWork<Int>()
    let kept = Kept<Run<Int>>()
    if let held = owner.withLock({ $0 }) {
      kept.set(
        work.errand.run(for: held, on: .immediate) { _, _ in
          heard.record(1)
          kept.set(nil)
        }
      )
    }
    _ = owner.withLock { $0.take() }
    #expect(live.count == 0)
    try await work.callback().succeed(1)
    #expect(heard.count == 0)
    kept.set(work.errand.run(on: .immediate) { _ in kept.set(nil) })
    try await work.callback().succeed(2)
    #expect(kept.isEmpty)
  }

  @Test("A handler may cancel its own run")
  func cancelsOwnRun() async throws {
    let work = ManualWork<Int>()
    let heard = Events<String>()
    let run = work.errand.run()
    run.whenSettled(on: .immediate) { outcome in
      run.cancel()
      heard.record(outcome.label)
    }
    run.whenSettled(on: .immediate) { heard.record("again \($0.label)") }
    try await work.callback().succeed(1)
    #expect(heard.all == ["value 1", "again value 1"])
    #expect(work.cancellations.count == 0)
  }

  @Test("A handler may end its own scope, or let go of it")
  func endsOwnScope() async throws {
    let scope = Kept<Scope>()
    scope.set(Scope())
    let work = ManualWork<Int>()
    let other = ManualWork<Int>()
    let heard = Events<String>()
    if let live = scope.value {
      work.errand.run(in: live, on: .immediate) { outcome in
        heard.record(outcome.label)
        scope.value?.cancel()
        scope.set(nil)
      }
      other.errand.run(in: live, on: .immediate) { heard.record("other \($0.label)") }
    }
    try await work.callback().succeed(1)
    #expect(heard.all == ["value 1", "other cancelled"])
    #expect(scope.isEmpty)
  }

  @Test("A handler may register another, which comes after those that were there before")
  func registersAnother() {
    let run = Run<Int>(name: "another", registry: nil)
    let heard = Events<Int>()
    run.whenSettled(on: .immediate) { _ in
      heard.record(1)
      run.whenSettled(on: .immediate) { _ in heard.record(3) }
      #expect(heard.all == [1])
    }
    run.whenSettled(on: .immediate) { _ in heard.record(2) }
    run.settle(.success(1))
    #expect(heard.all == [1, 2, 3])
  }

  @Test("When a run has settled, nothing that it captured stays alive because of it")
  func settledRunHoldsNothing() async throws {
    try await withLiveObjects { live in
      let kept = Kept<Callback<Int>>()
      let run = Self.capturingRun(live, kept)
      #expect(live.names == ["hook": 1, "handler": 1, "progress": 1, "kept": 1])
      kept.value?.succeed(1)
      #expect(live.names == [:])
      withExtendedLifetime(run) {}
    }
  }

  @Test("Not even while its handlers are called")
  func handlerSeesNothingHeld() async throws {
    let live = LiveObjects()
    let kept = Kept<Callback<Int>>()
    let run = Self.capturingRun(live, kept)
    let seen = Events<[String: Int]>()
    run.whenSettled(on: .immediate) { _ in seen.record(live.names.filter { $0.key != "handler" }) }
    run.cancel()
    #expect(seen.all == [[:]])
  }

  /// A run with a probe in everything that it may capture.
  private static func capturingRun(_ live: LiveObjects, _ kept: Kept<Callback<Int>>) -> Run<Int> {
    let handler = live.object("handler")
    let progress = live.object("progress")
    let run = Errand<Int>.fromCallback { callback in
      kept.set(callback)
      let hook = live.object("hook")
      callback.onCancel { withExtendedLifetime(hook) {} }
      callback.keepAlive(live.object("kept"))
    }.run(on: .immediate) { _ in withExtendedLifetime(handler) {} }
    run.onProgress(on: .immediate) { _ in withExtendedLifetime(progress) {} }
    return run
  }
}
