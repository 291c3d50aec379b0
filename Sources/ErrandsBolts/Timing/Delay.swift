import Dispatch
import Errands
import Foundation

/// An action that is called once, after some time, unless it is cancelled before.
///
/// On a dispatch queue, where it may block: Swift's own sleep would call it on the cooperative pool.
final class Delay: Upstream, Cancellable {
  private let action: Lock<(@Sendable () -> Void)?>

  init(_ seconds: TimeInterval, _ action: @escaping @Sendable () -> Void) {
    self.action = Lock(action)
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { self.take()?() }
  }

  /// The timer itself stays until the time has come; what it would have done is freed now.
  func cancel() { _ = take() }

  func letGo(_ error: any Error) { cancel() }

  private func take() -> (@Sendable () -> Void)? {
    action.withLock { $0.take() }
  }
}
