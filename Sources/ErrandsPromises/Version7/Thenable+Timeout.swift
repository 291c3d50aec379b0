import Errands
import ErrandsEager
public import Foundation

extension Thenable {
  /// The same promise with a time limit: once that has passed, it is broken with `TimeoutError`, and the work below
  /// it is cancelled, unless something else waits for that.
  ///
  /// The limit also holds for a promise that nothing is left to resolve.
  ///
  /// - Parameters:
  ///   - seconds: The limit, from now.
  ///   - clock: What measures the limit.
  public func timeout(seconds: TimeInterval, clock: some Clock<Duration> = ContinuousClock()) -> Promise<T> {
    limited(to: .lasting(seconds), clock, TimeoutError())
  }

  func limited(to limit: Duration, _ clock: some Clock<Duration>, _ timedOut: some Error) -> Promise<T> {
    let next = Promise<T>(source: nil)
    let source = subscribe { outcome in
      if !outcome.isAbandonment { next.settle(outcome) }
    }
    guard next.isUndecided else { return next }
    let deadline = clock.call(after: limit) { next.cancel(settlingWith: timedOut) }
    next.setSource(TimedSource(source, deadline: deadline))
    return next
  }
}

/// The source of a promise with a time limit. A promise frees it when it is resolved; that ends the deadline.
private final class TimedSource: EagerSource {
  private let subscription: EagerSubscription?
  private let deadline: any Cancellable

  init(_ subscription: EagerSubscription?, deadline: any Cancellable) {
    self.subscription = subscription
    self.deadline = deadline
  }

  var source: (any EagerSource)? { subscription?.source }

  deinit { deadline.cancel() }

  func unsubscribe(with error: any Error) { subscription?.unsubscribe(with: Self.reason(error)) }

  func unsubscribe(_ place: EagerPlace, with error: any Error, origin: (any EagerSource)?, tells: Bool) {
    subscription?.unsubscribe(with: Self.reason(error), origin: origin, tells: tells)
  }

  func lend(_ priority: WorkPriority) -> (any EagerSource)? { source }

  /// The work that took too long has not failed: it is told to stop, in the words of a promise.
  private static func reason(_ error: any Error) -> any Error {
    error is TimeoutError ? PMKError.cancelled : error
  }
}
