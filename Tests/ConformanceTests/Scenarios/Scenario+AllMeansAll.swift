import Errands
import ErrandsTesting

extension Scenario {
  /// Law 5, of groups whose members come through the style under test.
  static let allMeansAll: [Scenario] = [
    troupe("A group completes after its last member, and keeps their order", of: 4) { troupe in
      try await troupe.begin()
      troupe.notify()
      troupe.works[3].succeed()
      try await troupe.hears(1)
      troupe.works[2].abandon()
      try await troupe.hears(2)
      troupe.works[1].fail()
      try await troupe.hears(3)
      try requireEqual("the group heard before its last member", troupe.heard.all, ["3", "2", "1"])
      troupe.works[0].succeed()
      try await troupe.hears(5)
      try requireEqual("the group heard", Set(troupe.heard.all.dropFirst(3)), ["0", "vx~v"])
    },
    troupe("One who waits for a group is given every outcome") { troupe in
      try await troupe.begin()
      let waiting = Task { troupe.marbles(try await troupe.group.outcomes()) }
      for work in troupe.works { work.succeed() }
      let outcomes = try await patiently("the outcomes") { try await waiting.value }
      try requireEqual("the outcomes", outcomes, "vvv")
    },
    troupe("One who comes after the last member is told too") { troupe in
      try await troupe.begin()
      for work in troupe.works { work.fail() }
      try await troupe.hears(3)
      troupe.notify()
      try await troupe.hears(4)
      try requireEqual("the group heard", troupe.heard.all.last, "xxx")
    },
    troupe("A group that fails fast cancels the others, and waits for them") { troupe in
      let error = troupe.works[1].answers.value?.error
      try await troupe.begin()
      let run = troupe.group.all().run()
      let pending = Events<Int>()
      run.whenSettled(on: .immediate) { [group = troupe.group] _ in pending.record(group.pendingCount) }
      troupe.works[1].fail()
      let outcome = try await patiently("the failure") { await run.settled() }
      guard case .failure(let seen as TokenError) = outcome, seen === error else {
        throw Violation("not the member's error, but \(outcome)")
      }
      let left = try await patiently("the handler") { try await pending.event(1) }
      try requireEqual("members in flight at the end", left, 0)
      for work in [troupe.works[0], troupe.works[2]] { try await work.notices(2) }
      try requireEqual("the works noticed", troupe.noticed, [">c", ">", ">c"])
    },
    troupe("Cancelling a group cancels its members, and those that come too late") { troupe in
      try await troupe.begin()
      troupe.notify()
      troupe.group.cancel()
      troupe.group.cancel()
      try await troupe.hears(4)
      try requireEqual("the group heard", troupe.heard.all.filter { $0.count > 1 }, ["ccc"])
      let late = Work(.callback, live: troupe.live)
      let run = troupe.group.add(troupe.style.roundTrip(late.errand))
      let outcome = try await patiently("the late member's end") { await run.settled() }
      try requireEqual("the one who came too late", late.answers.value?.marble(outcome), "c")
      try requireEqual("and noticed", late.noticed.text, "")
      late.end()
      for work in troupe.works { try await work.notices(2) }
      try requireEqual("the works noticed", troupe.noticed, [">c", ">c", ">c"])
    },
    troupe("The end of a scope ends the members that are tied to it") { troupe in
      let scope = Scope()
      try await troupe.begin(in: scope)
      troupe.notify()
      troupe.works[0].succeed()
      try await troupe.hears(1)
      scope.cancel()
      try await troupe.hears(4)
      try requireEqual("the group heard", troupe.heard.all.filter { $0.count > 1 }, ["vcc"])
    },
    troupe("A limit that passes is told, and leaves the work alone") { troupe in
      let clock = VirtualClock()
      try await troupe.begin()
      troupe.works[0].succeed()
      try await troupe.hears(1)
      let waiting = Task { try await troupe.group.outcomes(within: .seconds(2), clock: clock) }
      try await patiently("the wait") { try await clock.sleepers(atLeast: 1) }
      clock.advance(by: .seconds(2))
      guard case .timedOut(settled: 1, of: 3) = try await patiently("its end", { try await waiting.value })
      else {
        throw Violation("the wait did not say that the limit has passed")
      }
      try requireEqual("the works noticed", troupe.noticed, [">", ">", ">"])
      for work in troupe.works { work.succeed() }
      let outcomes = try await patiently("the outcomes") { try await troupe.group.outcomes() }
      try requireEqual("the outcomes", troupe.marbles(outcomes), "vvv")
    },
    Scenario(.allMeansAll, "The last member and the question for it race") { style in
      try await racing(style, allowed: ["v >"]) {
        $0.works[0].succeed()
      } against: {
        $0.notify()
      }
    },
    // "c >": the work succeeded when its member had just been cancelled, and had not been told yet.
    Scenario(.allMeansAll, "The last member and the group's cancellation race") { style in
      try await racing(style, asksBefore: true, allowed: ["v >", "c >", "c >c", "c >c!", "c >!c"]) {
        $0.works[0].succeed()
      } against: {
        $0.group.cancel()
      }
    },
  ]

  /// A scenario that leaves nothing behind once its body has ended.
  private static func troupe(
    _ sentence: String,
    of count: Int = 3,
    _ body: @escaping @Sendable (Troupe) async throws -> Void
  ) -> Scenario {
    Scenario(.allMeansAll, sentence) { style in
      let troupe = Troupe(style, of: count)
      try await body(troupe)
      try await troupe.end()
    }
  }

  /// Two things that happen to many groups of one member at the same moment.
  private static func racing(
    _ style: any StyleUnderTest,
    asksBefore: Bool = false,
    allowed: Set<String>,
    _ left: @escaping @Sendable (Troupe) -> Void,
    against right: @escaping @Sendable (Troupe) -> Void
  ) async throws {
    let live = LiveObjects()
    let troupes = (0..<Sizes.rounds).map { _ in Troupe(style, of: 1, live: live) }
    for troupe in troupes {
      troupe.enter()
      if asksBefore { troupe.notify() }
    }
    try await patiently("the works' start") {
      for troupe in troupes { try await troupe.works[0].hasStarted() }
    }
    await race(over: troupes, left, right)
    for troupe in troupes { try await troupe.hears(2) }
    for troupe in troupes { troupe.letGo() }
    for troupe in troupes { try await troupe.end() }
    let drawings = troupes.map { troupe in
      troupe.heard.all.filter { $0 != "0" }.joined() + " " + troupe.noticed.joined()
    }
    for drawing in drawings where !allowed.contains(drawing) {
      throw Violation("\"\(drawing)\" instead of one of \(allowed.sorted())")
    }
  }
}
