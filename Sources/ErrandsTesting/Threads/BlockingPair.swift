import Dispatch

/// Two handlers that are called for one reason, of which the first blocks until the second is called.
///
/// Where neither call waits for the other's handler, they are heard as `BlockingPair.apart`. Where the second waits for
/// the first to return, the first waits for half a minute, and is heard to have waited in vain.
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
