import Errands
import ErrandsOperations
import ErrandsTesting
import Foundation
import Testing

@Suite("An operation and its scope, an operation and its owner", .timeLimit(.minutes(1)))
struct ScopeTests {
  @Test("The end of the scope cancels what waits and stops what works")
  func scopeEnds() async throws {
    let scope = Scope()
    let (waiting, working) = (ManualOperation(in: scope), ManualOperation().tied(to: scope))
    working.start()
    #expect(scope.runCount == 2)
    scope.cancel()
    #expect(waiting.isCancelled && working.isCancelled && working.isFinished)
    #expect(working.stops.count == 1)
  }

  @Test("In a scope that has ended nothing begins")
  func endedScope() {
    let scope = Scope()
    scope.cancel()
    let operation = ErrandOperation(in: scope) { Issue.record("began") }
    operation.start()
    #expect(operation.isFinished && operation.isCancelled)
  }

  @Test("One that has ended leaves its scope, and so does one that nobody runs")
  func leaves() async throws {
    try await withLiveObjects { live in
      let scope = Scope()
      do {
        let operation = ManualOperation(in: scope, live: live)
        operation.start()
        try await operation.callback().succeed(1)
        #expect(scope.runCount == 0)
        _ = ManualOperation("never run", in: scope, live: live)
      }
      #expect(scope.runCount == 0)
    }
  }

  @Test("The scope does not keep the operation, nor the operation its owner")
  func owners() async throws {
    final class Screen: Sendable {
      let scope = Scope()
      let shown = Events<Int>()
      private let probe: LiveObjects.Object
      init(_ live: LiveObjects) { probe = live.object("screen") }
    }
    try await withLiveObjects { live in
      let screen = Kept(Screen(live))
      let operation = ManualOperation(in: screen.value?.scope, live: live)
      if let owner = screen.value {
        operation.whenSettled(for: owner, on: .immediate) { screen, _ in Issue.record("told \(screen)") }
        operation.whenSettled(for: owner) { screen, _ in Issue.record("told \(screen)") }
      }
      operation.start()
      let callback = try await operation.callback()
      screen.letGo()
      #expect(operation.isCancelled && !callback.succeed(1))
    }
  }

  @Test("An owner who is there is told")
  func told() async throws {
    let (owner, operation, seen) = (ManualOperation(), ManualOperation(), Events<Int>())
    operation.whenSettled(for: owner, on: .immediate) { owner, outcome in
      owner.inputs.record("told")
      seen.record((try? outcome.get()) ?? 0)
    }
    operation.whenSettled(for: owner) { _, outcome in seen.record((try? outcome.get()) ?? 0) }
    operation.start()
    try await operation.callback().succeed(1)
    #expect(try await seen.event(2) == 1)
    #expect(owner.inputs.count == 1)
  }
}
