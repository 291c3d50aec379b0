import Errands
import ErrandsPromises
import ErrandsTesting
import Synchronization
import Testing

@Suite("In every interleaving, a promise", .timeLimit(.minutes(2)))
struct PromiseExploration {
  /// A handler that records how a promise ended.
  private static func told<T>(
    _ name: String,
    _ scenario: Scenario
  ) -> @Sendable (ErrandsPromises.Result<T>) -> Void {
    { result in
      switch result {
      case .fulfilled(let value): scenario.record("\(name) \(value)")
      case .rejected(let error): scenario.record("\(name) \(error.isCancelled ? "cancelled" : "failed")")
      }
    }
  }

  @Test("that two resolve has one value, and tells it once to each, those that come meanwhile too")
  func resolve() async throws {
    try await everyInterleaving { scenario in
      let (promise, resolver) = Promise<Int>.pending()
      promise.pipe(to: Self.told("first", scenario))
      for value in 1...2 { scenario.body("fulfil \(value)") { resolver.fulfill(value) } }
      scenario.body("register") { promise.pipe(to: Self.told("second", scenario)) }
      scenario.check {
        let value = try scenario.expectOne(of: "first", "1", "2")
        try scenario.expectOne(of: "second", value)
      }
    }
  }

  @Test("whose chain is cancelled at its tail while it is fulfilled ends once, and so does a second branch")
  func chain() async throws {
    try await everyInterleaving { scenario in
      let part = Part("work", in: scenario)
      let promise = part.errand.promise()
      let tail = promise.map(on: nil) { $0 + 1 }.then(on: nil) { Promise.value($0 + 1) }
      tail.pipe(to: Self.told("tail", scenario))
      scenario.body("fulfil") { part.succeed(1) }
      scenario.body("cancel the tail") { tail.cancel() }
      scenario.body("branch") { promise.pipe(to: Self.told("branch", scenario)) }
      scenario.check {
        part.succeed(1)
        try scenario.expectOne(of: "tail", "3", "cancelled")
        try scenario.expectOne(of: "branch", "1", "cancelled")
        try scenario.expectNothingGoesOn(part)
      }
    }
  }

  @Test("of a handler that answers with work is cancelled with that work")
  func adoption() async throws {
    try await everyInterleaving { scenario in
      let (first, second) = (Part("first", in: scenario), Part("second", in: scenario))
      let tail = first.errand.promise().then(on: nil) { _ in second.errand.promise() }
      tail.pipe(to: Self.told("tail", scenario))
      scenario.body("fulfil") { first.succeed(1) }
      scenario.body("cancel") { tail.cancel() }
      scenario.check {
        try scenario.expectOne(of: "tail", "cancelled")
        try scenario.expectNothingGoesOn(first, second)
      }
    }
  }

  @Test("for several waits for all of them, and fails with the first, once")
  func when() async throws {
    try await everyInterleaving { scenario in
      let parts = [Part("first", in: scenario), Part("second", in: scenario)]
      let all = ErrandsPromises.when(fulfilled: parts.map { $0.errand.promise() })
      all.pipe(to: Self.told("all", scenario))
      scenario.body("fulfil") { parts[0].succeed(1) }
      scenario.body("reject") { parts[1].fail() }
      scenario.body("cancel") { all.cancel() }
      scenario.check {
        try scenario.expectOne(of: "all", "failed", "cancelled")
        parts[0].succeed(1)
        try scenario.expectNothingGoesOn(parts[0], parts[1])
      }
    }
  }

  @Test("of a race has one winner")
  func race() async throws {
    try await everyInterleaving { scenario in
      let parts = [Part("first", in: scenario), Part("second", in: scenario)]
      let winner = ErrandsPromises.race(parts.map { $0.errand.promise() })
      winner.pipe(to: Self.told("race", scenario))
      for (index, part) in parts.enumerated() { scenario.body(part.name) { part.succeed(index) } }
      scenario.body("cancel") { winner.cancel() }
      scenario.check {
        try scenario.expectOne(of: "race", "0", "1", "cancelled")
        try scenario.expectNothingGoesOn(parts[0], parts[1])
      }
    }
  }

  @Test("wakes one who blocks until it is there, and one who awaits it, or is cancelled")
  func waits() async throws {
    try await everyInterleaving { scenario in
      let part = Part("work", in: scenario)
      let promise = part.errand.promise()
      scenario.body("fulfil") { part.succeed(1) }
      scenario.body("wait") { scenario.record("waiting \((try? promise.wait()) ?? 0)") }
      let task = scenario.task("await") {
        scenario.told("awaiting")(await Swift.Result { try await promise.async() })
      }
      scenario.body("cancel") { task.cancel() }
      scenario.check {
        // Cancelled by the last one who waited, before the other one came.
        let waiting = try scenario.expectOne(of: "waiting", "1", "0")
        let awaiting = try scenario.expectOne(of: "awaiting", "1", "cancelled")
        try scenario.expect(waiting == "1" || awaiting == "cancelled", "Nobody else cancels it.")
      }
    }
  }

  // Cancelled before it had begun to wait, the task left without cancelling the promise.
  @Test("for which one task waits ends with its task, however early that is cancelled")
  func cancelledWait() async throws {
    try await everyInterleaving { scenario in
      let part = Part("work", in: scenario)
      let promise = part.errand.promise()
      let task = scenario.task("await") {
        scenario.told("awaiting")(await Swift.Result { try await promise.async() })
      }
      scenario.body("cancel") { task.cancel() }
      scenario.check {
        try scenario.expectOne(of: "awaiting", "cancelled")
        try scenario.expectNothingGoesOn(part)
      }
    }
  }

  @Test("whose resolver is dropped while somebody begins to wait says so to one who awaits it")
  func abandoned() async throws {
    // It says so on the standard error as well, once a schedule.
    conf.logHandler = { _ in }
    try await everyInterleaving { scenario in
      let (promise, resolver) = Promise<Int>.pending()
      scenario.body("drop") { withExtendedLifetime(resolver) {} }
      scenario.task("await") {
        scenario.told("awaiting")(await Swift.Result { try await promise.async() })
      }
      scenario.check { try scenario.expectOne(of: "awaiting", "abandoned") }
    }
  }

  @Test("of an iterator has one member after the other taken, each once, by whoever comes first")
  func pulled() async throws {
    try await everyInterleaving { scenario in
      let parts = (1...3).map { Part("part \($0)", in: scenario) }
      let taken = Counter()
      let promises = AnyIterator<Promise<Int>> {
        let number = taken.next()
        guard number < parts.count else { return nil }
        scenario.record("taken \(number)")
        return parts[number].errand.promise()
      }
      ErrandsPromises.when(fulfilled: promises, concurrently: 2).pipe { result in
        if case .fulfilled(let values) = result { scenario.record("whole \(values)") }
      }
      for (number, part) in parts[..<2].enumerated() { scenario.body(part.name) { part.succeed(number) } }
      scenario.check {
        try scenario.expect(scenario.count(of: "taken 2") == 1, "The third is taken once.")
        parts[2].succeed(2)
        try scenario.expectOne(of: "whole", "[0, 1, 2]")
        try scenario.expectNothingGoesOn(parts[0], parts[1], parts[2])
      }
    }
  }

  @Test("of an iterator with room for one has its next member taken by the one that ends, or by nobody")
  func pulledInTurn() async throws {
    try await everyInterleaving(preemptions: 3) { scenario in
      let part = Part("work", in: scenario)
      let taken = Counter()
      let promises = AnyIterator<Promise<Int>> {
        let number = taken.next()
        scenario.record("taken \(number)")
        return number == 0 ? part.errand.promise() : number == 1 ? .value(2) : nil
      }
      let whole = ErrandsPromises.when(fulfilled: promises, concurrently: 1)
      whole.pipe { result in
        if case .fulfilled(let values) = result { scenario.record("whole \(values)") }
        if case .rejected = result { scenario.record("whole rejected") }
      }
      scenario.body("fulfil") { part.succeed(1) }
      scenario.body("cancel") { whole.cancel() }
      scenario.check {
        let end = try scenario.expectOne(of: "whole", "[1, 2]", "rejected")
        if end != "rejected" { try scenario.expect(scenario.count(of: "taken 2") == 1, "All are taken.") }
        try scenario.expect(scenario.count(of: "taken 1") <= 1, "None is taken twice.")
        try scenario.expectNothingGoesOn(part)
      }
    }
  }

  @Test("that joins a chain which is cancelled at this moment is cancelled with it, or has ended before")
  func joined() async throws {
    try await everyInterleaving { scenario in
      let (first, second) = (Part("first", in: scenario), Part("second", in: scenario))
      let context = CancelContext()
      let one = first.errand.promise().cancellize(cancelContext: context)
      one.promise.pipe(to: Self.told("begun", scenario))
      scenario.body("cancel") { context.cancel() }
      scenario.body("join") {
        second.errand.promise().cancellize(cancelContext: context).promise
          .pipe(to: Self.told("joined", scenario))
      }
      scenario.body("settle") { second.succeed(2) }
      scenario.check {
        second.succeed(2)
        try scenario.expectOne(of: "begun", "cancelled")
        try scenario.expectOne(of: "joined", "2", "cancelled")
        try scenario.expectNothingGoesOn(first, second)
      }
    }
  }
}

/// Counts up, in no place of choice: the iterator is one thread's at a time.
private final class Counter: Sendable {
  private let count = Mutex(0)

  func next() -> Int {
    count.withLock { count in
      defer { count += 1 }
      return count
    }
  }
}
