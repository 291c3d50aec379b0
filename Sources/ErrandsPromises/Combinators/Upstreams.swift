import Errands
import ErrandsEager

/// All that a `when` or a `race` waits for. Cancelling the promise of the whole lets go of each of them.
///
/// The promise lets go of it when it is settled, whatever by: its end is what tells that.
@usableFromInline
final class Upstreams: Upstream {
  private let all: [any Upstream]
  private let ended: @Sendable () -> Void

  @usableFromInline
  init(_ all: [any Upstream], ended: @escaping @Sendable () -> Void) {
    self.all = all
    self.ended = ended
  }

  deinit { ended() }

  @usableFromInline
  func letGo(_ error: any Error) {
    CallRound.make(all) { $0.letGo(error) }
  }
}

extension EagerSettlement {
  /// To be called behind the registrations, like `stand(on:)`.
  ///
  /// - Parameter ended: Called when the whole has ended, for what the others' handlers hold.
  @usableFromInline
  func stand(on upstreams: [any Upstream], ended: @escaping @Sendable () -> Void) {
    if isUndecided { stand(on: Upstreams(upstreams, ended: ended)) } else { ended() }
  }
}
