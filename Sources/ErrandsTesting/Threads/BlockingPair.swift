import Dispatch

/// Two pieces of somebody's code that are called for one reason, of which the first blocks until the second is called.
///
/// The calls of those who do not wait for strangers are heard as `BlockingPair.apart`. Where the second stands behind
/// the first, the first waits for half a minute, and is heard to have waited in vain.
package final class BlockingPair: Sendable {
  /// What is heard where the second did not wait for the first.
  package static let apart = ["second", "first"]

  /// What was called, in order: the first when it goes on.
  package let heard = Events<String>()
  private let secondIsCalled = DispatchSemaphore(value: 0)

  package init() {}

  package func first() {
    heard.record(secondIsCalled.wait(timeout: .now() + 30) == .success ? "first" : "first waited in vain")
  }

  package func second() {
    heard.record("second")
    secondIsCalled.signal()
  }
}
