public import Dispatch
import Errands
import ErrandsEager
public import Foundation

/// A guarantee that is resolved when the time has passed, on a thread that may block. Cancelling what stands on it
/// takes the timer away.
///
/// - Parameter seconds: Zero and less mean at once.
public func after(seconds: TimeInterval) -> Guarantee<Void> {
  resolved(after: .lasting(seconds))
}

/// A guarantee that is resolved when the time has passed, on a thread that may block. Cancelling what stands on it
/// takes the timer away.
///
/// - Parameter interval: Zero and less mean at once.
public func after(_ interval: DispatchTimeInterval) -> Guarantee<Void> {
  switch interval {
  case .seconds(let count): resolved(after: .seconds(count))
  case .milliseconds(let count): resolved(after: .milliseconds(count))
  case .microseconds(let count): resolved(after: .microseconds(count))
  case .nanoseconds(let count): resolved(after: .nanoseconds(count))
  case .never: resolved(after: .aCentury)
  @unknown default: resolved(after: .aCentury)
  }
}

private func resolved(after duration: Duration) -> Guarantee<Void> {
  let guarantee = Guarantee<Void>(source: nil)
  let timer = ContinuousClock().call(after: min(duration, .aCentury)) { guarantee.settle(.success(())) }
  guarantee.setSource(StoppableWork { timer.cancel() })
  return guarantee
}
