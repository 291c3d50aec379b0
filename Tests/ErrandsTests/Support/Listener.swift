import ErrandsTesting

@testable import Errands

/// Hears what a style tells, as a delegate or through `heard`.
final class Listener<Value: Sendable>: RunDelegate, RunActionDelegate {
  let heard = Events<RunEvent<Value>>()
  private let canceller = Lock<(@Sendable () -> Void)?>(nil)

  func onCancel(_ cancel: @escaping @Sendable () -> Void) {
    canceller.withLock { $0 = cancel }
  }

  /// Cancels in the way of the style: the run, or the task that waits.
  func cancel() {
    canceller.withLock { $0 }?()
  }

  var labels: [String] { heard.all.map(\.label) }

  func outcome() async throws -> Result<Value, any Error> {
    let event = try await heard.first { $0.outcome != nil }
    guard let outcome = event.outcome else { throw CancellationError() }
    return outcome
  }

  func run(_ run: Run<Value>, didReport progress: RunProgress) { heard.record(.progress(progress)) }
  func run(_ run: Run<Value>, didSettle outcome: Result<Value, any Error>) {
    heard.record(.settled(outcome))
  }
  func perform(_ action: RunEvent<Value>) { heard.record(action) }
}
