import Errands

/// All that a `when` or a `race` waits for. Cancelling the promise of the whole lets go of each of them.
@usableFromInline
final class Upstreams: Upstream {
  private let all: [any Upstream]

  @usableFromInline
  init(_ all: [any Upstream]) {
    self.all = all
  }

  @usableFromInline
  func letGo(_ error: any Error) {
    for upstream in all { upstream.letGo(error) }
  }
}

extension EagerSettlement {
  /// To be called behind the registrations, like `stand(on:)`.
  @usableFromInline
  func stand(on upstreams: [any Upstream]) {
    if isUndecided { stand(on: Upstreams(upstreams)) }
  }
}
