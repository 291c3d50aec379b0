import Errands
public import Foundation

/// A promise that is broken with `TimeoutError` once the time has passed: one of the runners of a `race`.
///
/// Where a promise is to have a limit, and the work below it an end, use ``Thenable/timeout(seconds:clock:)``.
///
/// - Parameters:
///   - seconds: The time, from now.
///   - clock: Whose time it is.
public func timeout(seconds: TimeInterval, clock: some Clock<Duration> = ContinuousClock()) -> Promise<Void> {
  Promise<Void>(upstream: nil).timeout(seconds: seconds, clock: clock)
}
