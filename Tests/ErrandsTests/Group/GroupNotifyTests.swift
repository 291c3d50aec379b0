import Dispatch
import ErrandsTesting
import Testing

@testable import Errands

@Suite("A group's handlers")
struct GroupNotifyTests {
  @Test("An empty group calls its handler too, and not inside the registering call", .timeLimit(.minutes(1)))
  func empty() async throws {
    let heard = Events<Int>()
    let works = Events<@Sendable () -> Void>()
    let group = Group<Int>()
    group.notify(on: .collecting(in: works)) { heard.record($0.count) }
    #expect(heard.count == 0)
    try await works.event(1)()
    #expect(heard.all == [0])
    group.notify(on: .immediate) { heard.record($0.count + 10) }
    #expect(heard.all == [0, 10])
  }

  @Test("Handlers are called once each, in the order of registering, on a concurrent queue too")
  func handlersInOrder() async throws {
    let group = Group<Int>()
    let heard = Events<Int>()
    let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
    let callback = group.enter()
    for number in 0..<20 { group.notify(on: .queue(queue)) { _ in heard.record(number) } }
    callback.succeed(1)
    for number in 20..<40 { group.notify(on: .queue(queue)) { _ in heard.record(number) } }
    _ = try await heard.event(40)
    #expect(heard.all == Array(0..<40))
  }

  @Test("Handlers are called where they were asked for", .timeLimit(.minutes(1)))
  func onQueue() async throws {
    let key = DispatchSpecificKey<String>()
    let queue = DispatchQueue(label: "asked for")
    let group = Group<Int>()
    let heard = Events<String?>()
    let callback = group.enter()
    group.notify(on: .marked(queue, key)) { _ in heard.record(DispatchQueue.getSpecific(key: key)) }
    callback.succeed(1)
    #expect(try await heard.event(1) == "asked for")
  }

  @Test("Without a delivery, handlers are called on the main actor", .timeLimit(.minutes(1)))
  func mainActor() async throws {
    let live = LiveObjects()
    let owner = live.object("owner")
    let group = Group<Int>()
    let heard = Events<String>()
    let callback = group.enter()
    group.notify { outcomes in
      MainActor.assertIsolated()
      heard.record("\(outcomes.count)")
    }
    group.notify(for: owner) { owner, outcomes in
      MainActor.assertIsolated()
      heard.record("\(owner.name) \(outcomes.count)")
    }
    callback.succeed(1)
    _ = try await heard.event(2)
    #expect(heard.all == ["1", "owner 1"])
  }

  @Test("An owner that is gone is not called, and not kept alive")
  func ownerGone() async throws {
    try await withLiveObjects { live in
      let log = TraceLog(of: "owned")
      let group = Group<Int>("owned")
      let heard = Events<String>()
      let callback = group.enter()
      let staying = live.object("staying")
      var owner: LiveObjects.Object? = live.object("owner")
      if let owner { group.notify(for: owner, on: .immediate) { owner, _ in heard.record(owner.name) } }
      group.notify(for: staying, on: .immediate) { owner, _ in heard.record(owner.name) }
      withExtendedLifetime(owner) {}
      owner = nil
      #expect(live.names == ["staying": 1])
      callback.succeed(1)
      #expect(heard.all == ["staying"])
      #expect(log.labels.suffix(3) == ["settled succeeded", "owner gone", "delivered"])
    }
  }

  // Each call made a run of its own, and all but the first were never settled: a span without an end for each.
  @Test("However many handlers there are, the run that stands for the members is one, and it settles")
  func oneRun() {
    let log = TraceLog(of: "announced")
    let group = Group<Int>("announced")
    let callback = group.enter()
    for _ in 0..<2 { group.notify(on: .immediate) { _ in } }
    callback.succeed(1)
    group.notify(on: .immediate) { _ in }
    #expect(log.labels.count { $0 == "made" } == 1)
    #expect(log.labels.count { $0.hasPrefix("settled") } == 1)
  }

  @Test("Two that come at once leave no run in flight", .timeLimit(.minutes(1)))
  func raced() async {
    let log = TraceLog(of: "raced")
    let groups = (0..<Sizes.raceRounds).map { _ in Group<Int>("raced") }
    await race(rounds: groups.count) { round in
      groups[round].notify(on: .immediate) { _ in }
    } _: { round in
      groups[round].notify(on: .immediate) { _ in }
    }
    let labels = log.labels
    let settled = labels.count { $0.hasPrefix("settled") }
    #expect(settled >= groups.count && labels.count { $0 == "made" } == settled)
  }

  @Test("A handler whose executor throws it away does not hold up the next")
  func thrownAway() {
    let group = Group<Int>()
    let heard = Events<Int>()
    let callback = group.enter()
    group.notify(on: .bin) { _ in heard.record(1) }
    group.notify(on: .immediate) { _ in heard.record(2) }
    callback.succeed(1)
    #expect(heard.all == [2])
  }

  @Test(
    "A group that was let go of notifies all the same, and nothing is left of it",
    .timeLimit(.minutes(1))
  )
  func letGo() async throws {
    try await withLiveObjects { live in
      let work = ManualWork<LiveObjects.Object>()
      let heard = Events<[String]>()
      let probe = live.object("captured")
      do {
        let group = Group<LiveObjects.Object>()
        group.add(work.errand)
        group.notify(on: .immediate) { outcomes in
          withExtendedLifetime(probe) { heard.record(outcomes.map { (try? $0.get().name) ?? "?" }) }
        }
      }
      #expect(work.cancellations.count == 0)
      try await work.callback().succeed(live.object("value"))
      work.letGo()
      #expect(heard.all == [["value"]])
    }
  }

  @Test("A group keeps nothing of a settled member but its outcome", .timeLimit(.minutes(1)))
  func keepsNothing() async throws {
    let live = LiveObjects()
    let group = Group<Int>()
    let inFlight = group.enter()
    group.add(Self.errand(capturing: live.object("captured")))
    let byHand = group.enter()
    byHand.keepAlive(live.object("kept"))
    byHand.onCancel { [object = live.object("hook")] in withExtendedLifetime(object) {} }
    byHand.succeed(2)
    try await live.allGone()
    #expect(group.progress == RunProgress(completed: 2, total: 3))
    inFlight.succeed(3)
  }

  private static func errand(capturing object: LiveObjects.Object) -> Errand<Int> {
    .fromCallback { callback in withExtendedLifetime(object) { _ = callback.succeed(1) } }
  }
}
