import Dispatch
import Errands
import ErrandsOperations
import ErrandsTesting
import Testing

// An operation that ended before its turn told all who waited for its end in one row, and each that failed with it told
// its own: the first handler on the spot that blocked held up everybody behind it, and whoever awaited these.
@Suite("A handler of an operation that blocks holds up nobody elsewhere", .timeLimit(.minutes(1)))
struct HandlerStrangersTests {
  private let pair = BlockingPair()

  @Test("not one on a queue, nor a dependent that runs all the same", arguments: [true, false])
  func cancelledBeforeItsTurn(hasDependent: Bool) async throws {
    let (operation, queue) = (ErrandOperation(Errand<Int>.success(1)), AsyncOperationQueue())
    operation.whenSettled(on: .immediate) { [pair] _ in pair.first() }
    if hasDependent {
      let dependent = ErrandOperation { [pair] in pair.second() }
      dependent.addDependency(operation, whenItFails: .run)
      queue.addOperation(dependent)
    } else {
      operation.whenSettled(on: .queue(DispatchQueue(label: "other"))) { [pair] _ in pair.second() }
    }
    await onThread { operation.cancel() }
    #expect(pair.heard.all == BlockingPair.apart)
    try await queue.settled()
  }

  // While the round of those who had waited lasted, whoever came was put into the next one, behind the handler on the
  // spot.
  @Test("not whoever comes while it blocks: for a queue, with or without an owner, or to depend on it")
  func latecomers() async throws {
    let (queue, other) = (AsyncOperationQueue(), DispatchQueue(label: "other"))
    let (operation, heard, isBlocked) = (ErrandOperation(Errand<Int>.success(1)), Events<String>(), Gate())
    let isReleased = DispatchSemaphore(value: 0)
    operation.whenSettled(on: .immediate) { _ in
      isBlocked.open()
      isReleased.wait()
    }
    async let cancelling: Void = onThread { operation.cancel() }
    try await isBlocked.wait()
    operation.whenSettled(on: .queue(other)) { _ in heard.record("on a queue") }
    operation.whenSettled(for: isBlocked, on: .queue(other)) { _, _ in heard.record("with an owner") }
    let dependent = ErrandOperation { heard.record("dependent") }
    dependent.addDependency(operation, whenItFails: .run)
    queue.addOperation(dependent)
    operation.whenSettled(on: .immediate) { _ in heard.record("on the spot") }
    _ = try await heard.event(3)
    #expect(Set(heard.all) == ["on a queue", "with an owner", "dependent"])
    isReleased.signal()
    await cancelling
    #expect(heard.all.last == "on the spot")
    try await queue.settled()
  }

  @Test("not a handler for a queue that comes while another one is handed over there, and keeps its place")
  func latecomerBehindOthers() async throws {
    let (other, heard) = (DispatchQueue(label: "other"), Events<String>())
    let operation = ErrandOperation(Errand<Int>.success(1))
    let isReleased = DispatchSemaphore(value: 0)
    let handsOver = Delivery { work in
      operation.whenSettled(on: .queue(other)) { _ in heard.record("latecomer") }
      work()
    }
    operation.whenSettled(on: .immediate) { _ in isReleased.wait() }
    operation.whenSettled(on: handsOver) { _ in heard.record("first") }
    async let cancelling: Void = onThread { operation.cancel() }
    _ = try await heard.event(2)
    #expect(heard.all == ["first", "latecomer"])
    isReleased.signal()
    await cancelling
  }

  @Test("not one that waits for the same place")
  func exclusion() async throws {
    let queue = AsyncOperationQueue(maxConcurrentOperationCount: 4)
    let category = "exclusion of strangers"
    let (operation, dependent) = (ManualOperation(), ErrandOperation(Errand<Int>.success(1)))
    let next = ErrandOperation { [pair] in pair.second() }
    for each: AnyAsyncOperation in [operation, next] { each.addMutualExclusion(category) }
    dependent.addDependency(operation)
    dependent.whenSettled(on: .immediate) { [pair] _ in pair.first() }
    queue.addOperation(operation)
    queue.addOperation(dependent)
    let callback = try await operation.callback()
    queue.addOperation(next)
    await onThread { callback.fail(Failure()) }
    #expect(pair.heard.all == BlockingPair.apart)
    try await queue.settled()
  }

  @Test("not another one that depends on the same, nor whoever awaits that")
  func dependents() async throws {
    let (operation, queue) = (ManualOperation(), AsyncOperationQueue())
    let dependents = (1...2).map { number in ErrandOperation(Errand<Int>.success(number)) }
    for dependent in dependents { dependent.addDependency(operation) }
    dependents[0].whenSettled(on: .immediate) { [pair] _ in pair.first() }
    queue.addOperations([operation] + dependents)
    let callback = try await operation.callback()
    let second = Task { try await dependents[1].value }
    async let failing: Void = onThread { callback.fail(Failure()) }
    await #expect(throws: Failure.self) { try await second.value }
    pair.second()
    await failing
    #expect(pair.heard.all == BlockingPair.apart)
    try await queue.settled()
  }

  enum Told: CaseIterable { case onTheSpot, elsewhere, byErrand }

  // Its own handlers stood in the line of its run, which went on only when the dependents, and theirs, had been told.
  @Test("not whoever is told of the operation that it depends on, wherever that is", arguments: Told.allCases)
  func itsDependents(told: Told) async throws {
    let (operation, queue) = (ManualOperation(), AsyncOperationQueue())
    let dependent = ErrandOperation(Errand<Int>.success(1))
    dependent.addDependency(operation)
    dependent.whenSettled(on: .immediate) { [pair] _ in pair.first() }
    switch told {
    case .onTheSpot: operation.whenSettled(on: .immediate) { [pair] _ in pair.second() }
    case .elsewhere:
      let elsewhere = Delivery { work in DispatchQueue.global().async(execute: work) }
      operation.whenSettled(on: elsewhere) { [pair] _ in pair.second() }
    case .byErrand:
      Errand.fromOperation(in: queue) { operation }.run(on: .immediate) { [pair] _ in pair.second() }
    }
    queue.addOperations([operation, dependent])
    let callback = try await operation.callback()
    await onThread { callback.fail(Failure()) }
    #expect(pair.heard.all == BlockingPair.apart)
    try await queue.settled()
  }

  // The errand stood in the line of the operation's own handlers and observers on the spot.
  @Test("nor an errand made of the operation, which is told the last report, too", arguments: [true, false])
  func itsErrand(isObserver: Bool) async throws {
    let (operation, queue) = (ManualOperation(), AsyncOperationQueue())
    let (isBlocked, isReleased) = (Gate(), DispatchSemaphore(value: 0))
    let block: @Sendable () -> Void = {
      isBlocked.open()
      isReleased.wait()
    }
    if isObserver {
      operation.onProgress(on: .immediate) { if $0.completed == 1 { block() } }
    } else {
      operation.whenSettled(on: .immediate) { _ in block() }
    }
    let (run, reports) = (Errand.fromOperation(in: queue) { operation }.run(), Events<Int64>())
    run.onProgress(on: .immediate) { reports.record($0.completed) }
    let callback = try await operation.callback()
    async let reporting: Void = onThread { callback.report(completed: 1, total: 2) }
    if isObserver { try await isBlocked.wait() } else { await reporting }
    async let ending: Void = onThread {
      callback.report(completed: 2, total: 2)
      callback.succeed(7)
    }
    #expect(try await run.value == 7)
    #expect(reports.all.last == 2)
    if !isObserver { try await isBlocked.wait() }
    isReleased.signal()
    _ = await (reporting, ending)
    try await queue.settled()
  }
}
