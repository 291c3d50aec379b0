import ErrandsTesting
import Testing

@testable import Errands

@Suite("Work that is shared under a key", .timeLimit(.minutes(1)))
struct SingleFlightTests {
  private let flights = SingleFlight<String, Int>()
  private let work = ManualWork<Int>()
  private let other = ManualWork<Int>()

  @Test("is one for all who ask under it, and another one under another key")
  func oneForAKey() async throws {
    let runs = (0..<5).map { _ in flights.share(work.errand, for: "a").run() }
    let different = flights.share(other.errand, for: "b").run()
    #expect(work.startCount == 1 && other.startCount == 1 && flights.count == 2)
    try await work.callback().succeed(7)
    #expect(runs.allSatisfy { $0.outcome?.label == "value 7" })
    #expect(different.outcome == nil && flights.count == 1)
    different.cancel()
    #expect(flights.count == 0)
  }

  @Test("is that with which it was begun, whatever those bring who come later")
  func firstErrandCounts() async throws {
    let first = flights.share(work.errand, for: "a").run()
    let second = flights.share(other.errand, for: "a").run()
    #expect(other.startCount == 0)
    try await work.callback().succeed(7)
    #expect(first.outcome?.label == "value 7" && second.outcome?.label == "value 7")
  }

  /// A load that was begun there was cancelled with that of which it was told.
  @Test(
    "keeps those who join it in a handler of its progress, which is no part of it",
    arguments: [Delivery.immediate, .concurrent]
  )
  func joinedInHandler(_ delivery: Delivery) async throws {
    let joined = Events<Run<Int>>()
    let first = flights.share(work.errand, for: "a").begin(in: nil as Scope?) { [flights, work] run in
      run.onProgress(on: delivery) { _ in joined.record(flights.share(work.errand, for: "a").run()) }
    }
    let callback = try await work.callback()
    callback.report(completed: 1, total: 2)
    let second = try await joined.event(1)
    first.cancel()
    callback.succeed(7)
    #expect(second.outcome?.label == "value 7")
    #expect(work.startCount == 1)
  }

  @Test("gives those who join it another value than the one who began it, where that is wanted")
  func joined() async throws {
    let flights = SingleFlight<String, Int> { -$0 }
    let share: @Sendable () -> Run<Int> = { [work] in flights.share(work.errand, for: "a").run() }
    var runs = [share(), share(), share()]
    try await work.callback().succeed(7)
    #expect(runs.map { $0.outcome?.label } == ["value 7", "value -7", "value -7"])
    // Also where that one has left; and one alone has joined nobody.
    runs = [share(), share()]
    runs[0].cancel()
    try await work.callback().succeed(8)
    #expect(runs[1].outcome?.label == "value -8")
    let alone = share()
    try await work.callback().succeed(9)
    #expect(alone.outcome?.label == "value 9")
    // An error is everybody's.
    runs = [share(), share()]
    try await work.callback().fail(EmptySequenceError())
    #expect(runs.allSatisfy { $0.outcome?.label == runs[0].outcome?.label })
  }

  @Test("tells those who join what the first one has brought, and the first one nothing")
  func context() async throws {
    let bags = ["first", "second", "third"].map { Bag($0) }
    let runs = bags.map { flights.share(work.errand, for: "a", bringing: $0).run() }
    flights.share(work.errand, for: "a").run()
    #expect(bags.map(\.followed.all) == [[], ["first"], ["first"]])
    try await work.callback().succeed(7)
    #expect(runs.allSatisfy { $0.outcome?.label == "value 7" })
    flights.share(work.errand, for: "a", bringing: bags[2]).run()
    #expect(bags[2].followed.count == 1)
  }

  private final class Bag: FlightContext {
    let name: String
    let followed = Events<String>()

    init(_ name: String) { self.name = name }

    func follow(_ first: any FlightContext) { if let first = first as? Bag { followed.record(first.name) } }
  }

  @Test("is begun anew by those who come when it has been closed to them, and kept by those who share it")
  func retired() async throws {
    let before = (0..<2).map { _ in flights.share(work.errand, for: "a").run() }
    var callbacks = [try await work.callback()]
    let different = flights.share(work.errand, for: "b").run()
    callbacks.append(try await work.callback())
    flights.retire { $0 == "a" }
    #expect(flights.count == 1)
    let after = flights.share(other.errand, for: "a").run()
    #expect(other.startCount == 1 && flights.count == 2)
    callbacks[0].succeed(7)
    // Its end is not that of what has taken its place.
    #expect(flights.count == 2)
    #expect(before.allSatisfy { $0.outcome?.label == "value 7" })
    let joining = flights.share(work.errand, for: "a").run()
    try await other.callback().succeed(8)
    #expect(after.outcome?.label == "value 8" && joining.outcome?.label == "value 8")
    callbacks[1].succeed(9)
    #expect(different.outcome?.label == "value 9" && flights.count == 0)
  }

  @Test("is stopped when the last has left, also where it has been closed")
  func retiredAndLeft() async throws {
    let run = flights.share(work.errand, for: "a").run()
    _ = try await work.callback()
    flights.retire { _ in true }
    run.cancel()
    #expect(work.cancellations.count == 1)
  }

  @Test("goes on until the last has left, and is begun anew for the next")
  func lastLeaves() async throws {
    let runs = (0..<3).map { _ in flights.share(work.errand, for: "a").run() }
    runs[0].cancel()
    runs[2].cancel()
    #expect(work.cancellations.count == 0)
    runs[1].cancel()
    #expect(work.cancellations.count == 1 && flights.count == 0)
    flights.share(work.errand, for: "a").run()
    #expect(work.startCount == 2)
  }

  @Test("has the highest priority of those who share it, as they come and go")
  func priority() async throws {
    let heard = Events<WorkPriority>()
    let begin = work.errand
    let errand = Errand<Int>.fromCallback { callback in
      callback.onPriorityChange { heard.record($0) }
      callback.follow(begin.run())
    }
    let low = flights.share(errand, for: "a").priority(.low).run()
    let high = flights.share(errand, for: "a").priority(.high).run()
    let normal = flights.share(errand, for: "a").run()
    #expect(heard.all == [.low, .high])
    high.cancel()
    #expect(heard.all == [.low, .high, .normal])
    low.priority = .veryHigh
    #expect(heard.all == [.low, .high, .normal, .veryHigh])
    low.priority = .veryLow
    normal.cancel()
    #expect(heard.all == [.low, .high, .normal, .veryHigh, .normal, .veryLow])
    low.cancel()
    #expect(heard.count == 6)
  }

  @Test("goes before others in a queue for the sake of one who came late")
  func inAQueue() async throws {
    let (queue, stage) = (WorkQueue(limit: 1), WorkStage())
    let flights = SingleFlight<String, String>()
    let load: @Sendable (String) -> Errand<String> = { flights.share(stage.work($0).on(queue), for: $0) }
    for name in ["first", "a", "b", "c"] { load(name).run() }
    load("c").priority(.high).run()
    try await stage.finish("first", "c", "a", "b")
    #expect(stage.started.all == ["first", "c", "a", "b"])
  }

  @Test("tells one who comes late how far it is")
  func progress() async throws {
    flights.share(work.errand, for: "a").run()
    try await work.callback().report(completed: 3, total: 10)
    #expect(flights.share(work.errand, for: "a").run().progress?.label == "3/10")
    try await work.callback().succeed(1)
    #expect(flights.share(work.errand, for: "a").run().progress == nil)
  }

  @Test("is shared by those who ask inside its beginning, though it settles at once")
  func settlesAtOnce() {
    let (begun, told) = (Events<Int>(), Events<String>())
    let flights = flights
    let errand = Errand<Int>.fromCallback { callback in
      begun.record(1)
      if begun.count == 1 {
        flights.share(.success(0), for: "a").run(on: .immediate) { told.record("inside \($0.label)") }
      }
      callback.succeed(7)
    }
    flights.share(errand, for: "a").run(on: .immediate) { told.record("outside \($0.label)") }
    #expect(begun.count == 1)
    #expect(told.all == ["outside value 7", "inside value 7"])
    #expect(flights.count == 0)
  }

  @Test("that one who is told of the end asks for is begun anew")
  func anewInAHandler() {
    let (begun, flights) = (Events<Int>(), flights)
    let errand = Errand<Int>.fromCallback { callback in
      begun.record(1)
      callback.succeed(begun.count)
    }
    let told = Events<String>()
    flights.share(errand, for: "a").run(on: .immediate) { outcome in
      told.record(outcome.label)
      flights.share(errand, for: "a").run(on: .immediate) { told.record($0.label) }
    }
    #expect(told.all == ["value 1", "value 2"])
  }

  @Test("goes on though nobody holds its register, and leaves nothing behind")
  func lifetime() async throws {
    try await withLiveObjects { live in
      let held = work.errand
      let probe = live.object("captured by the work")
      let errand = Errand<Int>.fromCallback { callback in
        withExtendedLifetime(probe) { callback.follow(held.run()) }
      }
      let runs = (0..<3).map { SingleFlight<Int, Int>().share(errand, for: $0).run() }
      runs[0].cancel()
      try await work.callback().succeed(7)
      for run in runs[1...] { run.cancel() }
    }
  }

  @Test("is one though many threads ask, come and go at once")
  func atOnce() async throws {
    let running = Lock((now: 0, most: 0))
    let errand = Errand<Int> {
      running.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
      await Task.yield()
      running.withLock { $0.now -= 1 }
      return 7
    }
    let flights = flights
    let outcomes = await withTaskGroup(of: [String].self) { group in
      for task in 0..<4 {
        group.addTask {
          var labels: [String] = []
          for round in 0..<Sizes.raceRounds / 4 {
            let run = flights.share(errand, for: "a").run()
            if (round + task) % 3 == 0 { run.cancel() }
            labels.append(await run.settled.label)
          }
          return labels
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    #expect(outcomes.allSatisfy { $0 == "value 7" || $0 == "cancelled" })
    #expect(outcomes.contains("value 7"))
    #expect(flights.count == 0)
  }
}

// Work that waited for itself was its own last subscriber.
@Suite("Shared work that waits for itself", .timeLimit(.minutes(1)))
struct SelfishFlightTests {
  private let flights = SingleFlight<String, Int>()
  private let work = ManualWork<Int>()

  /// Work that holds an object, and waits for another errand.
  private func waiting(for other: @escaping @Sendable () -> Errand<Int>, _ held: Held) -> Errand<Int> {
    .fromCallback { callback in
      callback.keepAlive(held.make())
      callback.follow(other().run())
    }
  }

  @Test("is cancelled with the last who came from outside, and leaves nothing behind")
  func direct() {
    let (flights, held) = (flights, Held())
    let selfish = flights.share(
      waiting(for: { [work] in flights.share(work.errand, for: "a") }, held),
      for: "a"
    )
    let runs = [selfish.run(), selfish.run()]
    runs[0].cancel()
    #expect(flights.count == 1 && held.isAlive)
    runs[1].cancel()
    #expect(flights.count == 0 && !held.isAlive && work.startCount == 0)
  }

  @Test("is cancelled also where it waits in a task, behind a queue, or after another step")
  func deep() async throws {
    let (flights, inner, joined) = (flights, Events<String>(), Gate())
    let again: @Sendable () -> Errand<Int> = { [work] in flights.share(work.errand, for: "a") }
    let task = Errand<Int> {
      let run = Errand.success(1).flatMap { _ in again().on(WorkQueue(limit: 1)) }.run()
      joined.open()
      inner.record(await run.settled.label)
      return try await run.value
    }
    let run = flights.share(task, for: "a").run()
    try await joined.wait()
    run.cancel()
    #expect(try await inner.event(1) == "cancelled")
    #expect(flights.count == 0)
  }

  @Test("is cancelled where two pieces of work that others began wait for one another")
  func twoKeys() async throws {
    let (flights, gate, held) = (flights, Events<Callback<Int>>(), Held())
    let begin: @Sendable (String, String) -> Run<Int> = { own, other in
      let first = Errand<Int>.fromCallback { gate.record($0) }
      let crossing = first.flatMap { _ in
        self.waiting(for: { flights.share(.success(0), for: other) }, held)
      }
      return flights.share(crossing, for: own).run()
    }
    let runs = [begin("a", "b"), begin("b", "a")]
    for callback in gate.all { callback.succeed(1) }
    #expect(flights.count == 2 && held.isAlive)
    runs[0].cancel()
    #expect(flights.count == 2 && runs[1].isRunning, "It is waited for by way of the other.")
    runs[1].cancel()
    #expect(flights.count == 0 && !held.isAlive)
  }

  @Test("goes on for those who were begun in other shared work, as long as that is waited for or has ended")
  func insiders() async throws {
    let (flights, kept) = (flights, Kept<Run<Int>>())
    let inner = flights.share(work.errand, for: "inner")
    let leaving = inner.run()
    let outer = flights.share(waiting(for: { inner }, Held()), for: "outer").run()
    let spawning = flights.share(
      Errand<Int>.fromCallback { callback in
        kept.set(inner.run())
        callback.succeed(1)
      },
      for: "spawning"
    )
    #expect(try await spawning.value() == 1)
    leaving.cancel()
    outer.cancel()
    #expect(work.cancellations.count == 0)
    try await work.callback().succeed(7)
    #expect(kept.take()?.outcome?.label == "value 7")
  }

  private final class Held: Sendable {
    private final class Object: Sendable {}
    private let objects = Lock<[Weak]>([])

    private struct Weak: Sendable { weak let object: Object? }

    func make() -> some AnyObject & Sendable {
      let object = Object()
      objects.withLock { $0.append(Weak(object: object)) }
      return object
    }

    var isAlive: Bool { objects.withLock { $0.contains { $0.object != nil } } }
  }
}

@Suite("The state of shared work")
struct FlightStateTests {
  private var state = FlightState()

  private func callback() -> Callback<Int> { Callback(run: Run(name: nil, origin: SourceLocation())) }

  @Test("has the highest priority of its subscribers, and says when that has changed")
  mutating func priorities() throws {
    let first = state.begin(callback(), .low)
    #expect(first.isFirst && state.priority == .low)
    let late = state.join(callback(), .high)
    let second = try #require(late)
    #expect(second.raises && state.priority == .high)
    let latest = state.join(callback(), .high)
    let third = try #require(latest)
    #expect(!third.raises)
    let lowers = state.leave(second.place).lowers
    #expect(!lowers, "One of the same priority is left.")
    let changes = [state.change(first.place, to: .veryLow), state.change(third.place, to: .normal)]
    #expect(changes == [false, true])
    let left = state.leave(third.place)
    #expect(left.lowers && !left.isLast && state.priority == .veryLow)
  }

  @Test("takes nobody and no run any more once the last has left")
  mutating func over() {
    let first = state.begin(callback(), .normal)
    let left = state.leave(first.place)
    #expect(left.isLast && left.subscriber != nil && left.run == nil)
    let joined = state.join(callback(), .normal)
    let entered = state.enter(Run<Int>(name: nil, origin: SourceLocation()))
    let leftAgain = state.leave(first.place)
    #expect(joined == nil && entered == nil && leftAgain.subscriber == nil)
  }

  @Test("gives the run to cancel to the last who leaves, and to nobody else")
  mutating func runToCancel() throws {
    let run = Run<Int>(name: nil, origin: SourceLocation())
    let first = state.begin(callback(), .normal)
    let entered = state.enter(run)
    #expect(entered != nil)
    let late = state.join(callback(), .normal)
    let second = try #require(late)
    let left = (state.leave(first.place).run, state.leave(second.place).run)
    #expect(left.0 == nil && left.1 === run)
  }

  @Test("tells everybody of the end, once")
  mutating func end() {
    let first = state.begin(callback(), .normal)
    let heard = state.report(RunProgress(completed: 1, total: 2))
    let second = state.join(callback(), .normal)
    #expect(heard.count == 1 && second?.progress?.completed == 1)
    let (told, toldAgain) = (state.end(), state.end())
    #expect(told.count == 2 && toldAgain.isEmpty)
    let left = state.leave(first.place)
    let late = state.join(callback(), .normal)
    #expect(!left.isLast && late == nil)
  }
}
