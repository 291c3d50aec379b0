import Errands
import Foundation

/// Waits for the end of an operation that is not of this module, as Foundation means it: as a dependent.
///
/// A completion block would do, but the operation's owner may set another one. And an operation that waits for
/// another must not be freed before that one has finished: on Linux the other one holds it without a reference,
/// and crashes. So what waits is this one, which its queue keeps alive.
final class FinishWatch: Operation, @unchecked Sendable {
  // Sendable: what changes lies behind a lock.
  typealias Handler = @Sendable (_ isCancelled: Bool) -> Void
  typealias Holder = @Sendable () -> AnyObject?

  /// What is kept may cross threads: it is only held.
  fileprivate enum State: Sendable {
    case new
    case waits(Handler, Holder)
    /// The operation has finished: what must not go before the handler has been called.
    case ready(Handler, Unchecked<AnyObject?>)
    case telling(Unchecked<AnyObject?>)
    case over
  }

  private let watched: Operation
  private let state = Lock(State.new)

  init(of operation: Operation) {
    watched = operation
    super.init()
  }

  /// Calls the handler once, on any thread, when the operation has finished, unless this is cancelled before.
  ///
  /// - Parameter holding: Asked by the thread that finishes the operation. What it answers with is held until the
  ///   handler has been called.
  func begin(holding: @escaping Holder = { nil }, _ handler: @escaping Handler) {
    let begins = state.withLock { state in
      guard case .new = state else { return false }
      state = .waits(handler, holding)
      return true
    }
    guard begins else { return }
    addDependency(watched)
    // In a queue of its own: Foundation's looks at all its waiting operations whenever one of them ends.
    OperationQueue().addWithNudge([self])
    // Cancelled on the way here, it may have become a dependent since.
    if case .over = state.withLock({ $0 }) { detach() }
  }

  /// Foundation asks as soon as the operation has finished, and before it goes on.
  override var isReady: Bool {
    let isReady = super.isReady
    if isReady { hold() }
    return isReady
  }

  private func hold() {
    let holding: Holder? = state.withLock { state in
      guard case .waits(let handler, let holding) = state else { return nil }
      state = .ready(handler, Unchecked(nil))
      return holding
    }
    // Afterwards: an object that is to be held from now on finds the state changed, and is held by `hold(_:)`.
    if let object = holding?() { hold(object) }
  }

  /// Where the operation has finished, the object is held until the handler has been called.
  func hold(_ object: AnyObject) {
    let kept = Unchecked<AnyObject?>(object)
    state.withLock { state in
      switch state {
      case .ready(let handler, _): state = .ready(handler, kept)
      case .telling: state = .telling(kept)
      case .new, .waits, .over: break
      }
    }
  }

  override func main() {
    let former = change { state in
      switch state {
      case .ready(_, let kept): .telling(kept)
      case .waits: .telling(Unchecked(nil))
      case .new, .telling, .over: .over
      }
    }
    guard let handler = former.handler else { return }
    handler(watched.isCancelled)
    // Freed outside the lock, as in `cancel()`.
    _ = change { _ in .over }
  }

  /// Lets go of the handler and of the operation.
  override func cancel() {
    // What the handler captured may have a watch of its own.
    let former = change { state in
      if case .telling = state { state } else { .over }
    }
    if former.handler != nil { withExtendedLifetime(former) { detach() } }
  }

  private func detach() {
    removeDependency(watched)
    super.cancel()
  }

  /// The state before the change.
  private func change(_ next: (State) -> State) -> State {
    state.withLock { state in
      defer { state = next(state) }
      return state
    }
  }
}

extension FinishWatch.State {
  fileprivate var handler: FinishWatch.Handler? {
    switch self {
    case .waits(let handler, _), .ready(let handler, _): handler
    case .new, .telling, .over: nil
    }
  }
}
