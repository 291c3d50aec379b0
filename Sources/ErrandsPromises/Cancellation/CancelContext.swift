import Errands

/// What a chain of ``CancellablePromise`` shares, and what cancels all of it, whichever of its links is told to.
///
/// ```swift
/// let context = firstly {
///   charts.newest().cancellize()
/// }.done { chart in
///   self.show(chart)
/// }.catch { error in
///   self.report(error)
/// }.cancelContext
/// ```
///
/// It keeps no promise alive, so a screen may hold it for as long as it likes.
public final class CancelContext: Sendable {
  private struct State: Sendable {
    var error: (any Error)?
    var items: [CancelItem] = []
    var itemsEver = 0
    /// With so many, those that are over are looked for.
    var limit = CancelContext.leastLimit
  }

  private static let leastLimit = 16

  private let state = Lock(State())

  /// The context of a chain that is still to come, for ``cancellize(_:cancelContext:)``.
  public init() {}

  /// Breaks whatever is pending in the chain with the error, and stops the work below it; what is added later ends
  /// likewise. No effect on a chain that has been cancelled already.
  public func cancel(with error: any Error = PMKError.cancelled) {
    // In a loop: chains that were begun inside one another overflowed the stack.
    var contexts = [self]
    while let context = contexts.popLast() {
      contexts += context.cancelItems(error)
    }
  }

  /// Whether the chain was cancelled, and no `recover` has taken that since.
  ///
  /// PromiseKit asked each task whether it had really stopped. A promise that is cancelled here is settled at once,
  /// whatever its task does.
  public var isCancelled: Bool { cancelAttempted }

  /// Whether ``cancel(with:)`` was called, and no `recover` has taken that since.
  public var cancelAttempted: Bool { cancelledError != nil }

  /// What the chain was cancelled with.
  public var cancelledError: (any Error)? {
    state.withLock { $0.error }
  }

  /// Gives the contexts that have to be cancelled as well.
  private func cancelItems(_ error: any Error) -> [CancelContext] {
    let found = Lock<(contexts: [CancelContext], isOver: Bool)>(([], false))
    // Asked before any is ended: the end of the first is what the next waits for. What serves somebody else by now goes on.
    let items = takeItems(error).filter { !$0.isOver() }
    CallRound.make(items) { item in
      guard let further = item.cancel(error) else { return }
      let isLate = found.withLock { found in
        if !found.isOver { found.contexts.append(further) }
        return found.isOver
      }
      // Its hook has blocked for longer than the others are waited for.
      if isLate { further.cancel(with: error) }
    }
    return found.withLock { found in
      found.isOver = true
      return found.contexts
    }
  }

  private func takeItems(_ error: any Error) -> [CancelItem] {
    state.withLock { state in
      guard state.error == nil else { return [] }
      defer { state.items = [] }
      state.error = error
      return state.items
    }
  }

  /// Adds what has to end with the chain; where that has been cancelled, it ends now.
  func append(
    isOver: @escaping @Sendable () -> Bool,
    cancel: @escaping @Sendable (any Error) -> CancelContext?
  ) {
    let (item, error) = state.withLock { state in
      state.itemsEver += 1
      let item = CancelItem(number: state.itemsEver, isOver: isOver, cancel: cancel)
      state.items.append(item)
      return (item, state.error)
    }
    if let error { item.cancel(error)?.cancel(with: error) }
    sweep()
  }

  /// The chain goes on: a handler has taken the cancellation.
  func recover() {
    // Freed outside the lock.
    _ = state.withLock { $0.error.take() }
  }

  /// Throws what the chain was cancelled with.
  @usableFromInline
  func check() throws {
    if let error = cancelledError { throw error }
  }

  /// Lets go of what is over, each time that the list has doubled: the context of a chain that goes on for as long
  /// as the application does grew with each of its links.
  ///
  /// What is over is found outside the lock, as a promise may be freed by that, and tells its handlers then.
  private func sweep() {
    let all: [CancelItem] = state.withLock { state in
      guard state.items.count >= state.limit else { return [] }
      state.limit = .max
      return state.items
    }
    guard !all.isEmpty else { return }
    let over = Set(all.lazy.filter { $0.isOver() }.map(\.number))
    // Work may ask its chain something when it is freed, and so is freed outside the lock.
    withExtendedLifetime(all) {
      state.withLock { state in
        state.items.removeAll { over.contains($0.number) }
        state.limit = max(Self.leastLimit, 2 * state.items.count)
      }
    }
  }
}

extension CancelContext: Hashable {
  /// Whether they are the same context.
  public static func == (left: CancelContext, right: CancelContext) -> Bool { left === right }

  /// Hashes which context it is.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// Something that ends with a chain.
private struct CancelItem: Sendable {
  let number: Int
  let isOver: @Sendable () -> Bool
  /// Ends it, and answers with the context that is to be cancelled next.
  let cancel: @Sendable (any Error) -> CancelContext?
}
