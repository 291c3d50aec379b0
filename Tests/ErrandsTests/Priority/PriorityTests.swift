import ErrandsTesting
import Testing

@testable import Errands

@Suite("The priority of a run", .timeLimit(.minutes(1)))
struct PriorityTests {
  private let work = ManualWork<Int>()
  private let other = ManualWork<Int>()

  /// Work whose runs record the priority with which they begin, and each change of it.
  private func listening(_ heard: Events<WorkPriority>, _ work: ManualWork<Int>) -> Errand<Int> {
    let begin = work.errand
    return .fromCallback { callback in
      callback.onPriorityChange { heard.record($0) }
      callback.follow(begin.run())
    }
  }

  @Test("is normal where nobody says anything")
  func normal() {
    #expect(work.errand.run().priority == .normal)
  }

  @Test("is there from the beginning where the errand says so")
  func fromTheBeginning() {
    let heard = Events<WorkPriority>()
    let run = listening(heard, work).priority(.high).run()
    #expect(run.priority == .high)
    #expect(heard.all == [.high])
  }

  @Test("may change while the work is on, and the work hears each change once")
  func changes() {
    let heard = Events<WorkPriority>()
    let run = listening(heard, work).run()
    for priority in [.normal, .high, .high, .veryLow] as [WorkPriority] { run.priority = priority }
    #expect(run.priority == .veryLow)
    #expect(heard.all == [.normal, .high, .veryLow])
  }

  @Test("of a settled run is nothing that anybody hears of")
  func settled() async throws {
    let heard = Events<WorkPriority>()
    let run = listening(heard, work).run()
    try await work.callback().succeed(1)
    run.priority = .high
    #expect(run.priority == .high)
    #expect(heard.all == [.normal])
  }

  @Test("that a hook changes once more is told when the hook has returned, the newest last")
  func insideAHook() {
    let (heard, kept) = (Events<WorkPriority>(), Kept<Run<Int>>())
    let errand = Errand<Int>.fromCallback { callback in
      callback.keepAlive(callback)
      callback.onPriorityChange { priority in
        if priority == .high { kept.value?.priority = .low }
        heard.record(priority)
      }
      callback.onPriorityChange { heard.record($0) }
    }
    let run = errand.run()
    kept.set(run)
    run.priority = .high
    #expect(heard.all == [.normal, .normal, .high, .high, .low, .low])
    run.cancel()
    kept.set(nil)
  }

  /// Errands on another one, and the operator.
  static let operators: [(name: String, make: @Sendable (Errand<Int>) -> Errand<Int>)] = [
    ("map", { $0.map { $0 + 1 } }),
    ("flatMap", { inner in Errand { 0 }.flatMap { _ in inner } }),
    ("recover", { inner in Errand<Int>.failure(ManualError()).recover { _ in inner } }),
    ("retry", { $0.retry() }),
    ("timeout", { $0.timeout(after: .seconds(3600)) }),
    ("delay", { $0.delay(for: .zero) }),
    ("ensure", { $0.ensure {} }),
    ("shared", { $0.shared() }),
    ("race", { .race([$0]) }),
    ("firstSuccess", { .firstSuccess(of: [$0]) }),
    ("all", { Errand<[Int]>.all([$0]).map { $0[0] } }),
    ("allSettled", { Errand<[Result<Int, any Error>]>.allSettled([$0]).map { try $0[0].get() } }),
    ("sequence", { inner in Errand<[Int]>.sequence(0..<1, limit: 1) { _ in inner }.map { $0[0] } }),
    ("on a queue", { $0.on(WorkQueue(limit: 1)) }),
    ("all of these", { $0.map { $0 }.retry().shared().timeout(after: .seconds(3600)).ensure {} }),
  ]

  @Test("is carried through every operator, with its changes", arguments: operators.indices)
  func carried(_ index: Int) async throws {
    let heard = Events<WorkPriority>()
    let run = Self.operators[index].make(listening(heard, work)).priority(.low).run()
    #expect(try await heard.event(1) == .low)
    run.priority = .veryHigh
    #expect(try await heard.event(2) == .veryHigh)
    run.cancel()
    #expect(heard.count == 2)
  }

  @Test("that a run was given itself is not that of its parent any more")
  func own() async throws {
    let (low, inherited) = (Events<WorkPriority>(), Events<WorkPriority>())
    let whole = Errand.all([listening(low, work).priority(.low), listening(inherited, other)]).run()
    #expect(low.all == [.low] && inherited.all == [.normal])
    whole.priority = .high
    #expect(low.all == [.low] && inherited.all == [.normal, .high])
    whole.cancel()
  }

  @Test("reaches members that begin later")
  func later() async throws {
    let heard = Events<WorkPriority>()
    let (first, second) = (listening(heard, work), listening(heard, other))
    let run = Errand.sequence(0..<2, limit: 1) { $0 == 0 ? first : second }.run()
    #expect(try await heard.event(1) == .normal)
    run.priority = .high
    try await work.callback().succeed(1)
    #expect(try await heard.event(3) == .high)
    #expect(heard.all == [.normal, .high, .high])
    run.cancel()
  }

  // The sequence's own task waited for them, at the priority with which it had begun.
  @Test("that has become lower is that of the members of a sequence that begin later")
  func laterAndLower() async throws {
    let (heard, queue) = (Events<WorkPriority>(), WorkQueue(limit: 1))
    let (first, second) = (listening(heard, work).on(queue), listening(heard, other).on(queue))
    let run = Errand.sequence(0..<2, limit: 1) { $0 == 0 ? first : second }.priority(.high).run()
    #expect(try await heard.event(1) == .high)
    run.priority = .low
    #expect(try await heard.event(2) == .low)
    try await work.callback().succeed(1)
    #expect(try await heard.event(3) == .low)
    run.cancel()
  }

  // So did the task of the work itself.
  @Test("that has become lower is that of a part of the work that begins later")
  func partAndLower() async throws {
    let heard = Events<WorkPriority>()
    let (first, second) = (listening(heard, work), listening(heard, other))
    let whole = Errand<Int>(name: nil) { callback in
      _ = try await callback.value(of: first)
      return try await callback.value(of: second)
    }
    let run = whole.priority(.high).run()
    #expect(try await heard.event(1) == .high)
    run.priority = .low
    #expect(try await heard.event(2) == .low)
    try await work.callback().succeed(1)
    #expect(try await heard.event(3) == .low)
    run.cancel()
  }

  @Test("of who waits is that of work that is a task, and of the parts of it")
  func waitingTask() async throws {
    let heard = Events<WorkPriority>()
    let part = listening(heard, work)
    let task = Task(priority: .high) {
      try await Errand<Int>(name: nil) { try await $0.value(of: part) }.value()
    }
    #expect(try await heard.event(1) == .high)
    task.cancel()
    _ = await task.result
  }

  @Test("is that of the tasks in which the work is done")
  func tasks() async throws {
    let priorities: [(WorkPriority, TaskPriority)] = [(.high, .high), (.low, .low), (.veryLow, .background)]
    for (priority, expected) in priorities {
      let told = try await Errand { Task.basePriority }.priority(priority).value()
      #expect(told == expected)
    }
  }

  // Only what was raised to high was.
  @Test(
    "raises a task that is under way",
    arguments: [
      (.veryLow, .low, .low), (.veryLow, .normal, .medium), (.low, .normal, .medium), (.normal, .high, .high),
    ] as [(WorkPriority, WorkPriority, TaskPriority)]
  )
  func raisesTasks(from former: WorkPriority, to priority: WorkPriority, expected: TaskPriority) async throws
  {
    let (begun, raised, gate) = (Gate(), Events<TaskPriority>(), Gate())
    let run = Errand<Void> {
      try await withTaskPriorityEscalationHandler {
        begun.open()
        try await gate.wait()
      } onPriorityEscalated: { _, new in
        raised.record(new)
      }
    }.priority(former).run()
    try await begun.wait()
    run.priority = priority
    #expect(try await raised.event(1) == expected)
    gate.open()
    try await run.value
  }

  @Test("is raised by a task of a higher one that awaits the run, and never lowered")
  func awaited() async throws {
    let heard = Events<WorkPriority>()
    let run = listening(heard, work).run()
    for priority in [.background, .high, .low] as [TaskPriority] {
      let waiting = Task(priority: priority) { try await run.value }
      if priority == .high { #expect(try await heard.event(2) == .high) }
      waiting.cancel()
      _ = await waiting.result
    }
    #expect(run.priority == .high)
    #expect(heard.all == [.normal, .high])
    run.cancel()
  }

  @Test("is raised by a task of a higher one that runs the errand and waits, before the work begins")
  func awaitedFromTheBeginning() async throws {
    let errand = Errand<WorkPriority>.fromCallback { $0.succeed($0.priority) }
    let priorities: [(TaskPriority, WorkPriority)] = [(.low, .normal), (.medium, .normal), (.high, .high)]
    for (task, expected) in priorities {
      let told = try await Task(priority: task) { try await errand.value() }.value
      #expect(told == expected)
    }
  }

  @Test("is raised by a task of a higher one that waits for the run's next event")
  func iterated() async throws {
    let heard = Events<WorkPriority>()
    var iterator = listening(heard, work).events().makeAsyncIterator()
    let (callback, waiting) = (try await work.callback(), Gate())
    let reader = Task(priority: .high) {
      waiting.open()
      return await iterator.next()?.label
    }
    try await waiting.wait()
    #expect(try await heard.event(2) == .high)
    callback.succeed(7)
    #expect(await reader.value == "value 7")
  }

  @Test("is raised by a task of a higher one that waits for the group, of members that come later too")
  func grouped() async throws {
    let (heard, late, group) = (Events<WorkPriority>(), Events<WorkPriority>(), Group<Int>())
    group.add(listening(heard, work))
    let waiting = Task(priority: .high) { try await group.outcomes() }
    #expect(try await heard.event(2) == .high)
    let member = group.add(listening(late, other))
    #expect(late.all == [.high])
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    // Nobody waits any more.
    #expect(group.add(other.errand).priority == .normal)
    #expect(member.priority == .high)
    let limited = Task(priority: .high) { try await group.outcomes(within: .seconds(3600)) }
    group.cancel()
    _ = try await limited.value
  }

  @Test("of the members of a group is that of the run of all of them, with its changes")
  func all() async throws {
    let (heard, group) = (Events<WorkPriority>(), Group<Int>())
    group.add(listening(heard, work))
    let all = group.all().run()
    all.priority = .high
    all.priority = .veryHigh
    all.priority = .low
    #expect(heard.all == [.normal, .high, .veryHigh])
    all.cancel()
  }

  @Test("raises the run that another one follows")
  func followed() {
    let followed = work.errand.run()
    let following = Errand<Int>.fromCallback { $0.follow(followed) }.priority(.high).run()
    #expect(followed.priority == .high)
    following.priority = .low
    #expect(followed.priority == .high)
    following.priority = .veryHigh
    #expect(followed.priority == .veryHigh)
    following.cancel()
  }

  @Test("goes down 100,000 runs inside one another")
  func deep() async throws {
    await #expect(processExitsWith: .success) {
      Watchdog.start()
      let (heard, work) = (Events<WorkPriority>(), ManualWork<Int>())
      var errand = Errand<Int>.fromCallback { callback in
        callback.onPriorityChange { heard.record($0) }
        callback.follow(work.errand.run())
      }
      for _ in 0..<Sizes.chain { errand = errand.retry() }
      let run = errand.run()
      _ = try await work.callback()
      run.priority = .high
      #expect(heard.all == [.normal, .high])
      run.cancel()
    }
  }

  @Test("of many changes at once is told in order, the newest last")
  func atOnce() async throws {
    for _ in 0..<Sizes.raceRounds / 10 {
      let heard = Events<WorkPriority>()
      let run = listening(heard, work).run()
      await withTaskGroup(of: Void.self) { group in
        for priority in [.low, .high, .veryHigh, .veryLow] as [WorkPriority] {
          group.addTask { run.priority = priority }
        }
      }
      #expect(heard.all.last == run.priority || heard.count == 1)
      #expect(zip(heard.all, heard.all.dropFirst()).allSatisfy { $0 != $1 })
      run.cancel()
    }
  }
}

@Suite("The priority of a run in a queue", .timeLimit(.minutes(1)))
struct QueuePriorityTests {
  private let stage = WorkStage()

  @Test("decides who goes first")
  func order() async throws {
    let queue = WorkQueue(limit: 1)
    let runs = ["first", "a", "b", "c"].map { stage.work($0).on(queue).run() }
    runs[3].priority = .high
    runs[1].priority = .low
    try await stage.finish("first", "c", "b", "a")
    #expect(stage.started.all == ["first", "c", "b", "a"])
  }

  @Test("may come from far above")
  func fromAbove() async throws {
    let queue = WorkQueue(limit: 1)
    stage.work("first").on(queue).run()
    stage.work("a").on(queue).run()
    let run = Errand.all([stage.work("b").on(queue).retry().map { $0 }]).timeout(after: .seconds(3600)).run()
    run.priority = .high
    try await stage.finish("first", "b", "a")
    #expect(stage.started.all == ["first", "b", "a"])
  }

  @Test("does not move a place that has a priority of its own")
  func ownPlace() async throws {
    let queue = WorkQueue(limit: 1)
    stage.work("first").on(queue).run()
    let low = stage.work("low").on(queue, priority: .low).run()
    stage.work("a").on(queue).run()
    low.priority = .veryHigh
    try await stage.finish("first", "a", "low")
    #expect(stage.started.all == ["first", "a", "low"])
  }

  // They were read one after the other, without the lock, while the thread that ended the run let go of them.
  @Test("reaches all places that the run has, whatever becomes of these meanwhile")
  func severalPlaces() {
    let run = Run<String>(name: "work", registry: nil)
    for queue in [WorkQueue(limit: 1), WorkQueue(limit: 1)] {
      let job = ErrandJob(run, as: queue.reserve(), in: queue, priority: nil, beginsWithTask: false) {}
      #expect(run.take(job))
    }
    let change = run.state.withLock { state in
      _ = state.priority.change(to: .high, by: .said)
      return state.takePriorityChange()
    }
    run.cancel()
    #expect(change?.jobs.count == 2)
  }

  @Test("is that of the queued work, which hears of a change")
  func queuedWork() async throws {
    let (queue, heard, gate) = (WorkQueue(limit: 1), Events<WorkPriority>(), Gate())
    let work = queue.add(
      Errand<Void>.fromCallback { callback in
        callback.onPriorityChange { heard.record($0) }
        gate.open()
        callback.keepAlive(callback)
      },
      priority: .low
    )
    try await gate.wait()
    work.priority = .high
    #expect(work.run.priority == .high)
    #expect(heard.all == [.low, .high])
    work.cancel()
  }

  // A dependent of high priority waited behind all that the work it depended on waited for.
  @Test("raises those on whom work of a higher one depends")
  func dependencies() async throws {
    let queue = WorkQueue(limit: 1)
    queue.add(stage.work("first"))
    let works = ["a", "b", "c"].map { queue.add(stage.work($0)) }
    queue.add(stage.work("dependent"), priority: .high, after: [works[2]])
    #expect(works[2].priority == .high)
    // The place of what has ended is free before those who depend on it are told.
    try await stage.finish("first", "c", "a", "dependent", "b")
    #expect(stage.started.all == ["first", "c", "a", "dependent", "b"])
  }

  // They were raised once, when it was added.
  @Test(
    "raises those on whom work depends that becomes urgent while it waits, and those on whom these depend"
  )
  func laterDependencies() async throws {
    let queue = WorkQueue(limit: 1)
    queue.add(stage.work("first"))
    let works = ["a", "b"].map { queue.add(stage.work($0)) }
    let middle = queue.add(stage.work("middle"), after: [works[1]])
    let top = queue.add(stage.work("top"), after: [middle.run])
    top.priority = .high
    #expect((works[0].priority, works[1].priority, middle.priority) == (.normal, .high, .high))
    try await stage.finish("first", "b", "a", "middle", "top")
    #expect(stage.started.all == ["first", "b", "a", "middle", "top"])
  }

  @Test("keeps nothing of what work depended on that has begun")
  func lettingGo() async throws {
    final class Value: Sendable {}
    let queue = WorkQueue(limit: 2)
    weak var value: Value?
    do {
      let work = queue.add(Errand<Value>.fromCallback { $0.succeed(Value()) })
      let run = queue.add(stage.work("blocking"))
      queue.add(stage.work("dependent"), after: [work, run])
      value = try work.run.outcome?.get()
      #expect(value != nil)
    }
    try await stage.finish("blocking")
    #expect(try await stage.started.event(2) == "dependent")
    #expect(value == nil)
    try await stage.finish("dependent")
  }

  // It was kept until the dependent had ended: the job had let go of all, and began before it was given this.
  @Test("keeps nothing of work that had ended before another one that depends on it began")
  func lettingGoAtOnce() async throws {
    final class Value: Sendable {}
    let queue = WorkQueue(limit: 1)
    weak var value: Value?
    do {
      let work = queue.add(Errand<Value>.fromCallback { $0.succeed(Value()) })
      value = try await work.run.value
      queue.add(stage.work("dependent"), after: [work])
    }
    #expect(try await stage.started.event(1) == "dependent")
    #expect(value == nil)
    try await stage.finish("dependent")
  }

  @Test("raises nobody any more on whom work depended that has begun or ended")
  func formerDependencies() async throws {
    let queue = WorkQueue(limit: 2)
    let work = queue.add(stage.work("a"))
    let dependent = queue.add(stage.work("b"), after: [work])
    dependent.cancel()
    dependent.priority = .high
    #expect(work.priority == .normal)
    try await stage.finish("a")
  }
}
