import Errands
@testable import ErrandsImages

/// How many are inside now, and how many there were at most.
final class Gauge: Sendable {
  private struct State {
    var inside = 0
    var most = 0
  }

  private let state = Lock(State())

  var most: Int { state.withLock { $0.most } }

  func enter() {
    state.withLock { state in
      state.inside += 1
      state.most = max(state.most, state.inside)
    }
  }

  func leave() {
    state.withLock { $0.inside -= 1 }
  }
}
