import Dispatch
import Errands
import ErrandsOperations
import ErrandsTesting
import Testing

// An operation that ended before its turn told all who waited for its end in one row, and each that failed with it told
// its own: the first handler on the spot that blocked held up everybody behind it, and whoever awaited these.
@Suite("A handler of an operation that blocks holds up nobody elsewhere", .timeLimit(.minutes(1)))
struct HandlerStrangersTests {
  private let heard = Events<String>()
  private let isCalled = DispatchSemaphore(value: 0)

  private func blocks() { heard.record(isCalled.wait(timeout: .now() + 30) == .success ? "last" : "in vain") }

  private func goesOn() {
    heard.record("goes on")
    isCalled.signal()
  }

  @Test("not one on a queue, nor a dependent that runs all the same", arguments: [true, false])
  func cancelledBeforeItsTurn(hasDependent: Bool) async throws {
    let (operation, queue) = (ErrandOperation(Errand<Int>.success(1)), AsyncOperationQueue())
    operation.whenSettled(on: .immediate) { _ in self.blocks() }
    if hasDependent {
      let dependent = ErrandOperation { self.goesOn() }
      dependent.addDependency(operation, whenItFails: .run)
      queue.addOperation(dependent)
    } else {
      operation.whenSettled(on: .queue(DispatchQueue(label: "other"))) { _ in self.goesOn() }
    }
    await onThread { operation.cancel() }
    #expect(heard.all == ["goes on", "last"])
    try await queue.settled()
  }

  @Test("not one that waits for the same place")
  func exclusion() async throws {
    let queue = AsyncOperationQueue(maxConcurrentOperationCount: 4)
    let category = "exclusion of strangers"
    let (operation, dependent) = (ManualOperation(), ErrandOperation(Errand<Int>.success(1)))
    let next = ErrandOperation { self.goesOn() }
    for each: AnyAsyncOperation in [operation, next] { each.addMutualExclusion(category) }
    dependent.addDependency(operation)
    dependent.whenSettled(on: .immediate) { _ in self.blocks() }
    queue.addOperation(operation)
    queue.addOperation(dependent)
    let callback = try await operation.callback()
    queue.addOperation(next)
    await onThread { callback.fail(Failure()) }
    #expect(heard.all == ["goes on", "last"])
    try await queue.settled()
  }

  @Test("not another one that depends on the same, nor whoever awaits that")
  func dependents() async throws {
    let (operation, queue) = (ManualOperation(), AsyncOperationQueue())
    let dependents = (1...2).map { number in ErrandOperation(Errand<Int>.success(number)) }
    for dependent in dependents { dependent.addDependency(operation) }
    dependents[0].whenSettled(on: .immediate) { _ in self.blocks() }
    queue.addOperations([operation] + dependents)
    let callback = try await operation.callback()
    let second = Task { try await dependents[1].value }
    async let failing: Void = onThread { callback.fail(Failure()) }
    await #expect(throws: Failure.self) { try await second.value }
    goesOn()
    await failing
    #expect(heard.all == ["goes on", "last"])
    try await queue.settled()
  }
}
