import GalleryJobs

/// Bounds how much work is done at once: what would be one too many is refused, and told to come again.
final class InFlightLimit: Sendable {
  /// A place, until it is left.
  struct Entry: ~Copyable {
    fileprivate let limit: InFlightLimit
    fileprivate let work: String?

    func leave() { limit.leave(work) }
  }

  private struct State {
    var count = 0
    /// How many share a place, by what they want.
    var sharing: [String: Int] = [:]
  }

  private let state = Lock(State())
  private let most: Int

  init(_ most: Int) {
    self.most = most
  }

  /// - Parameter work: What is done once for all that want it, and has one place; nil for what is done for one. Of three hundred
  ///   that wanted one picture most were refused.
  func enter(sharing work: String? = nil) throws -> Entry {
    let isIn = state.withLock { state in
      if let work, let others = state.sharing[work] {
        state.sharing[work] = others + 1
        return true
      }
      guard state.count < most else { return false }
      state.count += 1
      if let work { state.sharing[work] = 1 }
      return true
    }
    guard isIn else { throw Problem.busy("The server has its hands full; try again in a moment.") }
    return Entry(limit: self, work: work)
  }

  private func leave(_ work: String?) {
    state.withLock { state in
      if let work, let others = state.sharing[work], others > 1 {
        state.sharing[work] = others - 1
        return
      }
      if let work { state.sharing[work] = nil }
      state.count -= 1
    }
  }
}
