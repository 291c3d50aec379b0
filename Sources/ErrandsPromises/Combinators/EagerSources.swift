import Errands
import ErrandsEager

/// All that a `when` or a `race` waits for. Cancelling the promise of the whole unsubscribes from each of them.
///
/// The promise frees it when it is settled, whatever by: its end is what tells that.
@usableFromInline
final class EagerSources: EagerSource {
  /// Empty, once the whole has unsubscribed.
  private let all: Lock<[EagerSubscription]>
  private let ended: @Sendable () -> Void

  @usableFromInline
  init(_ all: [EagerSubscription], ended: @escaping @Sendable () -> Void) {
    self.all = Lock(all)
    self.ended = ended
  }

  // A member that goes on kept the handler of a race that it had lost.
  deinit {
    for source in take() { source.leave() }
    ended()
  }

  @usableFromInline
  func unsubscribe(with error: any Error) {
    CallRound.make(take()) { $0.unsubscribe(with: error) }
  }

  @usableFromInline
  func lend(_ priority: WorkPriority) -> (any EagerSource)? {
    all.withLock { $0 }.escalate(to: priority)
    return nil
  }

  private func take() -> [EagerSubscription] {
    all.withLock { all in
      defer { all = [] }
      return all
    }
  }
}

extension EagerSettlement {
  /// To be called behind the registrations, like `setSource(_:)`.
  ///
  /// - Parameter ended: Called when the whole has ended, for what the handlers of its members hold.
  @usableFromInline
  func setSources(_ sources: [EagerSubscription], ended: @escaping @Sendable () -> Void) {
    setSource(EagerSources(sources, ended: ended))
  }
}
