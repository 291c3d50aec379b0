import Errands
public import Foundation

/// A promise that is broken with ``PMKError/timedOut`` once the time has passed: one of the runners of a `race`.
///
/// Where a promise is to have a limit, and the work below it an end, use ``Thenable/timeout(seconds:clock:)``, or a
/// `race` of cancellable promises. `catch` passes over the error, which stands for a cancellation, unless its policy
/// is ``CatchPolicy/allErrors``.
///
/// - Parameters:
///   - seconds: The time, from now.
///   - clock: What measures the time.
public func timeout(seconds: TimeInterval, clock: some Clock<Duration> = ContinuousClock()) -> Promise<Void> {
  Promise<Void>(source: nil).limited(to: .lasting(seconds), clock, PMKError.timedOut)
}
