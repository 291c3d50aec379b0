import Errands
import ErrandsEager
import Foundation

/// Makes a ``CancellationToken``, and cancels it.
///
/// ```swift
/// let tokens = CancellationTokenSource()
/// let sizes = charts.map { chart in
///   chart.continueOnSuccessWith(.queue(queue), cancellationToken: tokens.token) { chart in chart.size }
/// }
/// tokens.cancelAfter(30)
/// ```
public final class CancellationTokenSource: Sendable {
  /// What is handed to the code that does the work.
  public let token: CancellationToken
  private let timer = Lock<Timer?>(nil)

  private struct Timer {
    let delay: Delay
    /// With what the token would call to end it.
    let link: CancellationTokenRegistration
  }

  /// A source whose token has not been cancelled.
  public init() {
    token = CancellationToken()
  }

  /// A source whose token is cancelled with each of `tokens`, too; at once, where one of them has been already.
  public convenience init(linkedTo tokens: CancellationToken...) {
    self.init()
    for other in tokens { token.follow(other) }
  }

  /// Whether the token has been cancelled.
  public var cancellationRequested: Bool { token.cancellationRequested }

  /// Cancels the token, and calls the actions that are registered with it. No effect the second time.
  public func cancel() {
    replaceTimer(with: nil)
    token.cancel()
  }

  /// Cancels the token after some time, in seconds, even where the source is gone by then. The last call counts.
  public func cancelAfter(_ delay: TimeInterval) {
    guard !cancellationRequested else { return }
    let delay = Delay(delay) { [token] in token.cancel() }
    // Nothing waits for that time any more, however the token comes to be cancelled.
    replaceTimer(with: Timer(delay: delay, link: token.register { delay.cancel() }))
  }

  private func replaceTimer(with timer: Timer?) {
    let former = self.timer.withLock { current in
      defer { current = timer }
      return current
    }
    former?.link.dispose()
    former?.delay.cancel()
  }
}
