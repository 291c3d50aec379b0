import ErrandsTesting
import Synchronization

/// A request of older code that gets no answer, and can be stopped.
final class HangingRequest: Sendable {
  typealias Completion = @Sendable (Chart?, (any Error)?) -> Void

  let stopped = Gate()
  private let completion = Mutex<Completion?>(nil)

  /// Never calls back by itself; holds what it would call until it is stopped.
  func begin(_ completion: @escaping Completion) -> HangingRequest {
    hold(completion)
    return self
  }

  func stop() {
    hold(nil)
    stopped.open()
  }

  /// What it held before is freed outside the lock: its end may stop the request.
  private func hold(_ new: Completion?) {
    let former = completion.withLock { completion in
      defer { completion = new }
      return completion
    }
    withExtendedLifetime(former) {}
  }
}
