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

  private enum State: Sendable {
    case new
    case waits(Handler)
    case over
  }

  private let watched: Operation
  private let state = Lock(State.new)

  init(of operation: Operation) {
    watched = operation
    super.init()
  }

  /// Calls the handler once, on any thread, when the operation has finished, unless this is cancelled before.
  func begin(_ handler: @escaping Handler) {
    let begins = state.withLock { state in
      guard case .new = state else { return false }
      state = .waits(handler)
      return true
    }
    guard begins else { return }
    addDependency(watched)
    // In a queue of its own: Foundation's looks at everybody who waits in it whenever somebody ends.
    OperationQueue().addWithNudge([self])
    // Cancelled on the way here, it may have become a dependent since.
    if case .over = state.withLock({ $0 }) { detach() }
  }

  override func main() { takeHandler()?(watched.isCancelled) }

  /// Lets go of the handler and of the operation.
  override func cancel() {
    // Freed outside the lock: what it captured may have a watch of its own.
    if let handler = takeHandler() { withExtendedLifetime(handler) { detach() } }
  }

  private func detach() {
    removeDependency(watched)
    super.cancel()
  }

  private func takeHandler() -> Handler? {
    state.withLock { state in
      defer { state = .over }
      if case .waits(let handler) = state { return handler }
      return nil
    }
  }
}
