import Synchronization

/// At most so many at once; one more is turned away at once, rather than kept waiting in memory.
final class InFlightLimit: Sendable {
  struct Entry: ~Copyable {
    fileprivate let limit: InFlightLimit

    func leave() { limit.count.subtract(1, ordering: .relaxed) }
  }

  private let count = Atomic<Int>(0)
  private let most: Int

  init(_ most: Int) {
    self.most = most
  }

  func enter() throws -> Entry {
    guard count.add(1, ordering: .relaxed).newValue <= most else {
      count.subtract(1, ordering: .relaxed)
      throw Problem.busy("The server has its hands full; try again in a moment.")
    }
    return Entry(limit: self)
  }
}
