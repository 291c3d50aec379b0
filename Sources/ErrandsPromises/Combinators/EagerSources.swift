import Errands
import ErrandsEager

/// All that a `when` or a `race` waits for. Cancelling the promise of the whole unsubscribes from each of them.
///
/// The promise frees it when it is settled, whatever by: its end is what tells that.
@usableFromInline
final class EagerSources: EagerSource {
  private let all: [any EagerSource]
  private let ended: @Sendable () -> Void

  @usableFromInline
  init(_ all: [any EagerSource], ended: @escaping @Sendable () -> Void) {
    self.all = all
    self.ended = ended
  }

  deinit { ended() }

  @usableFromInline
  func unsubscribe(with error: any Error) {
    CallRound.make(all) { $0.unsubscribe(with: error) }
  }
}

extension EagerSettlement {
  /// To be called behind the registrations, like `setSource(_:)`.
  ///
  /// - Parameter ended: Called when the whole has ended, for what the handlers of its members hold.
  @usableFromInline
  func setSources(_ sources: [any EagerSource], ended: @escaping @Sendable () -> Void) {
    if isUndecided { setSource(EagerSources(sources, ended: ended)) } else { ended() }
  }
}
