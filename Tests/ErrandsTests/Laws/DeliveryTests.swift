import Dispatch
import ErrandsTesting
import Foundation
import Testing

@testable import Errands

@Suite("Law 2: where you asked")
struct DeliveryTests {
  private static let key = DispatchSpecificKey<String>()

  @Test("A dispatch queue is where the handler is called", .timeLimit(.minutes(1)))
  func queue() async throws {
    let places = Events<String>()
    let delivery = Delivery.marked(DispatchQueue(label: "mine"), Self.key)
    Errand { 1 }.run(on: delivery) { _ in places.record(DispatchQueue.getSpecific(key: Self.key) ?? "?") }
    #expect(try await places.event(1) == "mine")
  }

  @Test("The main actor is where the handler is called, by default", .timeLimit(.minutes(1)))
  func mainActor() async throws {
    let heard = Events<Int>()
    Errand { 1 }.run { _ in
      MainActor.assertIsolated()
      heard.record(1)
    }
    Errand { 1 }.run(on: .mainActor) { _ in
      MainActor.assertIsolated()
      heard.record(2)
    }
    _ = try await heard.event(2)
  }

  @Test("An actor is where the handler is called", .timeLimit(.minutes(1)))
  func actor() async throws {
    actor Desk {}
    let desk = Desk()
    let heard = Events<Int>()
    Errand { 1 }.run(on: .actor(desk)) { _ in
      desk.assertIsolated()
      heard.record(1)
    }
    _ = try await heard.event(1)
  }

  @Test("An operation queue is where the handler is called", .timeLimit(.minutes(1)))
  func operationQueue() async throws {
    let queue = OperationQueue()
    let heard = Events<Bool>()
    Errand { 1 }.run(on: .operationQueue(queue)) { _ in heard.record(OperationQueue.current === queue) }
    #expect(try await heard.event(1))
  }

  @Test("The cooperative pool is where the handler is called", .timeLimit(.minutes(1)))
  func concurrent() async throws {
    let heard = Events<Bool>()
    Errand { 1 }.run(on: .concurrent) { _ in heard.record(withUnsafeCurrentTask { $0 != nil }) }
    #expect(try await heard.event(1))
  }

  @Test("Immediate is inside the settling call, or inside the registering one")
  func immediate() {
    let run = Run<Int>(name: "immediate", registry: nil)
    let heard = Events<Int>()
    run.whenSettled(on: .immediate) { _ in heard.record(1) }
    #expect(heard.all == [])
    run.settle(.success(1))
    #expect(heard.all == [1])
    run.whenSettled(on: .immediate) { _ in heard.record(2) }
    #expect(heard.all == [1, 2])
  }

  @Test("A handler registered after the settlement is called once, and not inside the registering call")
  func afterSettlement() async throws {
    let run = Errand<Int>.fromCallback { $0.succeed(1) }.run()
    let works = Events<@Sendable () -> Void>()
    let heard = Events<Int>()
    run.whenSettled(on: .collecting(in: works)) { _ in heard.record(1) }
    #expect(heard.count == 0)
    try await works.event(1)()
    try await works.event(1)()
    #expect(heard.count == 1)
  }

  @Test("Never inside the registering call, on any executor", .timeLimit(.minutes(1)))
  func neverInside() async throws {
    let run = Errand<Int>.fromCallback { $0.succeed(1) }.run()
    actor Desk {}
    let queue = DispatchQueue(label: "register")
    let operations = OperationQueue()
    let desk = Desk()
    let deliveries: [Delivery] = [
      .mainActor, .concurrent, .actor(desk), .queue(queue), .operationQueue(operations),
    ]
    let heard = Events<Bool>()
    // A thread that belongs to no executor: a handler called on it was called inside the registering call.
    await onThread {
      let registering = pthread_self()
      for delivery in deliveries {
        run.whenSettled(on: delivery) { _ in heard.record(pthread_equal(pthread_self(), registering) != 0) }
      }
    }
    _ = try await heard.event(deliveries.count)
    #expect(!heard.all.contains(true))
  }

  @Test(
    "Handlers are called in the order in which they were registered, on one queue",
    .timeLimit(.minutes(1))
  )
  func orderOnOneQueue() async throws {
    let delivery = Delivery.queue(DispatchQueue(label: "one"))
    #expect(try await order(count: 200) { _ in delivery } == Array(0..<200))
  }

  @Test("On a concurrent queue too", .timeLimit(.minutes(1)))
  func orderOnConcurrentQueue() async throws {
    let delivery = Delivery.queue(DispatchQueue(label: "many", attributes: .concurrent))
    #expect(try await order(count: 200) { _ in delivery } == Array(0..<200))
  }

  @Test("And on each of many executors", .timeLimit(.minutes(1)))
  func orderOnEachExecutor() async throws {
    actor Desk {}
    let operations = OperationQueue()
    let desk = Desk()
    let deliveries: [Delivery] = [
      .queue(DispatchQueue(label: "one")), .immediate, .mainActor, .actor(desk), .concurrent,
      .immediate, .operationQueue(operations), .queue(DispatchQueue(label: "two")),
    ]
    let seen = try await order(count: 240) { deliveries[$0 % deliveries.count] }
    #expect(seen.count == 240)
    for place in deliveries.indices {
      let executor = deliveries[place].executor
      let same = seen.filter { deliveries[$0 % deliveries.count].executor == executor }
      #expect(same == same.sorted())
    }
  }

  // All handlers of a run stood in one line, and one whose queue was busy held up all behind it.
  // Those with an owner were taken for handlers that only hand over, which come first.
  @Test(
    "Immediate handlers with an owner and without one are called in the order in which they were registered"
  )
  func orderOfOwners() {
    let (owner, seen) = (Owner(), Events<Int>())
    let run = Run<Int>(name: "owners", registry: nil)
    for number in 0..<10 {
      if number % 3 == 0 {
        run.whenSettled(on: .immediate) { _ in seen.record(number) }
      } else {
        run.whenSettled(for: owner, on: .immediate) { _, _ in seen.record(number) }
      }
    }
    run.settle(.success(7))
    #expect(seen.all == Array(0..<10))
  }

  private final class Owner: Sendable {}

  @Test("Immediate handlers are called in order, and wait for nobody's executor")
  func immediateWaitsItsTurn() async throws {
    let run = Run<Int>(name: "turn", registry: nil)
    let works = Events<@Sendable () -> Void>()
    let heard = Events<Int>()
    run.whenSettled(on: .immediate) { _ in heard.record(1) }
    run.whenSettled(on: .collecting(in: works)) { _ in heard.record(2) }
    run.whenSettled(on: .immediate) { _ in heard.record(3) }
    run.settle(.success(1))
    run.whenSettled(on: .immediate) { _ in heard.record(4) }
    #expect(heard.all == [1, 3, 4])
    try await works.event(1)()
    #expect(heard.all == [1, 3, 4, 2])
  }

  @Test("One that is registered for a run that settles during a report on the spot is called behind that")
  func behindAReport() {
    let run = Run<Int>(name: "report", registry: nil)
    let heard = Events<String>()
    run.whenSettled(on: .immediate) { heard.record($0.label) }
    run.onProgress(on: .immediate) { [unowned run] progress in
      run.settle(.success(7))
      heard.record(progress.label)
    }
    run.report(RunProgress(completed: 1, total: 2))
    #expect(heard.all == ["1/2", "value 7"])
  }

  @Test("A handler on the spot that takes its time holds up nobody on a queue", .timeLimit(.minutes(1)))
  func blocksOnTheSpot() async {
    let run = Run<Int>(name: "blocks", registry: nil)
    let isCalled = DispatchSemaphore(value: 0)
    let heard = Events<Int>()
    run.whenSettled(on: .immediate) { _ in
      isCalled.wait()
      heard.record(1)
    }
    run.whenSettled(on: .queue(DispatchQueue(label: "other"))) { _ in
      heard.record(2)
      isCalled.signal()
    }
    await onThread { run.settle(.success(1)) }
    #expect(heard.all == [2, 1])
  }

  @Test("Nor does an executor of one's own that takes its time to take the work", .timeLimit(.minutes(1)))
  func blocksInHandingOver() async {
    let run = Run<Int>(name: "blocks", registry: nil)
    let isCalled = DispatchSemaphore(value: 0)
    let heard = Events<Int>()
    let slow = Delivery { work in
      isCalled.wait()
      work()
    }
    run.whenSettled(on: slow) { _ in heard.record(1) }
    run.whenSettled(on: .queue(DispatchQueue(label: "other"))) { _ in
      heard.record(2)
      isCalled.signal()
    }
    await onThread { run.settle(.success(1)) }
    #expect(heard.all == [2, 1])
  }

  // It was told with those that came next, and these when the last of the ones before had returned.
  @Test(
    "Nor one who comes meanwhile, on an executor of one's own",
    .timeLimit(.minutes(1)),
    arguments: [0, 1],
    [true, false]
  )
  func blocksWhoComes(before: Int, fromInside: Bool) async throws {
    let (heard, isCalled) = (Events<String>(), DispatchSemaphore(value: 0))
    let own = Delivery { $0() }
    let run = Run<Int>(name: "blocks", registry: nil)
    let come: @Sendable () -> Void = {
      run.whenSettled(on: own) { _ in
        heard.record("comes")
        isCalled.signal()
      }
    }
    if fromInside { run.whenSettled(on: own) { _ in come() } }
    for _ in 0..<before { run.whenSettled(on: own) { _ in heard.record("before") } }
    run.whenSettled(on: .immediate) { _ in
      heard.record("on the spot")
      heard.record(isCalled.wait(timeout: .now() + 30) == .success ? "last" : "waited in vain")
    }
    async let settling: Void = onThread { run.settle(.success(1)) }
    _ = try await heard.first { $0 == "on the spot" }
    if !fromInside { come() }
    await settling
    let expected = (before == 0 ? [] : ["before"]) + ["comes", "last"]
    #expect(heard.all.filter { $0 != "on the spot" } == expected)
  }

  @Test("Each executor of one's own has a line of its own, which its copies share")
  func ownExecutors() {
    let run = Run<Int>(name: "own", registry: nil)
    let works = (0..<2).map { _ in Events<@Sendable () -> Void>() }
    let deliveries = works.map { Delivery.collecting(in: $0) }
    for delivery in deliveries + deliveries { run.whenSettled(on: delivery) { _ in } }
    run.settle(.success(1))
    #expect(works.map(\.count) == [1, 1])
    works[0].all[0]()
    #expect(works.map(\.count) == [2, 1])
  }

  // Known by the address of an object that nobody kept, two executors could be one; and the main queue was
  // another one each time.
  @Test("Executors are told apart, and the main queue is one, by whatever name")
  func identity() {
    let own = (0..<100).map { _ in Delivery { _ in } }
    #expect(Set((own + [.concurrent, .mainActor]).map(\.executor)).count == own.count + 2)
    for main in [Delivery.queue(.main), .operationQueue(.main)] {
      #expect(main.executor == Delivery.mainActor.executor)
    }
    #expect(Delivery.actor(MainActor.shared).executor == Delivery.mainActor.executor)
    let queue = DispatchQueue(label: "on the main queue", target: .main)
    #expect(Delivery.queue(queue).executor != Delivery.mainActor.executor)
    #expect(Delivery.queue(queue).executor == Delivery.queue(queue).executor)
  }

  // Each look at one is another object on Linux: so handlers had no order there, and the last report was lost.
  @Test("A queue of the system's is one executor for each quality of service")
  func systemQueues() {
    let classes: [DispatchQoS.QoSClass] = [.userInitiated, .default, .utility, .background]
    #expect(Set(classes.map { Delivery.queue(.global(qos: $0)).executor }).count == classes.count)
    for each in classes {
      #expect(Delivery.queue(.global(qos: each)).executor == Delivery.queue(.global(qos: each)).executor)
    }
    let queue = DispatchQueue(label: "own")
    #expect(Delivery.queue(queue).executor != Delivery.queue(.global()).executor)
  }

  // OperationQueue.cancelAllOperations throws work away: the handlers behind it waited for ever.
  @Test("An executor that throws the work away does not hold up the handlers behind it")
  func thrownAway() {
    let run = Run<Int>(name: "bin", registry: nil)
    let heard = Events<Int>()
    run.whenSettled(on: .bin) { _ in heard.record(1) }
    run.whenSettled(on: .immediate) { _ in heard.record(2) }
    run.settle(.success(1))
    #expect(heard.all == [2])
  }

  // Behind it stand only those on the same executor, since each has a line of its own.
  @Test("Nor those behind them on that very executor, where it throws only one away")
  func oneThrownAway() {
    let run = Run<Int>(name: "careless", registry: nil)
    let (offered, heard) = (Events<Int>(), Events<Int>())
    let careless = Delivery { work in
      offered.record(1)
      if offered.count > 1 { work() }
    }
    for number in 1...3 { run.whenSettled(on: careless) { _ in heard.record(number) } }
    run.settle(.success(1))
    #expect(offered.count == 3)
    #expect(heard.all == [2, 3])
  }

  // Each ticket began the next one from its own deinit: 100,000 thrown away overflowed the stack.
  @Test("Nor does it take a stack frame for each", .timeLimit(.minutes(1)))
  func manyThrownAway() async {
    #expect(await Self.waitingBehindOne(Sizes.chain) { _ in } == [Sizes.chain])
  }

  @Test(
    "An executor that does the work at once takes no stack frame for each either",
    .timeLimit(.minutes(1))
  )
  func inlineExecutor() async {
    let all = await Self.waitingBehindOne(Sizes.chain) { work in work() }
    #expect(all == [Sizes.chain] + Array(0..<Sizes.chain))
  }

  /// Who is called when `count` handlers wait behind one that is on its way to the same executor, and an immediate one
  /// waits for nobody.
  private static func waitingBehindOne(
    _ count: Int,
    _ rest: @escaping @Sendable (@Sendable () -> Void) -> Void
  ) async -> [Int] {
    let heard = Events<Int>()
    await onThread {
      let run = Run<Int>(name: "waiting", registry: nil)
      let works = Events<@Sendable () -> Void>()
      let delivery = Delivery { work in
        if works.count == 0 { works.record(work) } else { rest(work) }
      }
      run.whenSettled(on: delivery) { _ in }
      for number in 0..<count { run.whenSettled(on: delivery) { _ in heard.record(number) } }
      run.whenSettled(on: .immediate) { _ in heard.record(count) }
      run.settle(.success(1))
      works.all.first?()
    }
    return heard.all
  }

  @Test("A cancelled operation queue loses its handler, and only that one", .timeLimit(.minutes(1)))
  func cancelledOperationQueue() async throws {
    let queue = OperationQueue()
    queue.isSuspended = true
    let run = Run<Int>(name: "operations", registry: nil)
    let heard = Events<Int>()
    run.whenSettled(on: .operationQueue(queue)) { _ in heard.record(1) }
    run.whenSettled(on: .concurrent) { _ in heard.record(2) }
    run.settle(.success(1))
    queue.cancelAllOperations()
    queue.isSuspended = false
    #expect(try await heard.event(1) == 2)
    #expect(heard.count == 1)
  }

  @Test(
    "Registering from many threads while it settles: each handler once, on its executor",
    .timeLimit(.minutes(1))
  )
  func registerRace() async throws {
    let rounds = Sizes.raceRounds
    let runs = (0..<rounds).map { _ in Run<Int>(name: "register", registry: nil) }
    let heard = Events<Int>()
    let delivery = Delivery.queue(DispatchQueue(label: "register race"))
    await race(rounds: rounds) { round in
      runs[round].whenSettled(on: delivery) { _ in heard.record(round) }
    } _: { round in
      runs[round].settle(.success(round))
    }
    _ = try await heard.event(rounds)
    #expect(Set(heard.all).count == rounds)
    #expect(heard.count == rounds)
  }

  /// In which order `count` handlers of one run are called.
  private func order(count: Int, _ delivery: (Int) -> Delivery) async throws -> [Int] {
    let run = Run<Int>(name: "order", registry: nil)
    let heard = Events<Int>()
    for number in 0..<count / 2 {
      run.whenSettled(on: delivery(number)) { _ in heard.record(number) }
    }
    run.settle(.success(1))
    for number in count / 2..<count {
      run.whenSettled(on: delivery(number)) { _ in heard.record(number) }
    }
    _ = try await heard.event(count)
    return heard.all
  }
}
