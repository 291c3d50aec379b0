import Errands
import Foundation

/// Waits for the end of an operation that is somebody else's, as Foundation means it: as a dependent.
///
/// A completion block would do, but its owner may set another one. And an operation that waits for another
/// one must not be freed before that one has finished: on Linux the other one holds it without a reference,
/// and crashes. So what waits is this one, which its queue keeps alive.
final class FinishWatch: Operation, @unchecked Sendable {
  // Sendable: what changes lies behind a lock.
  typealias Handler = @Sendable (_ isCancelled: Bool) -> Void
  typealias Holder = @Sendable () -> AnyObject?

  fileprivate enum State: Sendable {
    case new
    case waits(Handler, Holder)
    /// What must not go before the handler has been called.
    case ready(Handler, Kept)
    case over
  }

  fileprivate struct Kept: @unchecked Sendable {
    // Sendable: it is only held.
    let object: AnyObject?
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
    // In a queue of its own: Foundation's looks at everybody who waits in it whenever somebody ends.
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
    guard case .waits(_, let holding) = state.withLock({ $0 }) else { return }
    let kept = Kept(object: holding())
    state.withLock { state in
      if case .waits(let handler, _) = state { state = .ready(handler, kept) }
    }
  }

  override func main() {
    let state = takeState()
    withExtendedLifetime(state) { state.handler?(watched.isCancelled) }
  }

  /// Lets go of the handler and of the operation.
  override func cancel() {
    // Freed outside the lock: what it captured may have a watch of its own.
    let state = takeState()
    if state.handler != nil { withExtendedLifetime(state) { detach() } }
  }

  private func detach() {
    removeDependency(watched)
    super.cancel()
  }

  private func takeState() -> State {
    state.withLock { state in
      defer { state = .over }
      return state
    }
  }
}

extension FinishWatch.State {
  fileprivate var handler: FinishWatch.Handler? {
    switch self {
    case .waits(let handler, _), .ready(let handler, _): handler
    case .new, .over: nil
    }
  }
}
