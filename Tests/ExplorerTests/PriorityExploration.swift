import Errands
import ErrandsTesting
import Synchronization
import Testing

/// What is begun while its parent becomes more urgent is as urgent as that, and what is on its way becomes so.
@Suite("In every interleaving, a change of priority", .timeLimit(.minutes(2)))
struct PriorityExploration {
  @Test("reaches the next step of a chain")
  func chain() async throws {
    try await everyInterleaving(preemptions: 3) { scenario in
      let (first, second) = (Part("first", in: scenario), Part("second", in: scenario))
      let run = first.errand.flatMap { _ in second.errand }
        .run(on: .immediate, completion: scenario.told("handler"))
      scenario.body("settle") { first.succeed(1) }
      scenario.body("raise") { run.priority = .high }
      scenario.check {
        try scenario.expect(second.priority == .high, "The second step is urgent.")
        second.succeed(2)
        try scenario.expectOne(of: "handler", "2")
      }
    }
  }

  /// What began between the two changes kept the first one's priority for good: to all others nothing had changed.
  @Test("that is taken back leaves no step at the priority between")
  func thereAndBack() async throws {
    try await everyInterleaving(preemptions: 3) { scenario in
      let (first, second) = (Part("first", in: scenario), Part("second", in: scenario))
      let run = first.errand.flatMap { _ in second.errand }
        .run(on: .immediate, completion: scenario.told("handler"))
      scenario.body("settle and lower") {
        first.succeed(1)
        run.priority = .normal
      }
      scenario.body("raise") { run.priority = .high }
      scenario.check {
        try scenario.expect(second.priority == run.priority, "The step has the run's priority.")
        second.succeed(2)
        try scenario.expectOne(of: "handler", "2")
      }
    }
  }

  @Test("reaches the next try")
  func retry() async throws {
    try await everyInterleaving { scenario in
      let clock = VirtualClock()
      let part = Part("work", in: scenario)
      let policy = RetryPolicy(retries: 1, base: .seconds(1), cap: .seconds(1))
      let run = part.errand.retry(policy, clock: clock)
        .run(on: .immediate, completion: scenario.told("handler"))
      part.fail()
      scenario.body("time passes") { clock.advance(by: .seconds(1)) }
      scenario.body("raise") { run.priority = .high }
      scenario.check {
        try scenario.expect(part.priority == .high, "The second try is urgent.")
        part.succeed(2)
        try scenario.expectOne(of: "handler", "2")
      }
    }
  }

  @Test("reaches a member of all, and a runner of a race, that begin at this moment")
  func beginning() async throws {
    let ways: [@Sendable (Errand<Int>) -> Errand<Int>] = [
      { Errand.all([$0]).map { $0[0] } },
      { Errand.race([$0]) },
      { $0.timeout(after: .seconds(1), clock: VirtualClock()) },
      { $0.shared() },
    ]
    for way in ways {
      try await everyInterleaving(atLeast: 2) { scenario in
        let part = Part("work", in: scenario)
        let queue = WorkQueue(limit: 1)
        let holder = Part("holder", in: scenario)
        holder.errand.on(queue).run()
        // Begun by the end of the holder, in the midst of a change.
        let run = way(part.errand).on(queue).run(on: .immediate, completion: scenario.told("handler"))
        scenario.body("begin") { holder.succeed(1) }
        scenario.body("raise") { run.priority = .high }
        scenario.check {
          try scenario.expect(part.priority == .high, "The work is urgent.")
          part.succeed(2)
          try scenario.expectOne(of: "handler", "2")
        }
      }
    }
  }

  /// One thread asked for the priority, and told it behind the other one, which had told a newer one.
  @Test("of one who joins shared work in that moment counts as it is at last")
  func joining() async throws {
    try await everyInterleaving { scenario in
      let (part, holder) = (Part("work", in: scenario), Part("holder", in: scenario))
      let (queue, flights) = (WorkQueue(limit: 1), SingleFlight<Int, Int>())
      let shared = flights.share(part.errand, for: 1)
      let first = shared.priority(.veryLow).run(on: .immediate, completion: scenario.told("first"))
      holder.errand.on(queue).run()
      // Joins when the holder ends, in the midst of the changes.
      let run = shared.on(queue).run(on: .immediate, completion: scenario.told("joining"))
      scenario.body("join") { holder.succeed(1) }
      scenario.body("change") {
        run.priority = .high
        run.priority = .low
      }
      scenario.check {
        try scenario.expect(part.priority == .low, "The work is as urgent as the one who has joined.")
        part.succeed(2)
        try scenario.expectOne(of: "joining", "2")
        withExtendedLifetime(first) {}
      }
    }
  }

  @Test("reaches a member of a sequence that begins at this moment")
  func beginningInSequence() async throws {
    try await everyInterleaving(atLeast: 2) { scenario in
      let (part, holder) = (Part("work", in: scenario), Part("holder", in: scenario))
      let queue = WorkQueue(limit: 1)
      holder.errand.on(queue).run()
      let run = Errand.sequence(0..<1, limit: 1) { _ in part.errand }.on(queue)
        .run(on: .immediate, completion: scenario.told("handler"))
      scenario.body("begin") { holder.succeed(1) }
      scenario.body("raise") { run.priority = .high }
      scenario.check {
        try scenario.expect(part.priority == .high, "The work is urgent.")
        run.cancel()
        try scenario.expectOne(of: "handler", "cancelled")
      }
    }
  }

  @Test("reaches the task of work that begins at this moment, and a sequence's worker")
  func tasks() async throws {
    let ways: [@Sendable (Errand<Int>) -> Errand<Int>] = [
      { $0 }, { inner in Errand.sequence(0..<1, limit: 1) { _ in inner }.map { $0[0] } },
    ]
    for way in ways {
      let seen = Mutex(0)
      try await everyInterleaving(atLeast: 2) { scenario in
        let (part, holder) = (Part("work", in: scenario), Part("holder", in: scenario))
        let work = Errand<Int> {
          let value = try await part.errand.value()
          scenario.record("at \(Task.currentPriority == .high)")
          return value
        }
        let run = holder.errand.flatMap { _ in way(work) }
          .run(on: .immediate, completion: scenario.told("handler"))
        // The task goes on when both are through: before, it need not have heard.
        let through = Mutex(0)
        let goOn = { @Sendable in
          let count = through.withLock { count in
            count += 1
            return count
          }
          if count == 2 { part.succeed(2) }
        }
        scenario.body("begin") {
          holder.succeed(1)
          goOn()
        }
        scenario.body("raise") {
          run.priority = .high
          goOn()
        }
        scenario.check {
          try scenario.expect(scenario.count(of: "at false") == 0, "The task is urgent.")
          let urgent = scenario.count(of: "at true")
          seen.withLock { $0 += urgent }
          run.cancel()
          try scenario.expectOne(of: "handler", "2", "cancelled")
        }
      }
      #expect(seen.withLock { $0 } > 0)
    }
  }

  @Test("reaches each member of all, and those of a race")
  func members() async throws {
    try await everyInterleaving { scenario in
      let parts = (1...4).map { Part("member \($0)", in: scenario) }
      let all = Errand.all(parts[..<2].map(\.errand)).run(on: .immediate, completion: scenario.told("all"))
      scenario.body("begin a race") {
        let race = Errand.race(parts[2...].map(\.errand))
          .run(on: .immediate, completion: scenario.told("race"))
        race.priority = .low
      }
      scenario.body("high") { all.priority = .high }
      scenario.body("low") { all.priority = .low }
      scenario.check {
        for part in parts[..<2] {
          try scenario.expect(part.priority == all.priority, "A member is as urgent as all.")
        }
        for part in parts[2...] { try scenario.expect(part.priority == .low, "Each runner is not.") }
        for part in parts { part.succeed(1) }
        try scenario.expectOne(of: "race", "1")
        try scenario.expectNothingGoesOn(parts[0], parts[1], parts[2], parts[3])
      }
    }
  }

  @Test("is told to the work in order, the newest last, and not behind its end")
  func hooks() async throws {
    try await everyInterleaving(preemptions: 3) { scenario in
      let kept = Kept<Callback<Int>>()
      let run = Errand<Int>.fromCallback { callback in
        kept.set(callback)
        callback.onPriorityChange { scenario.record("urgency \($0)") }
      }
      .run(on: .immediate, completion: scenario.told("handler"))
      scenario.body("high") { run.priority = .high }
      scenario.body("low") { run.priority = .low }
      scenario.check {
        let told = scenario.outcomes(of: "urgency")
        try scenario.expect(told.last == "\(run.priority)", "The work knows the last of them.")
        kept.value?.succeed(1)
        kept.set(nil)
        run.priority = .veryHigh
        try scenario.expect(scenario.count(of: "urgency veryHigh") == 0, "Nobody is told behind the end.")
      }
    }
  }

  /// Work that registered its hook and then asked took the older priority for the newer one.
  @Test("is the last that a hook hears, which is registered at this moment")
  func lateHook() async throws {
    try await everyInterleaving(preemptions: 3) { scenario in
      let kept = Kept<Callback<Int>>()
      let run = Errand<Int>.fromCallback { kept.set($0) }.run()
      let heard = Mutex<WorkPriority?>(nil)
      scenario.body("register") {
        kept.value?.onPriorityChange { priority in heard.withLock { $0 = priority } }
      }
      scenario.body("raise") { run.priority = .high }
      scenario.check {
        try scenario.expect(heard.withLock { $0 } == .high, "The work knows the last of them.")
        kept.value?.succeed(1)
        kept.set(nil)
      }
    }
  }
}
