import Dispatch
import Errands
import ErrandsEager
import Foundation

extension Task {
  /// A task that succeeds after some time, on a global queue. It can be asked of any task type.
  ///
  /// - Parameters:
  ///   - delay: In seconds; nothing, or less, is soon.
  ///   - cancellationToken: Cancels the task before.
  public class func withDelay(
    _ delay: TimeInterval,
    cancellationToken: CancellationToken? = nil
  ) -> Task<Void> {
    let task = Task<Void>()
    task.tie(to: cancellationToken)
    task.setSource(Delay(delay) { task.settle(.success(())) })
    return task
  }
}

/// An action that is called once, after some time, unless it is cancelled before.
///
/// On a global dispatch queue, as Bolts called it.
final class Delay: EagerSource, Cancellable {
  private struct State: Sendable {
    var action: (@Sendable () -> Void)?
    var deadline: (any Cancellable)?
  }

  private let state: Lock<State>

  init(_ seconds: TimeInterval, _ action: @escaping @Sendable () -> Void) {
    state = Lock(State(action: action))
    let deadline = ContinuousClock().call(after: .lasting(seconds)) {
      DispatchQueue.global().async { self.take().action?() }
    }
    state.withLock { if $0.action != nil { $0.deadline = deadline } }
  }

  /// What it would have done is freed now, and so is the deadline.
  func cancel() { take().deadline?.cancel() }

  func unsubscribe(with error: any Error) { cancel() }

  private func take() -> State {
    state.withLock { state in
      defer { state = State() }
      return state
    }
  }
}
