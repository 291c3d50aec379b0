import Errands
import ErrandsOperations
import ErrandsTesting
import Foundation
import Testing

@Suite("An operation with a deadline", .timeLimit(.minutes(1)))
struct TimeoutTests {
  private let clock = VirtualClock()

  @Test("When its time has passed it ends, and its work is stopped")
  func passes() async throws {
    let operation = ManualOperation().timeout(after: .seconds(5), clock: clock)
    operation.start()
    try await clock.sleepers(atLeast: 1)
    clock.advance(by: .seconds(4))
    #expect(operation.isExecuting)
    clock.advance(by: .seconds(1))
    #expect(try await operation.stops.event(1))
    try await operation.finished()
    #expect(operation.outcome?.failure is TimeoutError)
  }

  /// Work that looks at `isCancelled` to learn that it is to stop would go on.
  @Test("Work that looks whether it is cancelled sees that it is to stop")
  func looksCancelled() async throws {
    let operation = ManualOperation().timeout(after: .seconds(5), clock: clock)
    operation.start()
    try await clock.sleepers(atLeast: 1)
    clock.advance(by: .seconds(5))
    _ = try await operation.stops.event(1)
    #expect(operation.isCancelled)
  }

  @Test("Work that ends in time leaves no deadline behind")
  func inTime() async throws {
    try await withLiveObjects { live in
      let operation = ManualOperation(live: live).timeout(after: .seconds(5), clock: clock)
      operation.start()
      try await clock.sleepers(atLeast: 1)
      operation.callbacks.all.first?.succeed(1)
      #expect(try await operation.value == 1)
      try await clock.sleepers(atMost: 0)
      #expect(operation.stops.count == 0)
    }
  }

  @Test("The time in which it waits for its turn does not count")
  func waiting() async throws {
    let (first, second) = (ManualOperation(), ManualOperation())
    second.timeout(after: .seconds(5), clock: clock)
    second.addDependency(first)
    second.start()
    clock.advance(by: .seconds(60))
    first.start()
    try await first.callback().succeed(1)
    try await second.callback().succeed(2)
    #expect(try await second.value == 2)
  }

  @Test("A dependent ends with the very error")
  func dependent() async throws {
    let operation = ManualOperation().timeout(after: .seconds(5), clock: clock)
    let dependent = ErrandOperation(after: operation) { value in value }
    operation.start()
    try await clock.sleepers(atLeast: 1)
    clock.advance(by: .seconds(5))
    await #expect(throws: TimeoutError()) { try await dependent.value }
  }
}
