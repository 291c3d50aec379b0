import Errands
import ErrandsOperations
import ErrandsTesting
import Foundation

/// A subclass whose work a test ends by hand.
final class ManualOperation: AsyncOperation<Int>, @unchecked Sendable {
  // Sendable: what changes are records, which see to that themselves.
  let callbacks = Events<Callback<Int>>()
  /// One entry for each time the work was stopped: whether the outcome was there.
  let stops = Events<Bool>()
  /// What it was told before it worked.
  let inputs = Events<String>()
  private let probe: LiveObjects.Object?

  init(_ name: String? = nil, in scope: Scope? = nil, live: LiveObjects? = nil) {
    probe = live?.object(name ?? "operation")
    super.init(name: name, in: scope)
  }

  override func run(_ callback: Callback<Int>) {
    callbacks.record(callback)
  }

  override func stop() { stops.record(outcome != nil && isCancelled) }

  /// The callback, once the work has begun.
  func callback() async throws -> Callback<Int> { try await callbacks.event(1) }
}
